"""The only table of codes: what the compiler can say about a norm or about its input.

A code is never reused; a retired one stays in the table as such. The page of each code (what it
is, why it matters, an example, what to do, the rule behind it) stands in
`site/docs/diagnosticos/<CODE>.md`: `lei explain` prints it and the site shows it.

Families: ENT input and output, EXT pages, NOR text, REC annexes, acts and quotations, VER wordings,
ROT labels, GRA grammar, PRE parts of the norm, NUM numbering, SAN sanctions, REF references, ALT
amendments, REG regeneration, INT the compiler's own faults.
"""

from dataclasses import dataclass
from typing import Literal

Nivel = Literal["erro", "aviso", "nota"]
Classe = Literal["norma", "ocr", "compilador"]


@dataclass(frozen=True, slots=True)
class Code:
    """A row of the table: the level, the usual class, a title, and the cure."""

    code: str
    nivel: Nivel
    classe: Classe
    titulo: str
    ajuda: str


_TABLE: tuple[Code, ...] = (
    # ── input and output: raised as InputError, exit code 2 ──────────────────────────────────
    Code("ENT001", "erro", "compilador", "arquivo não encontrado",
         "confira o caminho; uma norma é uma pasta de raw/ ou um arquivo PDF ou de texto"),
    Code("ENT002", "erro", "compilador", "pasta sem norma",
         "ponha na pasta um PDF (ou .txt) ou indique-o em norma.toml, na chave `arquivo`"),
    Code("ENT003", "erro", "compilador", "arquivo vazio",
         "baixe o arquivo de novo: este tem 0 byte"),
    Code("ENT004", "erro", "compilador", "arquivo que não é PDF nem texto UTF-8",
         "confira se o arquivo baixado é mesmo a norma; texto deve estar em UTF-8"),
    Code("ENT005", "erro", "compilador", "PDF danificado",
         "baixe o arquivo de novo: falta uma parte dele ou está corrompido"),
    Code("ENT006", "erro", "compilador", "PDF protegido por senha",
         "tire a senha de abertura do PDF e compile a cópia"),
    Code("ENT007", "erro", "compilador", "norma.toml inválido",
         "corrija o campo indicado; as chaves aceitas estão no README"),
    Code("ENT008", "erro", "compilador", "erratas.toml inválido",
         "corrija a errata indicada; as chaves aceitas estão no README"),
    Code("ENT009", "erro", "compilador", "duas normas com o mesmo identificador",
         "dê a cada norma uma pasta ou um nome de arquivo próprio"),
    Code("ENT010", "erro", "compilador", "não foi possível gravar a saída",
         "confira as permissões e o espaço em disco da pasta de saída"),
    Code("ENT011", "erro", "compilador", "data fora do alcance da norma",
         "use uma data no formato AAAA-MM-DD, igual ou posterior ao início de vigência"),
    Code("ENT012", "erro", "compilador", "arquivo acima dos limites",
         "aumente o limite com a opção indicada, se o arquivo for mesmo desse tamanho"),
    Code("ENT013", "erro", "compilador", "dispositivo não encontrado",
         "escreva como na lei, por exemplo «art. 14, XXV», ou use o id, art14_cpt_inc25"),
    Code("ENT014", "erro", "compilador", "código desconhecido",
         "veja a lista com `lei explain`"),
    Code("ENT015", "erro", "compilador", "catálogo de outra versão ou danificado",
         "gere o catálogo de novo com `lei build`"),
    Code("ENT016", "erro", "compilador", "PDF que não se consegue ler",
         "abra o PDF num leitor e imprima-o de novo em PDF, ou refaça-o a partir da imagem"),
    Code("ENT017", "erro", "compilador", "endereço que não pode ser usado",
         "indique outra porta com --port, ou outro endereço com --host"),
    Code("ENT018", "erro", "compilador", "site.toml inválido",
         "corrija a chave indicada; as chaves aceitas estão no README"),
    Code("ENT019", "erro", "compilador", "dados revistos inválidos",
         "corrija a chave indicada; as chaves aceitas estão nos esquemas da pasta schema/"),
    Code("ENT020", "erro", "compilador", "gabarito que não se consegue ler",
         "use XML do LexML, ou um esquema: um dispositivo por linha, `Art. 1º: texto`"),
    Code("ENT021", "erro", "compilador", "OCR que não está instalado",
         "instale o que a mensagem indica; sem --ocr, páginas que são imagem não são lidas"),
    Code("ENT022", "erro", "compilador", "vários atos no mesmo arquivo",
         "faça em raw/ uma pasta para cada ato que interessa, com o arquivo e um norma.toml que "
         "diga qual é: ato = 1, ato = 2…"),
    # ── pages ────────────────────────────────────────────────────────────────────────────────
    Code("EXT001", "erro", "ocr", "página sem texto",
         "página que é só imagem precisa de OCR: compile com --ocr"),
    Code("EXT002", "erro", "ocr", "página com texto ilegível",
         "o texto desta página não é confiável: se ela é imagem, compile com --ocr; senão, "
         "procure outra cópia"),
    Code("EXT003", "aviso", "compilador", "arquivo anexado ao PDF, não lido",
         "abra o PDF e veja o anexo: se for parte da norma, junte-o às páginas"),
    Code("EXT004", "aviso", "ocr", "PDF remendado",
         "pode faltar texto do fim do arquivo: baixe-o de novo, ou confira as últimas páginas"),
    Code("EXT005", "nota", "ocr", "página em branco",
         "confira na imagem se a página está mesmo em branco; se não está, refaça o PDF"),
    Code("EXT006", "nota", "compilador", "texto fora do corpo da página",
         "está entre os descartes, com o motivo; confira na página se não é texto da norma"),
    Code("EXT007", "aviso", "compilador", "ordem de leitura incerta",
         "compare a ordem dos dispositivos com a da página impressa"),
    Code("EXT008", "nota", "compilador", "página lida em colunas",
         "confira na página se o texto corre mesmo em colunas"),
    Code("EXT009", "aviso", "ocr", "palavras coladas",
         "o texto ficou como está no PDF; procure um PDF melhor ou refaça o OCR da página"),
    Code("EXT010", "nota", "ocr", "sinais lidos pelo aspecto",
         "confira na página os ordinais, as chamadas de nota e as letras em negrito"),
    Code("EXT011", "aviso", "compilador", "linha riscada em parte",
         "o catálogo traz a linha inteira; veja na página o que dela ainda vale"),
    Code("EXT012", "aviso", "compilador", "nota na margem",
         "está entre os descartes; confira na página se não é texto da norma"),
    Code("EXT020", "nota", "ocr", "página virada",
         "nada há a fazer: o texto foi lido na posição certa, e a imagem fica como foi publicada"),
    Code("EXT021", "aviso", "ocr", "palavras duvidosas no OCR",
         "compare a linha com a imagem da página e registre uma errata do que saiu errado"),
    Code("EXT022", "aviso", "ocr", "página com OCR de baixa confiança",
         "confira a página inteira contra a imagem; se puder, digitalize-a de novo, a 300 dpi"),
    Code("EXT023", "aviso", "compilador", "página em outra língua",
         "o compilador lê normas em português: confira se a página é da norma"),
    Code("EXT024", "nota", "ocr", "parte da página sem texto reconhecido",
         "compare a página com as linhas lidas: pode ser brasão, tabela ou assinatura, ou texto "
         "que o OCR não viu"),
    # ── text ─────────────────────────────────────────────────────────────────────────────────
    Code("NOR001", "nota", "ocr", "linha descartada como ruído",
         "confira na página; se for texto da norma, registre uma errata que o refaça"),
    Code("NOR002", "aviso", "ocr", "hífen de fim de linha mantido",
         "se a palavra não leva hífen, registre uma errata que junte as duas linhas"),
    Code("NOR003", "erro", "compilador", "errata que não se aplica",
         "confira as palavras, o lugar e `ocorrencias` em erratas.toml contra o texto impresso"),
    Code("NOR004", "nota", "ocr", "correção provável",
         "confira a página: a correção é provável, não certa"),
    Code("NOR005", "aviso", "ocr", "sinal ilegível",
         "confira a página e registre uma errata com o sinal certo"),
    Code("NOR006", "nota", "ocr", "número com letra parecida",
         "confira na página e registre uma errata com o número certo"),
    Code("NOR007", "aviso", "ocr", "leitura incerta, mantida como impressa",
         "confira na publicação oficial: quem reviu o texto não pôde decidir"),
    Code("NOR008", "nota", "norma", "falha de redação, mantida como impressa",
         "nada foi corrigido: o texto é o da norma; só outra norma pode mudá-lo"),
    Code("NOR009", "nota", "ocr", "parêntese ou aspas sem par",
         "confira na página e registre uma errata, se foi a impressão que perdeu um dos sinais"),
    # ── what is not the articles of the norm itself ──────────────────────────────────────────
    Code("REC001", "aviso", "compilador", "sumário que não se confirma",
         "confira na página: se é um sumário, seus títulos deviam vir depois, iguais"),
    Code("REC002", "erro", "norma", "aspas que não se fecham",
         "confira na página onde termina o texto citado e registre em erratas.toml as aspas que "
         "faltam"),
    Code("REC003", "aviso", "norma", "dispositivos de outra norma sem aspas",
         "confira na página que os dispositivos são mesmo os de outra norma, que o artigo altera"),
    # ── wordings ─────────────────────────────────────────────────────────────────────────────
    Code("VER001", "nota", "norma", "redação em vigor escolhida entre várias",
         "confira na página que vale a redação indicada; as outras estão em `versoes`"),
    Code("VER002", "aviso", "norma", "texto riscado sem explicação",
         "confira na página e na norma que o alterou se o dispositivo ainda vale"),
    # ── labels ───────────────────────────────────────────────────────────────────────────────
    Code("ROT001", "aviso", "ocr", "linha parecida com rótulo, lida como texto",
         "se a linha começa um dispositivo, registre uma errata que refaça o rótulo; "
         "se é uma citação, nada há a fazer"),
    Code("ROT002", "nota", "ocr", "rótulo reparado",
         "confira na página que o rótulo é o indicado"),
    Code("ROT003", "nota", "ocr", "frase que começa no início da linha, sem rótulo",
         "confira na página se ali começa um dispositivo cujo rótulo se perdeu"),
    Code("ROT004", "nota", "compilador", "dispositivos entre aspas, lidos como texto",
         "são de outra norma: nesta, o texto está no artigo que os cita"),
    Code("ROT005", "nota", "compilador", "lista dentro do texto, não desdobrada",
         "leia as alíneas no texto; se na página cada uma começa uma linha, registre uma errata"),
    Code("ROT006", "nota", "compilador", "linha sem rótulo, lida como título",
         "confira na página se a linha é o título do que vem abaixo dela, e não texto do que vem "
         "acima"),
    Code("ROT007", "nota", "ocr", "título sem rótulo entre títulos com rótulo",
         "confira na página se o rótulo do título se perdeu; se foi isso, refaça-o com uma errata"),
    Code("ROT008", "nota", "compilador", "rótulo no meio da linha",
         "confira na página que ali começa um dispositivo, e que não é uma citação"),
    # ── grammar ──────────────────────────────────────────────────────────────────────────────
    Code("GRA001", "erro", "compilador", "artigo não analisado",
         "o trecho fica inteiro no catálogo, como texto; veja onde a gramática parou"),
    Code("GRA002", "erro", "compilador", "texto sem lugar",
         "o trecho não coube em parte alguma da norma; relate o caso"),
    Code("GRA003", "erro", "compilador", "norma sem texto articulado",
         "não há nenhum artigo: confira se o arquivo é a norma e se o texto foi extraído"),
    Code("GRA004", "erro", "compilador", "faltam artigos demais",
         "a ordem do texto na página pode ter-se perdido; confira as páginas indicadas"),
    # ── parts of the norm ────────────────────────────────────────────────────────────────────
    Code("PRE001", "nota", "compilador", "epígrafe não encontrada",
         "sem epígrafe não se sabe tipo, número e data; indique-os em norma.toml"),
    Code("PRE002", "aviso", "ocr", "data de fecho ilegível",
         "a data do fecho não pôde ser lida; vale a da epígrafe"),
    Code("PRE003", "aviso", "norma", "data do fecho diverge da epígrafe",
         "confira as duas datas na página"),
    Code("PRE004", "aviso", "compilador", "início de vigência não lido",
         "indique `publicacao` em norma.toml e confira a cláusula de vigência na lei"),
    Code("PRE005", "aviso", "norma", "publicação anterior à data da norma",
         "confira `publicacao` em norma.toml"),
    Code("PRE006", "aviso", "compilador", "norma.toml diverge do texto",
         "confira a chave contra a página: vale o lugar de norma.toml, e tipo, número e data do "
         "texto"),
    Code("NUM006", "aviso", "norma", "número diverge do extenso",
         "os dois foram mantidos como impressos; confira na publicação oficial"),
    # ── numbering ────────────────────────────────────────────────────────────────────────────
    Code("NUM001", "aviso", "norma", "lacuna na numeração",
         "nada foi renumerado; confira na publicação oficial se falta um dispositivo"),
    Code("NUM002", "aviso", "norma", "número repetido",
         "o segundo dispositivo leva _rep2 no id; confira na publicação oficial"),
    Code("NUM003", "aviso", "norma", "número fora de ordem",
         "a ordem impressa foi mantida; confira na publicação oficial"),
    Code("NUM004", "aviso", "ocr", "conduta sem número entre condutas numeradas",
         "o rótulo pode ter-se perdido na digitalização; confira na página"),
    Code("NUM005", "aviso", "norma", "parágrafo único ao lado de outros",
         "os rótulos foram mantidos; confira na publicação oficial qual deles vale"),
    Code("NUM007", "aviso", "ocr", "número que a sequência contradiz",
         "nada foi renumerado; se a página mostra outro número, registre uma errata"),
    # ── sanctions ────────────────────────────────────────────────────────────────────────────
    Code("SAN001", "aviso", "norma", "penalidade sem gravidade",
         "sem a linha Infração não há gravidade nem pontos; nada foi suposto"),
    Code("SAN002", "aviso", "norma", "grupo que a norma não define",
         "sem definição do grupo o valor da multa não existe na norma"),
    Code("SAN003", "aviso", "norma", "gravidade diverge da do grupo",
         "as duas foram mantidas como impressas; confira na publicação oficial"),
    Code("SAN004", "nota", "norma", "gravidade escrita de outro modo",
         "lida como a gravidade indicada; o texto impresso está em `sancoes`"),
    Code("SAN005", "aviso", "ocr", "gravidade não reconhecida",
         "confira a linha Infração na página: se a impressão a estragou, registre uma errata; "
         "se a lei diz isso mesmo, nada há a corrigir"),
    Code("SAN006", "nota", "norma", "destinatário só pelo título do capítulo",
         "o artigo não diz a quem se dirige; nada foi suposto"),
    Code("SAN007", "aviso", "norma", "segunda sanção no mesmo dispositivo",
         "as duas foram mantidas; a segunda infração leva _s2 no id"),
    Code("SAN008", "nota", "compilador", "penalidade ou medida de tipo não reconhecido",
         "o texto foi mantido, com o tipo `outra`"),
    Code("SAN009", "aviso", "norma", "infração sem penalidade",
         "a linha Penalidade não foi encontrada; nada foi suposto"),
    Code("SAN010", "nota", "norma", "conduta sem numeração",
         "a conduta não tem rótulo; o id vem da sua posição no artigo"),
    Code("SAN011", "aviso", "ocr", "multa sem grupo nem valor",
         "as outras multas da norma têm grupo; confira a linha Penalidade na página"),
    Code("SAN012", "aviso", "norma", "gravidade sem pontos",
         "a norma dá pontos às gravidades; confira na página onde ela os define"),
    Code("SAN013", "aviso", "compilador", "valor da multa não lido",
         "o texto da penalidade foi mantido; leia nele o valor, que o catálogo deixa nulo"),
    Code("SAN014", "nota", "ocr", "um grupo de sanções para várias condutas",
         "as outras condutas do artigo têm cada uma o seu; confira se falta um grupo na página"),
    Code("SAN015", "nota", "norma", "grupo de outra série que os vizinhos",
         "foi mantido como impresso; confira a linha Penalidade na publicação oficial"),
    Code("SAN016", "nota", "norma", "mesma conduta com outra sanção",
         "as duas foram mantidas; confira na publicação oficial se a lei as distingue"),
    Code("SAN017", "nota", "ocr", "conduta sem o sinal final das outras",
         "confira na página se depois dela se perdeu uma palavra ou um sinal"),
    Code("SAN018", "nota", "compilador", "sanção dentro do texto, não lida",
         "leia o texto: a infração não está na tabela, que só tem as linhas de sanção próprias"),
    Code("SAN019", "aviso", "norma", "definição repetida, com outro valor",
         "vale no catálogo a primeira; confira na publicação oficial qual é a da norma"),
    Code("SAN020", "nota", "norma", "sanção tomada de outra infração",
         "é inferência, guardada à parte em `herancas`; confira o dispositivo indicado"),
    Code("SAN021", "aviso", "compilador", "remissão de sanção não seguida",
         "nada foi suposto; leia na norma a que sanção a linha remete"),
    # ── references ───────────────────────────────────────────────────────────────────────────
    Code("REF001", "aviso", "norma", "remissão quebrada",
         "o dispositivo citado não existe na norma; nada foi posto no lugar dele"),
    # ── regeneration: against the last good catalogue ────────────────────────────────────────
    Code("REG001", "erro", "compilador", "dispositivo perdido",
         "compare com o arquivo anterior; se foi a lei que o suprimiu, publique com "
         "--aceitar REG001:ID"),
    Code("REG002", "erro", "compilador", "texto que encolheu",
         "compare com o arquivo anterior; se a lei diz só isso, publique com --aceitar REG002:ID"),
    Code("REG003", "erro", "compilador", "infração ou linha de sanção perdida",
         "compare com o arquivo anterior; se a lei não pune mais assim, publique com "
         "--aceitar REG003:ID"),
    Code("REG004", "nota", "compilador", "identificador que mudou",
         "inferido de o texto ser o mesmo; confira que é o mesmo dispositivo"),
    # ── amendments ───────────────────────────────────────────────────────────────────────────
    Code("ALT001", "erro", "compilador", "alteração que não se pôde aplicar",
         "leia a frase no ato e diga em [[alteracoes]] de norma.toml o que ela muda, e por quê"),
    Code("ALT002", "nota", "compilador", "norma alterada que não está entre as compiladas",
         "se a alteração interessa, ponha também a norma alterada em raw/"),
    Code("ALT004", "erro", "compilador", "alteração desta norma por aplicar",
         "corrija o ato indicado, ou diga em [[alteracoes]] do seu norma.toml o que ele muda"),
    Code("ALT005", "aviso", "norma", "o que a nova redação não repete",
         "confira no ato se o que não foi repetido devia continuar valendo"),
    Code("ALT006", "aviso", "norma", "duas alterações no mesmo dia",
         "foi aplicada por último a do ato posterior; confira se é a que devia prevalecer"),
    Code("ALT007", "aviso", "norma", "número reaproveitado",
         "o número de um dispositivo revogado não se usa de novo; foi aplicado como está no ato"),
    Code("ALT008", "nota", "norma", "ato sem cláusula de vigência",
         "confira a data em que o ato entrou em vigor e, se for outra, diga-a em norma.toml"),
    Code("ALT009", "aviso", "norma", "caput sem os itens que anuncia",
         "o texto do caput ficou como estava; confira na publicação oficial"),
    # ── the compiler's own faults ────────────────────────────────────────────────────────────
    Code("INT001", "erro", "compilador", "caracteres não conferem",
         "defeito do compilador: o texto não se conservou; relate o caso com o arquivo"),
)  # fmt: skip

CODES: dict[str, Code] = {row.code: row for row in _TABLE}
