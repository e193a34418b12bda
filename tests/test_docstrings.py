"""The examples in the docstrings are true, and what is public has one."""

import ast
import doctest
import importlib
import pkgutil

import pytest

import pipeline

MODULES = sorted(
    one.name for one in pkgutil.walk_packages(pipeline.__path__, "pipeline.") if not one.ispkg
)
FLAGS = doctest.NORMALIZE_WHITESPACE


def test_there_are_modules_with_examples() -> None:
    finder = doctest.DocTestFinder()
    examples = sum(
        len(test.examples)
        for name in MODULES
        for test in finder.find(importlib.import_module(name))
    )
    assert examples > 60


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_are_true(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_public_functions_and_classes_have_a_docstring(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__file__ is not None
    with open(module.__file__, encoding="utf-8") as file:  # noqa: PTH123
        tree = ast.parse(file.read())
    bare = [
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
    ]
    assert bare == []
