"""The role of each path where it stands, and the file that a requirement is about."""

from __future__ import annotations

import pytest
from local_world import clause_of, read

from specharness.compile.local.literals import is_folder
from specharness.compile.local.roles import Role

NAMED, JUDGED, EDITED, WRITTEN = Role.NAMED, Role.JUDGED, Role.EDITED, Role.WRITTEN

ROLES: list[tuple[str, dict[str, Role]]] = [
    # One output, with and without an input beside it.
    ("Save the result to `out.json`.", {"out.json": WRITTEN}),
    ("The result should be stored at /data/r.json.", {"/data/r.json": WRITTEN}),
    ("Put the chart in `c.png`.", {"c.png": WRITTEN}),
    ("Deliver `a.pdf` and `b.pdf`.", {"a.pdf": WRITTEN, "b.pdf": WRITTEN}),
    ("Read `x.csv` and write `y.csv`.", {"x.csv": NAMED, "y.csv": WRITTEN}),
    ("Using `x.csv`, create `y.csv`.", {"x.csv": NAMED, "y.csv": WRITTEN}),
    ("Based on `a.md`, draft `b.md`.", {"a.md": NAMED, "b.md": WRITTEN}),
    ("Using the template `t.pptx`, build `d.pptx`.", {"t.pptx": NAMED, "d.pptx": WRITTEN}),
    ("The template is `t.docx`; save the letter as `l.docx`.", {"t.docx": NAMED, "l.docx": WRITTEN}),
    ("The input file is `in.xlsx`; the output file is `out.xlsx`.", {"in.xlsx": NAMED, "out.xlsx": WRITTEN}),
    ("Input: `in.xlsx`. Output: `out.xlsx`.", {"in.xlsx": NAMED, "out.xlsx": WRITTEN}),
    ("Do not touch `a.md`; write `b.md`.", {"a.md": NAMED, "b.md": WRITTEN}),
    ("See https://a.org/x.csv and write `b.csv`.", {"b.csv": WRITTEN}),
    ("Write a script `run.py` that writes `out.csv`.", {"run.py": WRITTEN, "out.csv": WRITTEN}),
    ("读取 `a.csv`，生成 `b.csv`。", {"a.csv": NAMED, "b.csv": WRITTEN}),
    # Inputs are never outputs.
    ("The data is in `x.csv`.", {"x.csv": NAMED}),
    ("The numbers in `x.csv` were produced by a sensor.", {"x.csv": NAMED}),
    ("Compare the totals with `ref.csv`.", {"ref.csv": NAMED}),
    ("You are given `a.csv` and `b.csv`.", {"a.csv": NAMED, "b.csv": NAMED}),
    ("The prices are listed in `p.xlsx`.", {"p.xlsx": NAMED}),
    ("Follow the rules in `STYLE.md`.", {"STYLE.md": NAMED}),
    ("数据位于 `a.csv`。", {"a.csv": NAMED}),
    ("根据 `a.csv` 计算总额。", {"a.csv": NAMED}),
    # Several outputs, in a row and under a lead-in.
    ("Produce three files: `a.csv`, `b.csv` and `c.csv`.", {"a.csv": WRITTEN, "b.csv": WRITTEN, "c.csv": WRITTEN}),
    ("Generate the following:\n\n- `a.csv`: rows\n- `b.md`: text\n", {"a.csv": WRITTEN, "b.md": WRITTEN}),
    ("You are given:\n\n- `a.csv`: rows\n- `b.md`: text\n", {"a.csv": NAMED, "b.md": NAMED}),
    ("Read these files:\n\n1. `a.csv`\n2. `b.md`\n", {"a.csv": NAMED, "b.md": NAMED}),
    ("## Output\n\n- `a.csv`: rows\n", {"a.csv": WRITTEN}),
    ("## 输出\n\n- `a.csv`：数据\n", {"a.csv": WRITTEN}),
    ("## Output\n\n`a.csv`, separated by tabs.\n", {"a.csv": WRITTEN}),
    ("## Output\n\n`a.csv`\n", {"a.csv": WRITTEN}),
    ("## Output\n\n`a.csv` comes from the till.\n", {"a.csv": NAMED}),
    ("## Files\n\n`a.csv`\n", {"a.csv": NAMED}),
    ("Save every list in `a.csv`.", {"a.csv": WRITTEN}),
    ("Remove every `.bak` file in `old/`.", {"old/": NAMED}),
    ("Move each large file in `old/` to `store/`.", {"old/": NAMED, "store/": NAMED}),
    ("## Input\n\n- `a.csv`: rows\n", {"a.csv": NAMED}),
    ("## Files\n\n- `a.csv`: rows\n", {"a.csv": NAMED}),
    ("First, the totals as `t.json`. Second, the list as `l.csv`.", {"t.json": WRITTEN, "l.csv": WRITTEN}),
    # Edited and judged.
    ("Update `README.md`.", {"README.md": EDITED}),
    ("Refactor `lib/a.ts`.", {"lib/a.ts": EDITED}),
    ("Append a line to `log.txt`.", {"log.txt": EDITED}),
    ("Add a section to `CHANGELOG.md`.", {"CHANGELOG.md": EDITED}),
    ("修改 `a.py`。", {"a.py": EDITED}),
    ("`out.csv` must have a header.", {"out.csv": JUDGED}),
    ("In `a.toml`, the port must be 80.", {"a.toml": JUDGED}),
    ("Fix the bug in `src/a.py`.", {"src/a.py": EDITED}),
    ("Set the port in `x.yaml` to 8080.", {"x.yaml": EDITED}),
    ("Fill in the form `f.xlsx` and save it.", {"f.xlsx": EDITED}),
    ("Fill in `t.docx` and save it as `l.docx`.", {"t.docx": NAMED, "l.docx": WRITTEN}),
    ("Change the header in `in.csv`, and write the table to `out.csv`.", {"in.csv": NAMED, "out.csv": WRITTEN}),
    # What others write, wrote or will write is no output.
    ("The script `run.sh` writes its output to `log.txt`.", {"run.sh": NAMED, "log.txt": NAMED}),
    ("Ben will write `b.txt` later.", {"b.txt": NAMED}),
    ("Last week Tom created `b.txt`.", {"b.txt": NAMED}),
    ("Previously this was written to `old.json`.", {"old.json": NAMED}),
    ("The build produces `app.js`.", {"app.js": NAMED}),
    ("Make it write `c.txt` instead.", {"c.txt": NAMED}),
    ("Create a report from the data that Tom saved in `tom.csv`.", {"tom.csv": NAMED}),
    ("The results in `old.json` are wrong.", {"old.json": NAMED}),
    ("The test results are in `junit.xml`.", {"junit.xml": NAMED}),
    ("目录由志愿者录入，保存在 `a.csv`。", {"a.csv": NAMED}),
    ("请把结果保存在 `a.csv`。", {"a.csv": WRITTEN}),
    ("Ignore `b.txt`.", {"b.txt": NAMED}),
    ("You will create `x.md`.", {"x.md": WRITTEN}),
    ("The script must save its output to `out.json`.", {"out.json": WRITTEN}),
    ("The report belongs in `r.md`.", {"r.md": WRITTEN}),
    ("Write `a.json`, then `b.json`.", {"a.json": WRITTEN, "b.json": WRITTEN}),
    # Either of two files is enough, so neither is demanded.
    ("Write the result to `a.json` or `b.json`.", {"a.json": NAMED, "b.json": NAMED}),
    ("Write it either to `a.json` or to `b.json`.", {"a.json": NAMED, "b.json": NAMED}),
    ("Write it to `a.json` (or `a.yaml`, if you prefer).", {"a.json": NAMED, "a.yaml": NAMED}),
    # Guards and prohibitions give no output.
    ("Please dont modify `x.txt`.", {"x.txt": NAMED}),
    ("It is forbidden to update `x.txt`.", {"x.txt": NAMED}),
    ("If `old.csv` exists, delete it.", {"old.csv": NAMED}),
    ("When `a.lock` is there, write `b.txt`.", {"a.lock": NAMED, "b.txt": WRITTEN}),
    ("Do not create `tmp.txt`.", {"tmp.txt": NAMED}),
    ("不要写入 `a.csv`。", {"a.csv": NAMED}),
    # Names and folders are joined.
    ("Create the file report.md in /root/out.", {"/root/out/report.md": WRITTEN}),
    ("Write `a.json` to the folder `/root/out/`.", {"/root/out/a.json": WRITTEN}),
    ("Save `/root/out.json`. `out.json` must be valid.", {"/root/out.json": WRITTEN}),
    ("Move the files to these places:\n\n- `a.txt` to `docs/`\n", {"docs/a.txt": WRITTEN}),
]


@pytest.mark.parametrize(("text", "wanted"), ROLES)
def test_roles(text: str, wanted: dict[str, Role]) -> None:
    _, _, files = read(text)
    strongest: dict[str, Role] = {}
    for mention in files.mentions:
        strongest[mention.path] = max(strongest.get(mention.path, NAMED), mention.role)
    assert strongest == wanted


@pytest.mark.parametrize("text", [text for text, _ in ROLES])
def test_a_mention_quotes_what_it_is_made_of(text: str) -> None:
    _, _, files = read(text)
    for mention in files.mentions:
        for literal in mention.literals:
            assert text[literal.start : literal.end] == literal.value
            assert literal.value.strip("/") in mention.path
    assert [mention.at for mention in files.mentions] == sorted(mention.at for mention in files.mentions)


def test_a_list_of_names_goes_to_the_folder_of_its_lead_in() -> None:
    _, _, files = read("Create in `/root/o/`:\n\n- `a.csv`\n- `b.md`\n")
    assert [m.path for m in files.mentions if not is_folder(m.path)] == ["/root/o/a.csv", "/root/o/b.md"]


def test_two_folders_leave_a_bare_name_alone() -> None:
    _, _, files = read("From `/a/in/` and `/b/in/` create `x.csv`.")
    assert [m.path for m in files.mentions if not is_folder(m.path)] == ["x.csv"]


A, B = "Write `a.json`.", "Write `b.csv`."
IN_FORCE: list[tuple[str, str, str | None]] = [
    (f"{A}\n\nThe file must be valid.", "The file must be valid.", "a.json"),
    (f"{A} It must be valid.", "It must be valid.", "a.json"),
    ("Write `a.json` and `b.csv`.\n\nIt must be sorted.", "It must be sorted.", "b.csv"),
    (f"{A}\n\n{B}\n\nIt must be sorted.", "It must be sorted.", "b.csv"),
    (f"# A\n\n{A}\n\n# B\n\n{B}\n\nRows are sorted.", "Rows are sorted.", "b.csv"),
    (f"# A\n\n{A}\n\nKeys are lower case.\n\n# B\n\n{B}", "Keys are lower case.", "a.json"),
    (f"{A} {B}\n\n## a.json\n\nIt has a key.\n\n## b.csv\n\nIt has rows.", "It has a key.", "a.json"),
    (f"{A} {B}\n\n## a.json\n\nIt has a key.\n\n## b.csv\n\nIt has rows.", "It has rows.", "b.csv"),
    (f"# T\n\n{A}\n\n## Shape\n\n### Keys\n\nThere is a key.", "There is a key.", "a.json"),
    (f"# 1\n\n{A}\n\n# 2\n\n{B}\n\n# 3\n\nIt is valid.", "It is valid.", None),
    ("Update `a.py`.\n\n## Rules\n\nIt must not contain `x`.", "It must not contain `x`.", "a.py"),
    ("# T\n\nUpdate `a.csv`.\n\n## Output\n\nWrite `b.csv`.\n\n## Rules\n\nIt has a key.", "It has a key.", None),
    ("# T\n\nUpdate `a.csv`.\n\n## Rules\n\nIt has a key.", "It has a key.", "a.csv"),
    ("Save `out.csv` with these columns:\n\n- `a`\n- `b`", "`b`", "out.csv"),
    ("`out.csv` must have these columns:\n\n- `a`\n- `b`", "`b`", "out.csv"),
    ("In `a.json`, `x` must be 1 and `y` must be 2.", "`y` must be 2.", "a.json"),
    ("The data is in `in.csv`.\n\nIt must be sorted.", "It must be sorted.", None),
    (f"The data is in `in.csv`.\n\n{B}\n\nIt must be sorted.", "It must be sorted.", "b.csv"),
    (f"{B}\n\nThe data is in `in.csv`.\n\nThe rows must be sorted.", "The rows must be sorted.", "b.csv"),
    ("If `x.csv` exists, stop. The file must be sorted.", "The file must be sorted.", None),
    ("Nothing is named here. It must be sorted.", "It must be sorted.", None),
    ("Write `f_{id}.csv`.\n\nIt must be sorted.", "It must be sorted.", None),
    ("写入 `a.json`。它必须有效。", "它必须有效。", "a.json"),
    ("数据在 `in.csv`。必须排序。", "必须排序。", None),
]


@pytest.mark.parametrize(("text", "sentence", "wanted"), IN_FORCE)
def test_the_file_in_force(text: str, sentence: str, wanted: str | None) -> None:
    focus = clause_of(text, sentence).focus
    assert (focus.path if focus is not None else None) == wanted


def test_what_is_written_is_listed_once_in_order() -> None:
    _, _, files = read(f"{B} {A} `b.csv` must be sorted. Read `in.csv`. Save `f_*.txt`.")
    assert files.written == ("b.csv", "a.json")


def test_a_clause_of_several_files_is_about_all_of_them() -> None:
    clause = clause_of(f"{A} {B}\n\nNeither file may be empty.", "Neither file may be empty.")
    assert clause.about()["path"].value == ("a.json", "b.csv")


def test_a_wrong_number_of_files_is_about_none_of_them() -> None:
    clause = clause_of(f"{A} {B}\n\nAll three files must be small.", "All three files must be small.")
    assert clause.several() == {}
