"""The pages that every test of looks and manners opens: one of each template, and the nasty ones.

A new template gets a line here, and all tests look at its page.
"""

HOSTILE = "normas/norma-hostil/"

PAGES = {
    "inicio": "index.html",
    "texto da lei": "lei.html",
    "lista de artigos": "artigos/index.html",
    "artigo": "artigos/art14.html",
    "capitulo": "capitulos/cap2.html",
    "tabela de infracoes": "infracoes.html",
    "infracao": "infracoes/art14_cpt_inc25.html",
    "infracao sem valor": "infracoes/art18_cpt_inc1.html",
    "multas": "multas.html",
    "procedimento": "procedimento.html",
    "inconsistencias": "inconsistencias.html",
    "correcoes": "correcoes.html",
    "paginas impressas": "facsimile/index.html",
    "pagina impressa": "facsimile/p07.html",
    "ficha": "norma.html",
    "dados": "dados.html",
    "exemplos": "exemplos.html",
    "campos": "campos.html",
    "sobre": "sobre.html",
    "acessibilidade": "acessibilidade.html",
    "metodologia": "metodologia.html",
    "lista de decisoes": "decisoes/index.html",
    "decisao": "decisoes/site.html",
    "lista de codigos": "diagnosticos/index.html",
    "codigo": "diagnosticos/NUM001.html",
    "endereco errado": "404.html",
    "inicio hostil": f"{HOSTILE}index.html",
    "texto hostil": f"{HOSTILE}lei.html",
    "artigo hostil": f"{HOSTILE}artigos/art1.html",
    "infracao hostil": f"{HOSTILE}infracoes/art1_cpt_inc1.html",
    "tabela hostil": f"{HOSTILE}infracoes.html",
    "multas hostis": f"{HOSTILE}multas.html",
}
