"""The refusal of a change; the text is the reason, in Portuguese."""


class RefusedError(ValueError):
    """A change that the norm does not bear; the text is the reason, in Portuguese."""
