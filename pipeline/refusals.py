"""Why the operating system refused a file or an address, in the reader's language.

In: an `OSError`. Out: a few words of Portuguese; the system's own where the case is a rare one.
"""

import errno

_REASONS = {
    errno.ENOSPC: "não há espaço em disco",
    errno.EDQUOT: "a cota de disco está esgotada",
    errno.EACCES: "sem permissão",
    errno.EPERM: "sem permissão",
    errno.EROFS: "o disco só permite leitura",
    errno.ENOENT: "não existe",
    errno.EEXIST: "já existe ali um arquivo com esse nome",
    errno.ENOTDIR: "no caminho há um arquivo, que não é pasta",
    errno.EISDIR: "no lugar do arquivo há uma pasta",
    errno.ENOTEMPTY: "a pasta não está vazia",
    errno.ENAMETOOLONG: "o nome é comprido demais",
    errno.ELOOP: "o atalho aponta para si mesmo",
    errno.EBUSY: "está em uso por outro programa",
    errno.EIO: "o disco falhou",
    errno.EADDRINUSE: "a porta está em uso por outro programa",
    errno.EADDRNOTAVAIL: "o endereço não é desta máquina",
    errno.EMFILE: "há arquivos abertos demais",
}


def reason(error: OSError) -> str:
    """Why the system refused.

    >>> reason(PermissionError(errno.EACCES, "Permission denied"))
    'sem permissão'
    """
    return _REASONS.get(error.errno or 0) or error.strerror or str(error)
