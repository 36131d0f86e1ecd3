"""What each rule reads off a sentence: family and exact parameters, and what it leaves alone; English and Chinese."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from local_world import guess_of, read, values

from specharness.compile.local.clause import Guess
from specharness.compile.local.literals import number
from specharness.compile.local.rules import RULES
from specharness.ir import Scalar

Wanted = dict[str, Scalar | tuple[Scalar, ...]]


class Document(NamedTuple):
    """A text with a place for a sentence, and the file that it tells to write."""

    text: str
    path: str | None


J = Document("Write the result to `/root/out.json`.\n\n{}\n", "/root/out.json")
C = Document("Save the table as `/root/out.csv`.\n\n{}\n", "/root/out.csv")
X = Document("Save the workbook as `/root/book.xlsx`.\n\n{}\n", "/root/book.xlsx")
M = Document("Write the report to `/root/report.md`.\n\n{}\n", "/root/report.md")
T = Document("Write the answer to `/root/answer.txt`.\n\n{}\n", "/root/answer.txt")
ZJ = Document("把结果写入 `/root/out.json`。\n\n{}\n", "/root/out.json")
ZC = Document("把表格保存为 `/root/out.csv`。\n\n{}\n", "/root/out.csv")
ZM = Document("把报告写到 `/root/report.md`。\n\n{}\n", "/root/report.md")
N = Document("# Task\n\n{}\n", None)
TWO = Document("Write `/root/a.json` with the totals and `/root/b.csv` with the rows.\n\n{}\n", None)
FIX = Document("Fix the bug in `src/parse.py`.\n\n{}\n", None)
LJ = Document("Write the result to `/root/out.json`. It must have these fields:\n\n{}\n", "/root/out.json")
LC = Document("Save the table as `/root/out.csv` with these columns:\n\n{}\n", "/root/out.csv")

FAMILIES: dict[str, list[tuple[Document, str, Wanted]]] = {
    "path_exists": [
        (N, "Save your solution to `/app/solution.py`.", {"path": "/app/solution.py"}),
        (N, "Create a file named `summary.md` in `/root/reports/`.", {"path": "/root/reports/summary.md"}),
        (N, "The final chart must be saved as charts/total.png.", {"path": "charts/total.png"}),
        (N, "Export the cleaned list to **contacts.csv**.", {"path": "contacts.csv"}),
        (N, "`/data/index.html` must exist when you are done.", {"path": "/data/index.html"}),
        (N, "Produce /root/results/final.pdf from the notes.", {"path": "/root/results/final.pdf"}),
        (N, "Put the merged file into `~/merged.txt`.", {"path": "~/merged.txt"}),
        (N, "把统计结果保存到 `/root/stats.json`。", {"path": "/root/stats.json"}),
        (N, "请生成 report.docx 文件。", {"path": "report.docx"}),
        (N, "将图表导出为 `输出/图表.png`。", {"path": "输出/图表.png"}),
        (N, "Please write an essay to essay.txt.", {"path": "essay.txt"}),
        (N, "Store your findings at /tmp/findings.yaml, please.", {"path": "/tmp/findings.yaml"}),
        (N, "The deliverable is `slides.pptx`.", {"path": "slides.pptx"}),
        (N, "Its output goes to `run.log`.", {"path": "run.log"}),
        (N, "在 `/root/out` 目录下创建 `index.html`。", {"path": "/root/out/index.html"}),
        (N, "最终结果输出到 result.csv 文件中。", {"path": "result.csv"}),
        (N, "Instead of `a.csv`, write `b.csv`.", {"path": "b.csv"}),
        (N, "Convert the file in.docx into out.pdf.", {"path": "out.pdf"}),
        (N, "Use `in.csv` to create `out.csv`.", {"path": "out.csv"}),
        (N, "Write `out.csv` from `in.csv`.", {"path": "out.csv"}),
        (N, "Create `b.txt` based on `a.txt`.", {"path": "b.txt"}),
        (N, "After reading `in.txt`, write `out.txt`.", {"path": "out.txt"}),
        (N, "Combine `x.json` with `y.json` and save it as `z.json`.", {"path": "z.json"}),
        (N, "从 `g.csv` 读取数据，写入 `h.csv`。", {"path": "h.csv"}),
        (N, "`setup.py` must still be present.", {"path": "setup.py"}),
        (N, "The generated archive has to be stored under `/backup/day.zip`.", {"path": "/backup/day.zip"}),
        (N, "Render the page and save it as `page.png`.", {"path": "page.png"}),
        (N, "新建文件 `src/新模块.py`。", {"path": "src/新模块.py"}),
        (N, "Convert `in.csv` to `out.json`.", {"path": "out.json"}),
        (N, "Merge `a.csv` and `b.csv` into `c.csv`.", {"path": "c.csv"}),
        (N, "将 `i.csv` 转换为 `k.json`。", {"path": "k.json"}),
        (N, "Rename `draft.md` to `final.md`.", {"path": "final.md"}),
    ],
    "path_absent": [
        (N, "Delete `old/cache.db`.", {"path": "old/cache.db"}),
        (N, "Remove the temporary file `tmp.log` when finished.", {"path": "tmp.log"}),
        (N, "`legacy.cfg` must not exist afterwards.", {"path": "legacy.cfg"}),
        (N, "The folder `build/` must be deleted.", {"path": "build/"}),
        (N, "Do not create `notes.txt`.", {"path": "notes.txt"}),
        (N, "删除旧文件 `a/old.txt`。", {"path": "a/old.txt"}),
        (N, "`config.ini` 不得存在。", {"path": "config.ini"}),
        (N, "`.env` is gone once you are finished.", {"path": ".env"}),
        (N, "Drop `node_modules/` before you finish.", {"path": "node_modules/"}),
        (N, "`a.lock` should no longer exist.", {"path": "a.lock"}),
        (N, "清理临时文件 `tmp.db`。", {"path": "tmp.db"}),
        (N, "不要生成 `d.txt`。", {"path": "d.txt"}),
        (N, "Afterwards, `tmp/` must no longer exist.", {"path": "tmp/"}),
        (N, "`旧版.txt` 必须删除。", {"path": "旧版.txt"}),
    ],
    "unchanged": [
        (N, "Do not modify `input.csv`.", {"path": "input.csv"}),
        (N, "`/root/original.docx` must stay untouched.", {"path": "/root/original.docx"}),
        (N, "Leave `settings.toml` exactly as it is.", {"path": "settings.toml"}),
        (N, "Never edit `package-lock.json`.", {"path": "package-lock.json"}),
        (N, "Don't edit the `tests` folder.", {"path": "tests"}),
        (N, "Never change files in `fixtures`.", {"path": "fixtures"}),
        (N, "The file `tests/test_api.py` must not be changed.", {"path": "tests/test_api.py"}),
        (N, "Keep `a.txt` and `b.txt` unchanged.", {"path": ("a.txt", "b.txt")}),
        (N, "不要修改 `data/raw.csv`。", {"path": "data/raw.csv"}),
        (N, "`模板.docx` 保持不变。", {"path": "模板.docx"}),
        (N, "原文件 `in.xlsx` 不得改动。", {"path": "in.xlsx"}),
        (N, "You shouldn't overwrite `base.json`.", {"path": "base.json"}),
        (TWO, "Both files must be unchanged after a second run.", {"path": ("/root/a.json", "/root/b.csv")}),
        (FIX, "Don't touch any file under `tests/`.", {"path": "tests/"}),
        (FIX, "Do not rename `src/parse.py`.", {"path": "src/parse.py"}),
        (N, "Leave `LICENSE` alone.", {"path": "LICENSE"}),
        (N, "`data/in.csv` is read-only and must not be overwritten.", {"path": "data/in.csv"}),
        (N, "请勿改动 `config/prod.yaml`。", {"path": "config/prod.yaml"}),
        (N, "Only `a.py` may not be changed.", {"path": "a.py"}),
        (N, "Please leave `poetry.lock` untouched.", {"path": "poetry.lock"}),
        (N, "`schema.sql` may not be modified.", {"path": "schema.sql"}),
        (N, "不得改动 `conf/base.ini`。", {"path": "conf/base.ini"}),
        (N, "Do not delete `keep.txt`.", {"path": "keep.txt"}),
        (N, "Never remove `data/`.", {"path": "data/"}),
        (N, "不要删除 `b.txt`。", {"path": "b.txt"}),
    ],
    "only_changes": [
        (N, "Only `src/app.py` may be changed.", {"allowed": "src/app.py"}),
        (N, "Only modify `config.yaml`.", {"allowed": "config.yaml"}),
        (N, "No file other than `slug.py` may be edited.", {"allowed": "slug.py"}),
        (
            N,
            "Apart from `CHANGELOG.md` and `setup.cfg`, nothing may change.",
            {"allowed": ("CHANGELOG.md", "setup.cfg")},
        ),
        (N, "只能修改 `main.py`。", {"allowed": "main.py"}),
        (N, "除 `a.md` 以外，不得修改任何文件。", {"allowed": "a.md"}),
        (FIX, "No other file may be changed.", {"allowed": "src/parse.py"}),
        (FIX, "Do not create any new files.", {"allowed": "src/parse.py"}),
        (N, "Never delete files.", {}),
        (N, "Do not change any file outside the `tests` folder.", {"allowed": "tests"}),
        (N, "Change nothing but `main.py`.", {"allowed": "main.py"}),
        (N, "Keep everything else in `index.html` unchanged.", {"path": "index.html"}),
        (N, "Do not modify any file except `a.py`.", {"allowed": "a.py"}),
        (N, "Everything except `a.py` must stay unchanged.", {"allowed": "a.py"}),
        (N, "Do not change anything but `a.py`.", {"allowed": "a.py"}),
        (N, "除了 `a.py`，其他文件都不能修改。", {"allowed": "a.py"}),
        (N, "Nothing outside `src/core/` may be changed.", {"allowed": "src/core/"}),
    ],
    "dir_contents": [
        (
            N,
            "The folder `/root/out/` must contain exactly these files: `a.txt` and `b.txt`.",
            {"path": "/root/out/", "allowed": ("a.txt", "b.txt")},
        ),
        (
            N,
            "The directory `dist/` contains only `index.html`, nothing else.",
            {"path": "dist/", "allowed": "index.html"},
        ),
        (N, "目录 `/root/out/` 中只能有 `a.txt` 和 `b.txt`。", {"path": "/root/out/", "allowed": ("a.txt", "b.txt")}),
    ],
    "format_valid": [
        (J, "The file must be valid JSON.", {"value": "JSON"}),
        (N, "`/root/deck.pptx` must be a valid PowerPoint file.", {"path": "/root/deck.pptx", "value": "PowerPoint"}),
        (ZJ, "文件必须是合法的 JSON。", {"value": "JSON"}),
        (C, "It has to be a well-formed CSV.", {"value": "CSV"}),
        (J, "The file is valid JSON, encoded as UTF-8.", {"value": "JSON"}),
        (J, "Make sure it parses as a JSON document.", {"value": "JSON"}),
        (N, "`/root/img.png` must be a valid PNG.", {"path": "/root/img.png", "value": "PNG"}),
        (ZC, "必须是有效的 CSV。", {"value": "CSV"}),
    ],
    "schema": [
        (C, "It must have the columns `id`, `name` and `price`.", {"column": ("id", "name", "price")}),
        (C, "Columns: date, amount, total", {"column": ("date", "amount", "total")}),
        (C, "The header row must be `sku,qty`.", {"column": ("sku", "qty")}),
        (C, "The columns are, in this order: `a`, `b`.", {"column": ("a", "b")}),
        (ZC, "列名依次为：`日期`、`金额`。", {"column": ("日期", "金额")}),
        (ZC, "表头必须是“订单号”、“数量”。", {"column": ("订单号", "数量")}),
        (J, "The object must have the keys `total` and `count`.", {"keys": ("total", "count")}),
        (J, "It must contain the fields `id`, `name`.", {"keys": ("id", "name")}),
        (ZJ, "必须包含字段 `姓名` 和 `age`。", {"keys": ("姓名", "age")}),
        (X, "It must contain a sheet named `Summary`.", {"sheet": "Summary"}),
        (LJ, "- `total`: the sum of all amounts", {"keys": "total"}),
        (LC, "- `sku`: the article's number", {"column": "sku"}),
        (X, 'There must be a sheet called "Raw data".', {"sheet": "Raw data"}),
        (X, "工作表名为“汇总”。", {"sheet": "汇总"}),
        (C, "It needs the columns `id`, `when` and nothing else.", {"column": ("id", "when")}),
        (X, 'The first sheet is named "Overview".', {"sheet": "Overview"}),
        (C, "It must have the columns id, name and age, in this order.", {"column": ("id", "name", "age")}),
        (C, "It must have the columns id, name and age in the following order.", {"column": ("id", "name", "age")}),
        (C, "It must have the columns `id`, `name` and, optionally, `age`.", {"column": ("id", "name")}),
        (C, "Columns: `id` (integer), `age` (optional), `name` (text).", {"column": ("id", "name")}),
        (C, "The column `day` must exist.", {"column": "day"}),
        (J, "It must have the keys `a`, `b` and, optionally, `c`.", {"keys": ("a", "b")}),
        (J, "The object must contain a `currency` key.", {"keys": "currency"}),
        (X, 'Add the sheet "Summary".', {"sheet": "Summary"}),
        (X, "It must have the sheets Income and Costs.", {"sheet": ("Income", "Costs")}),
        (X, 'The workbook has two sheets: "Data" and "Pivot".', {"sheet": ("Data", "Pivot"), "count": 2}),
        (ZC, "列名依次为 `甲`、`乙`，不得有其他列。", {"column": ("甲", "乙")}),
    ],
    "count": [
        (J, "It must contain exactly 12 items.", {"count": 12, "field": "items"}),
        (C, "The file must have at least 5 rows.", {"min": 5, "field": "rows"}),
        (C, "There must be no more than 100 lines.", {"max": 100, "field": "lines"}),
        (M, "The report must be under 500 words.", {"max_exclusive": 500, "field": "words"}),
        (M, "It must have between 200 and 300 words.", {"min": 200, "max": 300, "field": "words"}),
        (M, "The text must not be longer than 1,200 characters.", {"max": 1200, "field": "characters"}),
        (J, "The `tags` list must hold at least three items.", {"min": 3, "field": "tags"}),
        (ZC, "文件必须有恰好 10 行。", {"count": 10, "field": "rows"}),
        (ZM, "报告不超过 800 字。", {"max": 800, "field": "characters"}),
        (N, "`deck.pptx` must have exactly seven slides.", {"path": "deck.pptx", "count": 7, "field": "slides"}),
        (J, "The array must have more than 4 elements.", {"min_exclusive": 4, "field": "items"}),
        (C, "There should be exactly 31 data rows.", {"count": 31, "field": "rows"}),
        (C, "The output has a maximum of 20 columns.", {"max": 20, "field": "columns"}),
        (M, "Write no more than two pages.", {"max": 2, "field": "pages"}),
        (M, "At least 150 words are required.", {"min": 150, "field": "words"}),
        (ZC, "数据行至少 20 行。", {"min": 20, "field": "rows"}),
        (ZJ, "数组中至少有 3 个元素。", {"min": 3, "field": "items"}),
        (ZM, "全文最多 1000 字。", {"max": 1000, "field": "characters"}),
        (X, 'Sheet "Plan" must have exactly 12 rows.', {"count": 12, "field": "rows", "sheet": "Plan"}),
        (C, "There must not be more than 8 columns.", {"max": 8, "field": "columns"}),
        (C, "The file must not have fewer than 3 rows.", {"min": 3, "field": "rows"}),
        (C, "The table must never exceed 50 rows.", {"max": 50, "field": "rows"}),
        (J, "The list must not contain more than 10 items.", {"max": 10, "field": "items"}),
        (J, "The list cannot have less than 2 items.", {"min": 2, "field": "items"}),
        (ZM, "不得少于 300 字。", {"min": 300, "field": "characters"}),
        (ZC, "不能超过 20 行。", {"max": 20, "field": "rows"}),
        (J, "`steps` must have 3 to 5 entries.", {"min": 3, "max": 5, "field": "steps"}),
        (J, "`steps` must have 3-5 elements.", {"min": 3, "max": 5, "field": "steps"}),
        (M, "It must have two to four lines.", {"min": 2, "max": 4, "field": "lines"}),
        (M, "It must have 3 or 4 lines.", {"min": 3, "max": 4, "field": "lines"}),
        (M, "It must be shorter than 5 lines.", {"max_exclusive": 5, "field": "lines"}),
        (M, "It must be longer than 5 lines.", {"min_exclusive": 5, "field": "lines"}),
        (M, "It must not be shorter than 5 lines.", {"min": 5, "field": "lines"}),
        (M, "It must have 5 lines or fewer.", {"max": 5, "field": "lines"}),
        (M, "It must have 5 or more lines.", {"min": 5, "field": "lines"}),
        (M, "It must contain no more than 5 lines and no fewer than 2.", {"max": 5, "min": 2, "field": "lines"}),
        (J, "`tags` must contain at least 3 but not more than 5 elements.", {"min": 3, "max": 5, "field": "tags"}),
        (ZM, "共 3 到 5 行。", {"min": 3, "max": 5, "field": "lines"}),
        (ZM, "必须有 5 行以上。", {"min": 5, "field": "lines"}),
        (ZC, "至少包含 3 列。", {"min": 3, "field": "columns"}),
    ],
    "number_format": [
        (J, "Round `total` to 2 decimal places.", {"decimals": 2, "field": "total"}),
        (C, "`price` must have exactly two decimals.", {"decimals": 2, "column": "price"}),
        (C, "All values are rounded to 3 decimal places.", {"decimals": 3}),
        (ZJ, "`total` 保留两位小数。", {"decimals": 2, "field": "total"}),
        (ZC, "金额四舍五入到小数点后 3 位。", {"decimals": 3}),
        (T, "Use the format `X.XX`.", {"decimals": 2, "pattern": "X.XX"}),
        (C, "Do not use scientific notation.", {"text": "scientific notation"}),
        (C, "Numbers are written without thousands separators.", {"text": "thousands separators"}),
        (
            TWO,
            "In `/root/a.json`, `total` is rounded to 2 decimals.",
            {"path": "/root/a.json", "decimals": 2, "field": "total"},
        ),
        (J, "Round every amount to the nearest 2 decimal places.", {"decimals": 2}),
        (C, "`weight` is given with one decimal place.", {"decimals": 1, "column": "weight"}),
        (ZC, "不要使用科学计数法。", {"text": "科学计数法"}),
        (T, "The answer is a single number with two decimal places.", {"decimals": 2}),
    ],
    "sorted": [
        (C, "Sort the rows by `date`.", {"column": "date"}),
        (C, "The rows must be sorted by `amount` in descending order.", {"column": "amount", "order": "descending"}),
        (J, "The list must be sorted alphabetically by `name`.", {"field": "name", "order": "ascending"}),
        (ZC, "按 `日期` 升序排列。", {"column": "日期", "order": "ascending"}),
        (J, "`scores` must be ordered by score, highest first.", {"field": "score", "order": "descending"}),
        (TWO, "`/root/b.csv` must be sorted by `day`.", {"path": "/root/b.csv", "column": "day"}),
        (C, "Row order: newest first, sorted by `date`.", {"column": "date", "order": "descending"}),
        (C, "Sort by `city`, then by `name`.", {"column": "city"}),
        (C, "Sort by `total` from high to low.", {"column": "total", "order": "descending"}),
        (C, "The file is sorted in ascending order of `id`.", {"column": "id", "order": "ascending"}),
        (ZC, "按“金额”从大到小排序。", {"column": "金额", "order": "descending"}),
        (ZC, "按金额降序排序。", {"column": "金额", "order": "descending"}),
    ],
    "unique": [
        (C, "The `email` column must be unique.", {"column": "email"}),
        (C, "There must be no duplicate rows: remove duplicates.", {}),
        (J, "Each `id` may appear only once.", {"field": "id"}),
        (ZC, "`编号` 不得重复。", {"column": "编号"}),
        (C, "Deduplicate by `email`.", {"column": "email"}),
        (J, "The values of `slug` must be unique.", {"field": "slug"}),
        (C, "No value of `sku` may occur twice.", {"column": "sku"}),
        (ZC, "`email` 必须唯一。", {"column": "email"}),
        (ZC, "去重后保存。", {}),
        (C, "No two rows may share the same `id`.", {"column": "id"}),
        (C, "`id` may not appear more than once.", {"column": "id"}),
    ],
    "value_equals": [
        (J, '`status` must be `"done"`.', {"field": "status", "value": "done"}),
        (J, "Set `debug` to `false`.", {"field": "debug", "value": False}),
        (J, "`retries` must be 3.", {"field": "retries", "value": 3}),
        (J, '`currency` is always "EUR".', {"field": "currency", "value": "EUR"}),
        (X, "Cell B2 must be 100.", {"range": "B2", "value": 100}),
        (ZJ, "`version` 必须为 `2`。", {"field": "version", "value": 2}),
        (ZJ, "将 `enabled` 设为 `true`。", {"field": "enabled", "value": True}),
        (J, "`level` must be one of `low`, `mid`, `high`.", {"field": "level", "allowed": ("low", "mid", "high")}),
        (C, "`status` must be either `open` or `closed`.", {"column": "status", "allowed": ("open", "closed")}),
        (ZJ, "`type` 只能是 `甲`、`乙` 之一。", {"field": "type", "allowed": ("甲", "乙")}),
        (J, '`unit` must equal "kg".', {"field": "unit", "value": "kg"}),
        (J, "`ok` must be true.", {"field": "ok", "value": True}),
        (J, "`error` must be null.", {"field": "error", "value": None}),
        (
            N,
            "In `config.yaml`, set `log.level` to `warn`.",
            {"path": "config.yaml", "field": "log.level", "value": "warn"},
        ),
        (
            N,
            "Change `timeout` in `service.toml` from 30 to 60.",
            {"path": "service.toml", "field": "timeout", "value": 60},
        ),
        (
            N,
            "Bump `version` in `package.json` to `2.1.0`.",
            {"path": "package.json", "field": "version", "value": "2.1.0"},
        ),
        (N, "Set cell B2 of `b.xlsx` to 5.", {"path": "b.xlsx", "range": "B2", "value": 5}),
        (N, 'Set B2 in `b.xlsx` to "Paid".', {"path": "b.xlsx", "range": "B2", "value": "Paid"}),
        (
            N,
            'In `b.xlsx`, set cell `C4` on sheet "Costs" to 120.',
            {"path": "b.xlsx", "sheet": "Costs", "range": "C4", "value": 120},
        ),
        (
            N,
            "Change cell D10 on the Summary sheet of `b.xlsx` from 4 to 0.",
            {"path": "b.xlsx", "sheet": "Summary", "range": "D10", "value": 0},
        ),
        (X, 'In the sheet `Plan`, cell A1 must be "Month".', {"sheet": "Plan", "range": "A1", "value": "Month"}),
        (X, "单元格 `B3` 必须为 `100`。", {"range": "B3", "value": 100}),
        (J, '`grade` is one of "A", "B" or "C".', {"field": "grade", "allowed": ("A", "B", "C")}),
        (C, "`size` can only be `S`, `M` or `L`.", {"column": "size", "allowed": ("S", "M", "L")}),
        (ZC, "`状态` 取值只能是 `开`、`关`。", {"column": "状态", "allowed": ("开", "关")}),
        (ZJ, "`flag` 应为 `false`。", {"field": "flag", "value": False}),
        (J, "`active` must be true or false.", {"field": "active", "allowed": (True, False)}),
        (J, "Set `active` to true or false.", {"field": "active", "allowed": (True, False)}),
        (J, "`n` must be 1, 2 or 3.", {"field": "n", "allowed": (1, 2, 3)}),
        (ZJ, "`active` 必须是 true 或 false。", {"field": "active", "allowed": (True, False)}),
        (J, '`status` must be "ok" or "bad", never "unknown".', {"field": "status", "allowed": ("ok", "bad")}),
        (J, '`status` is one of "a", "b", but not "c".', {"field": "status", "allowed": ("a", "b")}),
        (
            C,
            'The column `status` may only contain "open" or "shut".',
            {"column": "status", "allowed": ("open", "shut")},
        ),
        (C, '`status` must contain only "open" and "shut".', {"column": "status", "allowed": ("open", "shut")}),
        (J, "The only values allowed for `state` are `on` and `off`.", {"field": "state", "allowed": ("on", "off")}),
        (X, 'Cell A1 of "Costs" must be "Item".', {"sheet": "Costs", "range": "A1", "value": "Item"}),
        (X, 'Cell A1 must contain "Item".', {"range": "A1", "value": "Item"}),
    ],
    "value_range": [
        (J, "`score` must be between 0 and 100.", {"field": "score", "min": 0, "max": 100}),
        (J, "`age` must be at least 18.", {"field": "age", "min": 18}),
        (J, "`ratio` must be less than 1.", {"field": "ratio", "max_exclusive": 1}),
        (C, "`price` must be positive.", {"column": "price", "min_exclusive": 0}),
        (J, "`delay` must not exceed 2.5.", {"field": "delay", "max": 2.5}),
        (C, "No `qty` may be negative.", {"column": "qty", "min": 0}),
        (ZJ, "`score` 必须大于等于 60。", {"field": "score", "min": 60}),
        (ZJ, "`rate` 必须介于 0 到 1。", {"field": "rate", "min": 0, "max": 1}),
        (LJ, "- `rate` must be between 0 and 1", {"field": "rate", "min": 0, "max": 1}),
        (J, "Every `amount` must be greater than 0.", {"field": "amount", "min_exclusive": 0}),
        (J, "`count` must be >= 10.", {"field": "count", "min": 10}),
        (J, "The value of `p` has to lie within 0.05 to 0.95.", {"field": "p", "min": 0.05, "max": 0.95}),
        (J, "`a` must not be greater than 7.", {"field": "a", "max": 7}),
        (J, "`a` must be no less than 2.", {"field": "a", "min": 2}),
        (J, "`a` must not be above 4.", {"field": "a", "max": 4}),
        (J, "`confidence` must be a number between 0 and 1 (inclusive).", {"field": "confidence", "min": 0, "max": 1}),
        (ZJ, "`count` 必须大于 0。", {"field": "count", "min_exclusive": 0}),
        (J, "`temperature` must not be below -40.", {"field": "temperature", "min": -40}),
        (J, "`speed` may not be higher than 120.", {"field": "speed", "max": 120}),
        (J, "`speed` must not be less than 5.", {"field": "speed", "min": 5}),
        (J, "`a` should never exceed 9.", {"field": "a", "max": 9}),
        (J, "`a` cannot be smaller than 1.", {"field": "a", "min": 1}),
        (J, "`a` 不能小于 3。", {"field": "a", "min": 3}),
        (J, "`a` 不得大于 8。", {"field": "a", "max": 8}),
        (J, "`page` must be at least 1 and at most 50.", {"field": "page", "min": 1, "max": 50}),
        (J, "`x` must exceed 3.", {"field": "x", "min_exclusive": 3}),
        (J, "`x` must not exceed 3.", {"field": "x", "max": 3}),
        (J, "`n` is never more than 10.", {"field": "n", "max": 10}),
        (J, "`n` must never fall below 5.", {"field": "n", "min": 5}),
        (J, "`n` mustn't be more than 5.", {"field": "n", "max": 5}),
        (J, "No value of `qty` may exceed 7.", {"field": "qty", "max": 7}),
        (J, "`n` must be no less than 5 and no more than 10.", {"field": "n", "min": 5, "max": 10}),
        (J, "`n` must be strictly between 1 and 10.", {"field": "n", "min_exclusive": 1, "max_exclusive": 10}),
        (J, "`n` must lie between 1 and 10 (exclusive).", {"field": "n", "min_exclusive": 1, "max_exclusive": 10}),
        (ZJ, "`n` 必须严格介于 1 和 10 之间。", {"field": "n", "min_exclusive": 1, "max_exclusive": 10}),
        (J, "`n` must be 1 or greater.", {"field": "n", "min": 1}),
        (J, "`n` must be 5 or less.", {"field": "n", "max": 5}),
    ],
    "pattern": [
        (C, "`date` must use the format YYYY-MM-DD.", {"column": "date", "pattern": "YYYY-MM-DD"}),
        (J, "`created` must be an ISO 8601 timestamp.", {"field": "created", "pattern": "ISO 8601"}),
        (T, "The file must contain only the number.", {"pattern": "only the number"}),
        (C, "`code` must start with `AB-`.", {"column": "code", "text": "AB-", "pattern": "must start"}),
        (J, "`country` must be uppercase.", {"field": "country", "pattern": "uppercase"}),
        (ZC, "`日期` 的格式为 YYYY-MM-DD。", {"column": "日期", "pattern": "YYYY-MM-DD"}),
        (ZC, "`编号` 必须以 `ID` 开头。", {"column": "编号", "text": "ID", "pattern": "开头"}),
        (C, "Dates are written as DD.MM.YYYY.", {"pattern": "DD.MM.YYYY"}),
        (C, "Write `when` as YYYY-MM-DDTHH:MM:SSZ.", {"column": "when", "pattern": "YYYY-MM-DDTHH:MM:SSZ"}),
        (T, "Write just the number, nothing else.", {"pattern": "just the number"}),
        (T, "The file must hold a single number.", {"pattern": "a single number"}),
        (J, '`iban` must end with "00".', {"field": "iban", "text": "00", "pattern": "must end"}),
        (J, "`email` values must be lower case.", {"field": "email", "pattern": "lower case"}),
        (ZJ, "`currency` 必须是大写。", {"field": "currency", "pattern": "大写"}),
        (T, "Only the number must be in the file.", {"pattern": "Only the number"}),
        (C, "The column `day` uses the format DD.MM.YYYY.", {"column": "day", "pattern": "DD.MM.YYYY"}),
    ],
    "contains": [
        (M, "The report must contain the heading `## Summary`.", {"text": "## Summary"}),
        (M, 'It must mention "Acme Corp" and "Beta Ltd".', {"text": ("Acme Corp", "Beta Ltd")}),
        (ZM, "必须包含“结论”一节。", {"text": "结论"}),
        (M, 'Include the sentence "All figures are in euros." at the end.', {"text": "All figures are in euros."}),
        (M, "The phrase `confidential` must appear in the first line.", {"text": "confidential"}),
        (ZM, "标题为“年度报告”。", {"text": "年度报告"}),
        (M, 'Keep the heading "Notes".', {"text": "Notes"}),
        (M, 'Not only "A" but also "B" must be mentioned.', {"text": ("A", "B")}),
        (M, 'The document must contain the exact phrase "Approved by the board".', {"text": "Approved by the board"}),
        (M, "Add the line `Signed: HR` at the end of the report.", {"text": "Signed: HR"}),
        (ZM, "文中必须出现“风险提示”。", {"text": "风险提示"}),
        (M, 'Do not forget to mention "Acme".', {"text": "Acme"}),
        (M, 'It must not only contain "A" but also "B".', {"text": ("A", "B")}),
        (M, 'It must not just mention "A" but also "B".', {"text": ("A", "B")}),
        (M, 'Mention "Acme" but not "Beta".', {"text": "Acme"}),
        (M, 'It must mention "Acme", not "Beta".', {"text": "Acme"}),
        (J, '`tags` must contain "red".', {"field": "tags", "text": "red"}),
    ],
    "not_contains": [
        (M, 'It must not contain the word "draft".', {"text": "draft"}),
        (M, "Never mention `password`.", {"text": "password"}),
        (M, "Remove all `DEBUG` lines.", {"text": "DEBUG"}),
        (ZM, "报告中不得出现“机密”。", {"text": "机密"}),
        (N, "`app.py` must not contain `print(`.", {"path": "app.py", "text": "print("}),
        (TWO, 'Neither file may contain "N/A".', {"path": ("/root/a.json", "/root/b.csv"), "text": "N/A"}),
        (M, 'The words "lorem ipsum" must not appear anywhere.', {"text": "lorem ipsum"}),
        (M, "Do not use the words `very` and `really`.", {"text": ("very", "really")}),
        (M, "It should be free of `FIXME`.", {"text": "FIXME"}),
        (ZM, "删除所有 `TODO`。", {"text": "TODO"}),
        (ZM, "不要使用“非常”。", {"text": "非常"}),
        (M, "Don't mention `internal-tool` in the report.", {"text": "internal-tool"}),
        (M, 'Neither "A" nor "B" may appear.', {"text": ("A", "B")}),
        (M, '"Draft" has to be gone.', {"text": "Draft"}),
        (J, '`tags` must not include "red".', {"field": "tags", "text": "red"}),
        (C, 'The column `status` must not contain "unknown".', {"column": "status", "text": "unknown"}),
        (ZC, "`状态` 列不得包含“未知”。", {"column": "状态", "text": "未知"}),
    ],
    "formula": [
        (X, "Cells `C2:C10` must hold formulas.", {"range": "C2:C10"}),
        (X, "Use a SUM formula in cell D5 of the sheet `Total`.", {"sheet": "Total", "range": "D5", "text": "SUM"}),
        (X, "Every cell in D2:D30 must contain a formula.", {"range": "D2:D30"}),
        (X, "Use VLOOKUP formulas in E2:E9.", {"range": "E2:E9", "text": "VLOOKUP"}),
        (X, "In the Income sheet, cell B2 must contain a formula.", {"sheet": "Income", "range": "B2"}),
        (X, "Column D must be computed with formulas, not hard-coded.", {"column": "D"}),
    ],
    "cells_filled": [
        (X, "Fill the cells B2:B9.", {"range": "B2:B9"}),
        (C, "`name` must not be empty.", {"column": "name"}),
        (ZC, "`金额` 不得为空。", {"column": "金额"}),
        (M, "Replace every `TODO`.", {"text": "TODO"}),
        (X, "No cell in column B may be blank.", {"column": "B"}),
        (M, "No `TODO` may remain.", {"text": "TODO"}),
        (M, "`???` must be replaced by the real value.", {"text": "???"}),
        (X, "Cell C3 must not be empty.", {"range": "C3"}),
        (X, "Fill column C of the sheet `Costs`.", {"sheet": "Costs", "column": "C"}),
        (ZM, "不得包含 `TODO`。", {"text": "TODO"}),
    ],
    "cross_consistent": [
        (M, "Replace all placeholders.", {}),
        (
            C,
            "It must have the same columns as `in.csv`.",
            {"path": ("/root/out.csv", "in.csv"), "field": "column names"},
        ),
        (
            C,
            "The number of columns: same number of columns as `in.csv`.",
            {"path": ("/root/out.csv", "in.csv"), "field": "column count"},
        ),
        (M, "Fill in all placeholders, such as `{{name}}`.", {}),
    ],
    "tests_pass": [
        (N, "All tests must pass.", {}),
        (N, "所有测试必须通过。", {}),
        (N, "The existing unit tests must still pass.", {}),
        (N, "Tests in `tests/unit` have to pass.", {}),
    ],
    "command_succeeds": [
        (N, "`pytest -q` must pass.", {"command": "pytest -q"}),
        (N, "`ruff check .` exits with code 0.", {"command": "ruff check ."}),
        (N, "`cargo build` must finish without warnings.", {"command": "cargo build"}),
        (N, "`mypy src` must run without errors.", {"command": "mypy src"}),
    ],
    "tool_used": [
        (N, "Run `make lint`.", {"command": "make lint"}),
        (N, "Run `python gen.py > out.txt`.", {"command": "python gen.py > out.txt"}),
        (N, "Run `make` unless `bin/` exists.", {"command": "make"}),
        (N, "Use `ruff format` to format the code.", {"command": "ruff format"}),
        (N, "运行 `pytest`。", {"command": "pytest"}),
        (N, "Use `uv add` instead of `pip install`.", {"command": "uv add"}),
    ],
    "tool_not_used": [
        (N, "Do not run `git push`.", {"command": "git push"}),
        (N, "不要使用 `git rebase`。", {"command": "git rebase"}),
        (N, "Never call `rm -rf`.", {"command": "rm -rf"}),
        (N, "禁止运行 `git push --force`。", {"command": "git push --force"}),
        (N, "Do not run `pytest`.", {"command": "pytest"}),
        (N, "Please don't use `sed -i`.", {"command": "sed -i"}),
    ],
    "code_interface": [
        (N, "Implement the function `slugify(text: str) -> str`.", {"text": "slugify(text: str) -> str"}),
        (N, "Add a method `Client.close()` to the class.", {"text": "Client.close()"}),
        (N, "Provide a function `area(w, h)` in `geo.py`.", {"path": "geo.py", "text": "area(w, h)"}),
        (N, "提供函数 `add(a, b)`。", {"text": "add(a, b)"}),
    ],
    "response_constraint": [
        (N, 'Your final answer must contain "DONE".', {"text": "DONE"}),
        (N, "Your reply must have at most 50 words.", {"max": 50, "field": "words"}),
        (N, "你的最后回复必须包含“完成”。", {"text": "完成"}),
        (N, "Reply with the single word `OK`.", {"text": "OK"}),
        (N, "In your final message, mention the file's name.", {}),
        (N, 'Tell the user "finished" in your last message.', {"text": "finished"}),
        (N, "Your final reply must be in JSON.", {}),
        (N, "Do not reply with more than 20 words.", {"max": 20, "field": "words"}),
    ],
    "ordered_steps": [
        (N, "First run `make deps`, then `make all`.", {"command": ("make deps", "make all")}),
        (N, "Run `make clean` before `make build`.", {"command": ("make clean", "make build")}),
    ],
}
"""By family: document, sentence put into it, parameters; the document's own path goes without saying."""

NEAR_MISSES: list[tuple[Document, str]] = [
    (N, "The measurements are in `readings.csv`."),
    (N, "Read the input from `/root/in.csv` first."),
    (N, "输入数据位于 `/root/in.csv`。"),
    (N, "See docs/style.md for the house style."),
    (C, "Drop the columns that are empty."),
    (C, "Look at the first 5 rows."),
    (M, 'The customer said that "time is short".'),
    (N, "Tables with many rows are hard to read."),
    (N, "This code was written in Python 3.11."),
    (N, "The unique feature of this shop is its garden."),
    (N, "We changed the layout in March."),
    (N, "Every quarter the finance team sends three files."),
    (N, "数据来自公司内部系统。"),
    (N, "销售额逐年增长。"),
    (N, "Prices rose by 2 percent between 2010 and 2020."),
    (N, "The program should print to `stdout`."),
    (N, "Your answer to this letter should be kind."),
    (N, "`history.csv` was generated by the old system."),
    (N, "If `old.csv` exists, ignore it."),
    (N, "The script `gen.py` generates random numbers."),
    (C, "`id` need not be unique."),
    (C, "Duplicates are allowed in `id`."),
    (C, "The first two rows must be empty."),
    (C, "Skip the first 3 lines of the input."),
    (J, "`total` is the sum of `net` and `tax`."),
    (M, "It must not lack the heading `## A`."),
    (N, "Do not write to `/root/out.csv`."),
    (N, "`out.json` was created yesterday."),
    (N, "A script creates `tmp.txt` every night."),
    (N, "Our tool writes `log.txt`."),
    (N, "`in.csv` was exported from SAP."),
    (N, "`in.csv` is an export of the shop."),
    (N, "Tests live in `tests/`."),
    (N, "We passed the test last week."),
    (N, "Don't run the tests."),
    (N, "`git` is installed."),
    (N, "`a.py` may be changed."),
    (N, "Make sure `a.py` is changed."),
    (N, "`e.txt` 由系统生成。"),
    (C, "`note` may be empty."),
    (N, "Sales doubled in two years."),
    (N, "The shop has exactly one owner."),
    (N, "Prices are between 3 and 5 euros."),
    (N, "A valid passport is needed to travel."),
    (N, "The header of the letter is blue."),
    (N, "The keys were lost in June."),
    (N, 'He said "hello" and left.'),
    (N, "`foo` is a variable."),
    (N, "公司成立于 1998 年。"),
    (N, "表格中有多种颜色。"),
    (N, "我们使用 Python 开发。"),
    (N, "If something fails, tell us."),
    (N, "The tests are slow."),
    (N, "`requests` is already installed."),
    (N, "Everybody may read the file."),
    (N, "Think before you write."),
    (J, "It contains one entry per customer."),
    (N, "The exam results were saved in `grades.csv` last week."),
    (J, "Do not set `debug` to `true`."),
    (J, "Do not sort the rows by `date`."),
    (C, "The rows need not be sorted."),
    (C, "The rows must not be sorted by `id`; keep the input order."),
    (J, "Do not round `total` to 2 decimals."),
    (J, "`price` must not be rounded to two decimal places."),
    (M, 'The report need not contain "Summary".'),
    (M, 'It does not have to mention "Acme".'),
    (C, "`id` does not have to be unique."),
    (J, "Each customer has exactly 3 entries."),
    (C, "Every group must have exactly two rows."),
    (M, "Each section must have at least 50 words."),
    (M, "The summary section must be at most 100 words."),
    (M, "Each bullet must be under 20 words."),
    (J, "Every list contains at most 5 items."),
    (M, "The title must have fewer than 60 characters."),
    (M, "Limit each line to at most 80 characters."),
    (N, "Don't save anything to `/tmp/x.txt`."),
    (N, "No need to create `report.md`."),
    (N, "You don't have to write `notes.txt`."),
    (N, "The data was written by `logger.py`."),
    (N, "It's not necessary to run `make`."),
    (N, "You don't need to run `npm install`."),
    (N, "无需创建 `c.txt`。"),
    (N, "已生成 `f.csv`，请读取。"),
    (X, "Do not use formulas in column C."),
    (C, "Do not include the columns `tmp` and `raw`."),
    (C, "It must not have a column `tmp`."),
    (C, "Remove the columns `tmp` and `raw`."),
    (J, "The object must not have the keys `x`, `y`."),
    (X, "There must be no sheet named `Draft`."),
    (X, 'The workbook must not contain a sheet called "Tmp".'),
    (C, "`date` must not be in the format DD/MM/YYYY."),
    (C, "`code` must not start with `X`."),
    (C, "`code` must not be uppercase."),
    (J, "It must not be a JSON file."),
    (J, "`level` must not be one of `low`, `mid`."),
    (C, "It must not have exactly 5 rows."),
    (M, 'It must contain "A" or "B".'),
    (M, 'Mention either "X" or "Y".'),
    (M, 'It must contain "A" and/or "B".'),
    (M, 'It must contain one of "A", "B".'),
    (ZM, "必须包含“甲”或“乙”。"),
    (ZM, "必须包含“甲”、“乙”之一。"),
    (M, 'It must contain "A" at most twice.'),
    (M, 'It must not contain "A" without "B".'),
    (M, 'Except in the title, do not use the word "Title".'),
    (M, 'It is not necessary to include "budget", but "cost" is required.'),
    (X, "Do not fill B2:B9."),
    (X, "Cells C2:C9 must not contain formulas."),
    (X, "Replace formulas with values in D2:D9."),
    (X, 'Amount in sheet "Costs" must not be negative.'),
    (X, 'It must have a sheet "Data" or "Raw".'),
    (X, 'Rename the sheet "Data" to "Raw".'),
    (X, "不得包含名为“草稿”的工作表。"),
    (C, "It must have no column `ssn`."),
    (C, "Leave the column `id` out."),
    (C, "Omit the columns `id` and `x`."),
    (C, "Rename the column `id` to `key`."),
    (C, "It must contain the columns `a` or `b`."),
    (J, "There must be no key `ssn`."),
    (J, "The key `x` must not be there."),
    (J, "It must contain the key `a` or `b`."),
    (J, "`status` must be neither `open` nor `shut`."),
    (J, "Neither `a` nor `b` may exceed 5."),
    (J, "`n` must not be between 1 and 5."),
    (J, "`n` must be 2 more than `m`."),
    (J, "`n` must be 5 at most."),
    (J, "`name` must be at most 5 words."),
    (J, "`name` must be between 3 and 10 characters."),
    (J, "Set `status` to `open` or `shut`."),
    (J, "Don't set `debug` to true."),
    (J, "All numbers except `id` are rounded to 2 decimals."),
    (C, "Sort the rows by `d`, except for the total row."),
    (C, "`id` may appear more than once."),
    (C, "Each `id` must appear exactly twice."),
    (C, "Do not remove duplicates in `id`."),
    (C, "Keep any duplicates of `id`."),
    (C, "Not all rows need to be sorted."),
    (C, "Do not remove rows with negative values in the column `v`."),
    (N, "The team sorted things out last year."),
    (N, "Our index is sorted every night."),
    (C, "The input has 500 rows."),
    (N, "`in.csv` has exactly 500 rows."),
    (N, "`in.csv` contains the columns `a`, `b`."),
    (N, "`config.json` has a key `mode`."),
    (N, "The template `t.docx` contains `{{name}}`."),
    (J, "`a` must be at least 5 % of `b`."),
    (J, "`a` must be at least 5 greater than `b`."),
    (J, "`amount` must be positive or zero."),
    (J, "`amount` must be non-positive."),
    (J, "`a` must be null or a number."),
    (J, '`a` must be "x" or empty.'),
    (J, '`a` must be "ok" where possible.'),
    (J, "`a` must be `b` plus 1."),
    (ZJ, "`a` 必须为 5 以上。"),
    (C, "The column after `id` must be `name`."),
    (C, "The columns must be sorted by name: `a`, `b`."),
    (C, "The columns `a` and `b` are merged into `ab`."),
    (C, "Replace the column `a` by `b`."),
    (C, "Split the column `name` into `first` and `last`."),
    (M, 'It must say "hello" in French.'),
]
"""Sentences that use a rule's words and demand nothing of its family, or too little for a check."""

WORDED = frozenset({"field", "order", "min", "min_exclusive", "max", "max_exclusive", "decimals", "count"})
"""Parameters whose value may be the sense of the words quoted: `rows` for "data rows", 0 for "positive"."""


class Case(NamedTuple):
    text: str
    sentence: str
    family: str
    wanted: Wanted


CASES = [
    Case(document.text.format(sentence), sentence, family, {"path": document.path} | wanted)
    for family, cases in FAMILIES.items()
    for document, sentence, wanted in cases
]


def read_off(case: Case) -> Guess:
    guess = guess_of(case.text, case.sentence)
    assert guess is not None
    return guess


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.sentence)
def test_a_rule_reads_family_and_parameters(case: Case) -> None:
    guess = read_off(case)
    wanted = {name: value for name, value in case.wanted.items() if (name, value) != ("path", None)}
    assert (guess.family.value, values(guess.params)) == (case.family, wanted)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.sentence)
def test_every_parameter_is_quoted(case: Case) -> None:
    source = read(case.text)[0]
    for name, param in read_off(case).params.items():
        quotes = [source.quote(span) for span in param.spans]
        assert quotes, name
        if name == "path" and not isinstance(param.value, tuple) and len(quotes) > 1:
            assert "/".join(part.strip("/") for part in reversed(quotes)) == str(param.value).strip("/")
            continue
        listed = param.value if isinstance(param.value, tuple) else (param.value,)
        assert len(listed) == len(quotes)
        for value, quote in zip(listed, quotes, strict=True):
            assert says(quote, value) or name in WORDED, (name, value, quote)


def says(quote: str, value: Scalar) -> bool:
    if isinstance(value, bool) or value is None:
        return quote.lower() == {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, int | float):
        return number(quote) == value
    return quote.strip("\"'") == value


@pytest.mark.parametrize(("document", "sentence"), NEAR_MISSES)
def test_no_rule_reads_a_near_miss(document: Document, sentence: str) -> None:
    assert guess_of(document.text.format(sentence), sentence) is None


def test_every_rule_is_exercised() -> None:
    exercised = {read_off(case).rule for case in CASES}
    assert {rule.__name__ for rule in RULES} - exercised == REHEARSED_BELOW


REHEARSED_BELOW = {"allowed_above", "example_block", "keyed_path", "table_pair", "listed_line", "moved_away"}
"""Rules that need more of a document than a sentence."""


def test_an_example_block_gives_the_keys() -> None:
    block = '{"total": 3, "rows": [{"id": 1}]}'
    guess = guess_of(f"Write `/root/out.json` in this format:\n\n```json\n{block}\n```\n", block)
    assert guess is not None
    assert values(guess.params) == {"path": "/root/out.json", "keys": ("total", "rows[].id")}


def test_an_example_block_without_a_file_gives_nothing() -> None:
    block = '{"total": 3}'
    assert guess_of(f"The service answers:\n\n```json\n{block}\n```\n", block) is None


def test_a_path_kept_in_a_field() -> None:
    sentence = 'Write the answer to the file path specified by the "out" key.'
    guess = guess_of(f"The job is described in `job.json`. {sentence}", sentence)
    assert guess is not None
    assert (guess.family.value, values(guess.params)) == ("path_exists", {"path": "job.json", "field": "out"})


def test_rows_of_a_table_of_values() -> None:
    text = "Update `app.toml`.\n\n| Key | Value |\n|---|---|\n| `port` | `8080` |\n| `mode` | `fast` |\n"
    guesses = [guess_of(text, "`port` | `8080`"), guess_of(text, "`mode` | `fast`")]
    assert [values(guess.params) for guess in guesses if guess is not None] == [
        {"path": "app.toml", "field": "port", "value": 8080},
        {"path": "app.toml", "field": "mode", "value": "fast"},
    ]


def test_rows_of_a_table_of_destinations() -> None:
    text = "Sort the files.\n\n| File | Goes to |\n|---|---|\n| `a.txt` | `docs/` |\n"
    guess = guess_of(text, "`a.txt` | `docs/`")
    assert guess is not None
    assert (guess.family.value, values(guess.params)) == ("path_exists", {"path": "docs/a.txt"})


def test_files_that_a_list_moves_are_gone_from_where_they_were() -> None:
    lead = "Move these files from `inbox/` to `done/`:"
    guess = guess_of(f"{lead}\n\n- `a.txt`\n- `b.txt`\n", lead)
    assert guess is not None
    assert (guess.family.value, values(guess.params)) == ("path_absent", {"path": ("inbox/a.txt", "inbox/b.txt")})


def test_listed_lines_are_asked_for_word_for_word() -> None:
    text = "Write `/root/report.md`. It must contain the following headings:\n\n- Summary of sales\n- Next steps\n"
    guess = guess_of(text, "Next steps")
    assert guess is not None
    assert (guess.family.value, values(guess.params)) == ("contains", {"path": "/root/report.md", "text": "Next steps"})


def test_values_named_by_the_list_above() -> None:
    text = (
        "Save the findings to `/root/out.json`. A claim is refused for one of these grounds:\n\n"
        "- Late Filing: it came after the deadline.\n- No Receipt: nothing proves the cost.\n\n"
        "Set the reason to one of the above grounds.\n"
    )
    guess = guess_of(text, "Set the reason to one of the above grounds.")
    assert guess is not None
    assert guess.rule == "allowed_above"
    wanted = {"path": "/root/out.json", "field": "reason", "allowed": ("Late Filing", "No Receipt")}
    assert values(guess.params) == wanted
