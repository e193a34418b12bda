"""An invented norm whose every text tries to be something else than text.

In: nothing. Out: `hostile_norm()`, a catalogue; `NASTY`, its texts. It also has another shape than
any real norm at hand: amounts in reais, one sanction for several incisos, a sanction on a caput
behind its incisos, a closing text, an old id, a repeated one, and next to no facts about itself.
"""

from decimal import Decimal

from pipeline.model import (
    Anexo,
    Assinatura,
    Catalogo,
    Cobertura,
    Compilador,
    Contexto,
    Correcao,
    Descarte,
    Diagnostico,
    Dispositivo,
    Fonte,
    Grupo,
    Heranca,
    Infracao,
    LinhaDeSancao,
    MedidaAdministrativa,
    Multa,
    MultaDaGravidade,
    Norma,
    Nota,
    Origem,
    Pagina,
    Penalidade,
    Pontuacao,
    Sancao,
    TextoLocalizado,
    TipoDispositivo,
    Vigencia,
)

SCRIPT = "<script>alert(1)</script>"

NASTY = (
    SCRIPT,
    "{{ 7 * 7 }} {% raw %} {# x #} ${x}",
    "a | b \\| c \\* d",
    "*sem* _nome_ __x__ `código` ~~s~~ **n**",
    "1. um algarismo na frente",
    "Penalidade: multa\n    em dobro na reincidência",
    "&copy; &amp; &#60; &lt;b&gt; & <",
    "velocidade <60 km/h, peso<carga, campo <placa> em branco",
    "[ver](javascript:alert(1)) ![x](x.png) <javascript:alert(1)>",
    "<!-- comentário --> <![CDATA[x]]> <?php ?>",
    "# não é título {#norma .x}",
    "[TOC]",
    "    recuado\n\n    duas vezes",
    "---",
    "</span></p></div></section></article>",
    "\tcom tabulação\te outra",
    "linha 1\nlinha 2\r\nlinha 3",
    "\"aspas\" 'simples' «angulares»",
    "[^1]: nota\n*[HTML]: sigla\n!!! note",
    "<img src=x onerror=alert(1)> <a href=x onclick=alert(1)>y</a>",
    "brancos  duplos, \u00a0duros\u2028e de linha",
    "title: x",
)


def at(page: int, first: int, last: int | None = None) -> tuple[Origem, ...]:
    return (Origem(pagina=page, linhas=(first, last or first), caixa=None),)


def located(text: str, line: int) -> TextoLocalizado:
    return TextoLocalizado(texto=text, origem=at(1, line))


def device(
    name: str,
    tipo: TipoDispositivo,
    rotulo: str | None,
    numero: str | None,
    texto: str | None,
    line: int,
    children: tuple[Dispositivo, ...] = (),
    *,
    nome: str | None = None,
    texto_final: str | None = None,
    nota: str | None = None,
    aliases: tuple[str, ...] = (),
) -> Dispositivo:
    return Dispositivo(
        id=name,
        caput_id=f"{name}_cpt" if tipo == "artigo" else None,
        tipo=tipo,
        rotulo=rotulo,
        rotulo_original=rotulo,
        numero=numero,
        nome=nome,
        texto=texto,
        texto_final=texto_final,
        situacao="revogado" if nota else "vigente",
        notas=(Nota(tipo="revogacao", texto=nota, norma=None, origem=at(1, line)),) if nota else (),
        versoes=(),
        aliases=aliases,
        origem=at(1, line),
        filhos=children,
    )


ROMAN = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI XXII".split()


def hostile_norm() -> Catalogo:
    """The catalogue of the invented norm."""
    incisos = tuple(
        device(f"art1_cpt_inc{i}", "inciso", ROMAN[i - 1], ROMAN[i - 1], text, 10 + 2 * i)
        for i, text in enumerate(NASTY, 1)
    )
    item = device("art2_par1u_inc1_ali1_ite1", "item", "1.", "1", NASTY[4], 66)
    alinea = device("art2_par1u_inc1_ali1", "alinea", "a)", "a", NASTY[2], 65, (item,))
    deep = device("art2_par1u_inc1", "inciso", "I", "I", NASTY[7], 64, (alinea,))
    paragraph = device("art2_par1u", "paragrafo", "Parágrafo único", "único", NASTY[6], 63, (deep,))
    articles = (
        device("art1", "artigo", "Art. 1º", "1º", NASTY[0], 10, incisos, texto_final=NASTY[3]),
        device("art2", "artigo", "Art. 2º", "2º", NASTY[5], 61, (paragraph,), nota=NASTY[19]),
        device("art3", "artigo", "Art. 3º", "3º", "Pune-se:", 70, (
            device("art3_cpt_dpg1", "conduta", None, None, NASTY[8], 71),
            device("art3_cpt_dpg2", "conduta", None, None, NASTY[9], 72),
        )),
        device("art3_rep2", "artigo", "Art. 3º", "3º", NASTY[13], 74),
        device("art3-1", "artigo", "Art. 3º-A", "3º-A", None, 75, aliases=("art99",)),
        device("art10", "artigo", "Art. 10", "10", NASTY[10], 76, (
            device("art10_cpt_inc1", "inciso", "I", "I", NASTY[16], 77),
        )),
    )  # fmt: skip
    section = device("tit1_cap1", "capitulo", "CAPÍTULO I", "I", None, 9, articles, nome=NASTY[14])
    title = device("tit1", "titulo", "TÍTULO I", "I", None, 8, (section,), nome=NASTY[11])
    lines = (
        LinhaDeSancao(rotulo="Infração", rotulo_original="Infração —", texto=SCRIPT, origem=at(1, 80)),
        LinhaDeSancao(rotulo="Penalidade", rotulo_original="Penalidade —", texto=NASTY[2], origem=at(2, 1)),
        LinhaDeSancao(rotulo="Medida administrativa", rotulo_original="Medida —", texto=None, origem=at(2, 2)),
    )  # fmt: skip
    many = tuple(f"art1_cpt_inc{i}" for i in (1, 2, 3))
    return Catalogo(
        esquema="1.1.0",
        compilador=Compilador(versao=SCRIPT, gramatica_sha256="0" * 64),
        norma=Norma(
            id="norma-hostil",
            urn=None,
            tipo=None,
            numero=None,
            data=None,
            publicacao=None,
            municipio=SCRIPT,
            uf=None,
            epigrafe=located(f"{SCRIPT} *A*", 1),
            ementa=located(f'ementa: {NASTY[19]} "x"', 2),
            preambulo=located(NASTY[4], 3),
            fecho=located(NASTY[18], 90),
            assinaturas=(Assinatura(nome=SCRIPT, cargo=NASTY[3], origem=at(1, 91)),),
            registro=None,
        ),
        vigencia=Vigencia(de=None, ate=None, inicio_presumido=False),
        fonte=Fonte(
            arquivo='a"><script>alert(1)</script>.txt',
            sha256="1" * 64,
            metodo="texto",
            extrator=SCRIPT,
            reconstituida=True,
            motivo_reconstituicao=SCRIPT,
            paginas=tuple(
                Pagina(
                    numero=number, largura=None, altura=None, rotacao=0, metodo="texto",
                    giro=0, confianca=None, qualidade=None,
                )
                for number in (1, 2)
            ),
        ),
        dispositivos=(title,),
        anexos=(
            Anexo(
                id="anexo1", rotulo="ANEXO I", rotulo_original="ANEXO I", nome=NASTY[4],
                linhas=(NASTY[5], NASTY[6]), situacao="vigente", origem=at(1, 95),
            ),
        ),
        sancoes=(
            Sancao(id="san1", alvos=many, linhas=lines),
            Sancao(id="san2", alvos=("art10_cpt",), linhas=lines),
            Sancao(id="san3", alvos=("art3_cpt_dpg2",), linhas=lines[1:2]),
        ),
        infracoes=(
            *(
                infraction(f"art1_cpt_inc{i}", "san1", f"Art. 1º, {ROMAN[i - 1]}", NASTY[i - 1], i)
                for i in (1, 2, 3)
            ),
            infraction("art3_cpt", "san3", "Art. 3º", NASTY[9], 4, device="art3_cpt_dpg2"),
            infraction("art10_cpt", "san2", "Art. 10", NASTY[10], 5),
        ),
        grupos=(
            Grupo(codigo='<b>"|', gravidade="leve", quantidade=Decimal("1293.47"), unidade="BRL",
                  por=NASTY[3], penalidades=(), base_legal="art2_cpt", pontos=None,
                  base_dos_pontos=None),
            Grupo(codigo="§", gravidade=None, quantidade=None, unidade=None, por=None,
                  penalidades=(), base_legal=None, pontos=3, base_dos_pontos="art2_cpt"),
        ),
        pontuacao=(Pontuacao(gravidade="leve", pontos=1, base_legal="art2_par1u_inc1_ali1"),),
        multas_por_gravidade=(
            MultaDaGravidade(
                gravidade="grave", quantidade=Decimal(2), unidade="SALARIO-MINIMO", por=SCRIPT,
                penalidades=(), base_legal="art2_cpt",
            ),
        ),
        alteracoes=(),
        partes_alteradas=(),
        remissoes=(),
        diagnosticos=(
            Diagnostico(
                id="NUM001-art1", codigo="NUM001", nivel="aviso", classe="norma", dispositivo="art1",
                mensagem=SCRIPT, ajuda=NASTY[3], origem=at(1, 10), aceito=False,
            ),
            Diagnostico(
                id="ZZZ999", codigo="ZZZ999", nivel="erro", classe="compilador", dispositivo=None,
                mensagem=NASTY[7], ajuda=NASTY[19], origem=(), aceito=True,
            ),
        ),
        correcoes=(
            Correcao(
                id="p01-x", antes=SCRIPT, depois="", regra="errata", certeza="provavel",
                motivo=NASTY[7], dispositivo="art10_cpt", origem=at(1, 76),
            ),
        ),
        descartes=(
            Descarte(texto=NASTY[1], motivo="ruido", origem=at(1, 96)),
            Descarte(texto="1", motivo="numero_de_pagina", origem=at(1, 97)),
            Descarte(texto="2", motivo="numero_de_pagina", origem=at(2, 9)),
        ),
        cobertura=Cobertura(
            linhas=9, em_dispositivos=3, em_partes=3, descartadas=3, sem_lugar=0
        ),
    )  # fmt: skip


def infraction(
    name: str, sanction: str, rotulo: str, conduct: str, nth: int, *, device: str | None = None
) -> Infracao:
    return Infracao(
        id=name,
        dispositivo=device or name,
        sancao=sanction,
        rotulo=rotulo,
        conduta=conduct,
        contexto=(Contexto(id="art1_cpt", texto=SCRIPT),),
        destinatarios=("condutor_auxiliar",) if nth % 2 else None,
        gravidade="leve" if nth % 2 else None,
        base_da_gravidade="art1_cpt" if nth == 3 else None,
        penalidades=(
            Penalidade(
                tipo="multa",
                grupo='<b>"|' if nth % 2 else None,
                fator=None,
                condicao=NASTY[3] if nth == 5 else None,
                reincidencia=None,
                base_legal=None,
                texto=SCRIPT,
            ),
        ),
        medidas_administrativas=(MedidaAdministrativa(tipo="outra", texto=NASTY[7]),),
        incidencia=("por_veiculo",) if nth == 1 else (),
        pontos=1 if nth % 2 else None,
        multa=Multa(quantidade=Decimal("1293.47"), unidade="BRL", por=None, base_legal="art2_cpt")
        if nth % 2
        else None,
        herancas=(
            Heranca(
                linha="Penalidade",
                texto=SCRIPT,
                herdada_de=("art10_cpt",),
                gravidade=None,
                penalidades=(),
                medidas_administrativas=(MedidaAdministrativa(tipo="outra", texto=NASTY[7]),),
                pontos=None,
                multa=None,
            ),
        )
        if nth == 2
        else (),
        origem=at(1, 12),
    )
