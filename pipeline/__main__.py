"""The way into the command line: `lei`, or `python -m pipeline`.

Apart from `cli`, so that Ctrl-C while its modules are still being loaded ends as it does later on:
with a word, with exit code 130, and without a traceback.
"""

import os


def main() -> None:
    """Run the command line and exit."""
    try:
        from pipeline.cli import main as run

        run()
    except KeyboardInterrupt:
        os.write(2, b"interrompido\n")
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
