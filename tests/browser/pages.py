"""The pages that every test of looks and manners opens: one of each template, and the nasty ones.

A new template gets a line here, and all tests look at its page.
"""

HOSTILE = "normas/norma-hostil/"

PAGES = {
    "início": "index.html",
    "texto da lei": "lei.html",
    "lista de artigos": "artigos/index.html",
    "artigo": "artigos/art14.html",
    "capítulo": "capitulos/cap2.html",
    "tabela de infrações": "infracoes.html",
    "infração": "infracoes/art14_cpt_inc25.html",
    "infração sem valor": "infracoes/art18_cpt_inc1.html",
    "multas": "multas.html",
    "procedimento": "procedimento.html",
    "inconsistências": "inconsistencias.html",
    "correções": "correcoes.html",
    "páginas impressas": "facsimile/index.html",
    "página impressa": "facsimile/p07.html",
    "ficha": "norma.html",
    "dados": "dados.html",
    "exemplos": "exemplos.html",
    "campos": "campos.html",
    "sobre": "sobre.html",
    "acessibilidade": "acessibilidade.html",
    "metodologia": "metodologia.html",
    "lista de decisões": "decisoes/index.html",
    "decisão": "decisoes/site.html",
    "lista de códigos": "diagnosticos/index.html",
    "código": "diagnosticos/NUM001.html",
    "endereço errado": "404.html",
    "início hostil": f"{HOSTILE}index.html",
    "texto hostil": f"{HOSTILE}lei.html",
    "artigo hostil": f"{HOSTILE}artigos/art1.html",
    "infração hostil": f"{HOSTILE}infracoes/art1_cpt_inc1.html",
    "tabela hostil": f"{HOSTILE}infracoes.html",
    "multas hostis": f"{HOSTILE}multas.html",
}
