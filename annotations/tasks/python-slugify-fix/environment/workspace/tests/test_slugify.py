from src.slugify import slugify


def test_plain_title():
    assert slugify("Hello world") == "hello-world"


def test_accents_are_folded():
    assert slugify("Crème Brûlée") == "creme-brulee"


def test_no_dash_at_either_end():
    assert slugify("  Hello, world!  ") == "hello-world"
    assert slugify("--") == ""
