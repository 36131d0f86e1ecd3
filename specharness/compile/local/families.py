"""Rules that read a family and its parameters off a clause. The first rule that fits decides.

A rule fits only when its wording is unmistakable; what fits none is left to the family model, without parameters.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from specharness.compile.local.artifacts import clause_before, is_output_mention, mentions
from specharness.compile.local.clause import Clause, Guess
from specharness.compile.local.literals import NUMBER, Literal, is_folder, is_template, number
from specharness.ir import Block, Family, Param

Rule = Callable[[Clause], Guess | None]

I = re.IGNORECASE  # noqa: E741 - read as a flag in the patterns below

_DECIMALS = re.compile(
    rf"(?P<n>{NUMBER})[\s-]*(?:decimal|digits? after|places? after|d\.?p\.?\b)|(?P<zh>{NUMBER})\s*位小数|小数点后\s*(?P<zh2>{NUMBER})\s*位",
    I,
)
_XXX = re.compile(r"`?\b(?P<p>X\.X+|0\.0+|#\.#+)\b`?")
_SORT = re.compile(
    r"\b(?:sort(?:ed|ing)?|order(?:ed)?\s+by|in\s+(?:ascending|descending|alphabetical|chronological)|alphabetically|"
    r"(?:ascending|descending)\s+(?:order|by)|rank(?:ed)?\s+by)\b|排序|升序|降序|排列",
    I,
)
_SORT_BY = re.compile(
    r"\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?|ascending|descending)\b[^.;]{0,40}?\bby\s+(?:the\s+)?(?:column\s+|field\s+|key\s+)?"
    r"(?P<f>`[^`]+`|\"[^\"]+\"|'[^']+'|[A-Za-z_][\w.]*(?:\s+or\s+[A-Za-z_]\w*)*)|按(?:照)?\s*(?P<zh>`[^`]+`|[\w]+?)\s*(?:列|字段)?\s*(?:升序|降序|排序|从|由|排列)",
    I,
)
_DESC = re.compile(r"\bdesc(?:ending)?\b|largest first|highest first|newest first|latest first|high(?:est)? to low|降序|从大到小|由大到小|从高到低", I)
_ASC = re.compile(r"\basc(?:ending)?\b|alphabetical|oldest first|earliest first|lowest first|low(?:est)? to high|升序|从小到大|由小到大", I)
_COUNT = re.compile(
    rf"(?P<op>exactly|precisely|at least|at most|no more than|no fewer than|no less than|a minimum of|a maximum of|minimum|maximum|up to|"
    rf"fewer than|less than|more than|under|over|恰好|正好|至少|至多|不超过|不少于|最多|最少|共|必须有|应有)?\s*(?:of\s+)?(?P<n>{NUMBER})\s*(?:个|条|行|张|列)?\s*"
    r"(?:data\s+|non-empty\s+|unique\s+|distinct\s+|top-level\s+)?"
    r"(?P<of>rows?|lines?|records?|items?|entries|entry|elements?|objects?|words?|characters?|chars|pages?|slides?|sheets?|worksheets?|"
    r"columns?|files?|bullets?|bullet points|keys?|sections?|paragraphs?|sentences?|行|条|个条目|个元素|列|个工作表|页|张幻灯片|个文件|字|个字符)(?![\w-])",
    I,
)
_OF = {
    "row": "rows", "record": "rows", "行": "rows", "条": "rows", "line": "lines", "item": "items", "entries": "items", "entry": "items",
    "element": "items", "object": "items", "个条目": "items", "个元素": "items", "word": "words", "character": "characters",
    "chars": "characters", "字": "characters", "个字符": "characters", "page": "pages", "页": "pages", "slide": "slides",
    "张幻灯片": "slides", "sheet": "sheets", "worksheet": "sheets", "个工作表": "sheets", "column": "columns", "列": "columns",
    "file": "files", "个文件": "files", "bullet": "bullets", "bullet points": "bullets", "key": "keys", "section": "sections",
    "paragraph": "paragraphs", "sentence": "sentences",
}  # fmt: skip
_OPS = {
    "exactly": "count", "precisely": "count", "恰好": "count", "正好": "count", "共": "count", "必须有": "count", "应有": "count",
    "at least": "min", "no fewer than": "min", "no less than": "min", "a minimum of": "min", "minimum": "min", "至少": "min",
    "不少于": "min", "最少": "min", "at most": "max", "no more than": "max", "a maximum of": "max", "maximum": "max", "up to": "max",
    "不超过": "max", "至多": "max", "最多": "max", "fewer than": "max_exclusive", "less than": "max_exclusive", "under": "max_exclusive",
    "more than": "min_exclusive", "over": "min_exclusive",
}  # fmt: skip
_COLUMNS = re.compile(
    r"\b(?:columns?|headers?|header row|fields)\b(?:\s+(?:are|must be|should be|named|called|in (?:this|the following) order|of|"
    r"exactly|only|as follows|must|should|with|include|names?))*\s*(?:\([^)]*\))?\s*[:：]\s*(?P<a>.+)"
    r"|\b(?:with|has|have|having|contain(?:s|ing)?|including|of|are|the)\s+(?:exactly\s+|only\s+)?(?:the\s+|these\s+)?(?:following\s+)?"
    r"(?:(?:two|three|four|five|six|seven|eight|\d+)\s+)?(?:columns|headers)\s+(?:named\s+|called\s+|are\s+)?(?P<b>[`\"'“\w].+)"
    r"|\bone is (?P<c>[`\"'“].+)"
    r"|\b(?:including|with|has|have|contain(?:s|ing)?)\s+(?P<d>[\w`\"'“][^:;.]*?)\s+columns\b"
    r"|(?:列|列名|表头|字段)(?:依次|分别|必须|应|为|是|包含|包括|有|恰好|名|顺序|：|:)+\s*(?P<e>.+)",
    I | re.S,
)
_KEYS = re.compile(
    r"\b(?:keys?|fields?|properties|attributes|members)\b(?:\s+(?:are|must be|should be|named|called|exactly|only|must|should|include))*\s*[:：]?\s*"
    r"(?P<a>[`\"“'].+)|(?:键|字段)(?:必须|应|为|是|包含|包括|有|：|:)*\s*(?P<e>[`\"“].+)",
    I | re.S,
)
_SHEET = re.compile(
    r"(?:\b(?:work)?sheets?\b|\btabs?\b|工作表)\s*(?:must be\s+|should be\s+|called\s+|named\s+|titled\s+|is\s+|are\s+|：|:|名为|名称为|为|必须|命名为|应|叫)*\s*"
    r"(?P<a>[`\"“'].+)|(?P<b>`[^`]+`|\"[^\"]+\"|“[^”]+”)\s+(?:work)?sheet\b",
    I | re.S,
)
_CELLS = re.compile(r"\b(?:cells?|range)?\s*`?(?P<r>\$?[A-Z]{1,3}\$?\d{1,5}(?:\s*:\s*\$?[A-Z]{1,3}\$?\d{1,5})?)`?(?!\w)")
_COLUMN_LETTER = re.compile(r"\bcolumns?\s+`?(?P<c>[A-Z]{1,2})\b`?", I)
_FORMULA = re.compile(r"\bformulas?\b|\bhard-?coded?\b|公式", I)
_UNCHANGED = re.compile(
    r"\b(?:(?:do|does|must|should|may|can)\s*(?:not|n['’]t)|don['’]t|cannot|never)\s+(?:be\s+)?(?:modify|modified|change[ds]?|edit(?:ed)?|alter(?:ed)?|touch(?:ed)?|"
    r"overwrite|overwritten|update[ds]?|rewrite|rewritten|delete[ds]?|remove[ds]?|rename[ds]?|move[ds]?)\b"
    r"|\b(?:must|should|has to|have to|needs? to|is to|are to|to)?\s*(?:keep|leave|stay|remain|left|kept|stays|remains)\b[^.;]{0,80}?"
    r"\b(?:unchanged|untouched|intact|as (?:it|they) (?:is|are|was|were)|as[- ]is|unmodified|byte[- ]for[- ]byte|identical|exactly as)\b"
    r"|\b(?:unchanged|untouched|unmodified)\b|(?:不得|不要|不能|不可|禁止|切勿|请勿|严禁|勿)\s*(?:修改|改动|更改|编辑|覆盖|删除|移动)|保持(?:原样|不变|不动)|原样保留|不变",
    I,
)
_ONLY = re.compile(
    r"\bonly\s+(?:modify|change|edit|touch|update|write to|create|add)\b|\b(?:only|nothing but|solely)\b[^.;]{0,80}?\b(?:may|can|should|must|is allowed to|are allowed to)\s+"
    r"(?:be\s+)?(?:change|changed|modified|edited|touched|differ|created|added)\b|\b(?:no|nothing)\s+(?:other|else)\b[^.;]{0,60}?\b(?:change[ds]?|modif\w+|edit\w*|touch\w*|creat\w*|add\w*)\b"
    r"|\bfiles? to modify\b|(?:只能|仅|只允许|只可)(?:修改|改动|更改|新增|创建|编辑)|除.{1,60}外.{0,20}(?:不得|不要|不能|不可)(?:修改|改动|更改|新增)?",
    I,
)
_ABSENT_VERB = re.compile(
    r"\b(?:delete|remove|get rid of|clean up|drop)\s+(?:the\s+)?(?:old\s+|original\s+|temporary\s+|obsolete\s+|stale\s+|empty\s+|file\s+|folder\s+|directory\s+)*[`\"'“]?$"
    r"|(?:删除|移除|删掉|清理)(?:旧的?|原来?的?|临时|文件|目录|文件夹)*\s*[`\"“]?$",
    I,
)
_ABSENT_STATE = re.compile(
    r"\b(?:must|should|may|shall|can|does|do|is|are)\s*(?:not|no longer|n['’]t)\s+(?:exist|be (?:there|present|left|kept))|\bmust be (?:deleted|removed|gone)\b"
    r"|\b(?:no longer exists?|is gone|are gone|is (?:deleted|removed)|has been (?:deleted|removed))\b|(?:不得|不应|不能|不再)存在|必须(?:被)?(?:删除|移除)",
    I,
)
_NOT_CONTAIN = re.compile(
    r"\b(?:(?:must|should|may|shall|can|do|does)\s*(?:not|never|n['’]t)|never|cannot)\s+(?:\w+\s+){0,2}?(?:contain|include|mention|use|have|appear|show|print|import|carry|hold)\w*\b"
    r"|\b(?:without|no|free of|remove|strip|delete|drop|eliminate|forbidden|avoid|any)\b|\b(?:is|are|be)\s+(?:not allowed|forbidden|removed|gone)\b"
    r"|(?:不得|不要|不能|不可|禁止|不应|不许)(?:再)?(?:出现|包含|含有|使用|保留|有)|去掉|去除|移除|删除",
    I,
)
_CONTAIN = re.compile(
    r"\b(?:contain|include|mention|have|carry|start with|begin with|end with|add|insert|state|say|says|appear|read|reads|list|must be in|cite|keep|"
    r"titled|with the (?:title|heading|line|text|word|phrase|sentence))(?:s|ing|ed)?\b|包含|含有|包括|写有|出现|注明|加入|添加|标题为|以.{1,20}(?:开头|结尾)",
    I,
)
_EQUALS = re.compile(
    r"(?P<f>`[\w.\[\]$-]+`|\"[\w.-]+\"|'[\w.-]+')\s*(?:field|key|column|value|setting|option|entry|字段|列|键)?\s*"
    r"(?:must (?:always )?(?:be|equal|read)|should (?:always )?(?:be|equal|read)|shall be|has to be|have to be|needs to be|is to be|are to be|is always|equals|"
    r"(?:must|should) be set to|set to|is set to|to be|=|必须为|必须是|应为|应是|设为|设置为|改为|固定为|一律为|取值为|的值为|为)\s*(?:exactly\s+|the (?:string|number|value|literal)\s+|always\s+)?"
    r"(?P<v>`[^`]+`|\"[^\"]*\"|“[^”]*”|'[^']*'|true\b|false\b|null\b|-?\d+(?:\.\d+)?(?![\w.]*[A-Za-z%])(?!\.?\d))(?!\s*(?:or|to|and|–|-|,|/)\s*[`\"'\d])",
    I,
)
_SET = re.compile(
    r"\b(?:set|change|switch|bump|update|raise|lower|increase|reduce|turn)\s+(?:the\s+)?(?:value of\s+)?(?P<f>`[\w.\[\]$-]+`|\"[\w.-]+\"|'[\w.-]+')\s*(?:field|key|setting|option)?\s*"
    r"(?:in\s+`[^`]+`\s*)?(?:from\s+\S+\s+)?to\s+(?P<v>`[^`]+`|\"[^\"]*\"|“[^”]*”|'[^']*'|true\b|false\b|null\b|-?\d+(?:\.\d+)?(?![\w.]*[A-Za-z%]))"
    r"|将\s*(?P<f2>`[\w.\[\]$-]+`)\s*(?:的值)?\s*(?:设|改|调整|修改|更新)(?:置)?(?:为|成)\s*(?P<v2>`[^`]+`|“[^”]*”|true|false|null|-?\d+(?:\.\d+)?)",
    I,
)
_ALLOWED = re.compile(
    r"(?P<f>`[\w.\[\]$-]+`|\"[\w.-]+\"|'[\w.-]+'|\b\w+)?\s*(?:field|key|column|value|字段|列)?s?\s*(?:must|should|may|can|is|are|has to)?\s*(?:be|only be|only contain|only take|always|包含|取值)?\s*"
    r"(?:only\s+)?(?:exactly\s+)?(?:(?:one|any|either) of|either|one of the following|limited to|among|只能是|只能为|只能取|取值只能为|必须是以下之一|之一|必须为|必须是|为)\s*[:：]?\s*(?P<a>(?:these|the|values|strings|\s)*[`\"'“].+)",
    I | re.S,
)
_BETWEEN = re.compile(
    r"\b(?:between|from|within|in the range(?: of)?|ranging from)\s+\[?(?P<lo>-?\d+(?:\.\d+)?)\s*(?:and|to|-|–|,)\s*(?P<hi>-?\d+(?:\.\d+)?)"
    r"|(?:介于|在)\s*(?P<lo2>-?\d+(?:\.\d+)?)\s*(?:到|至|和|与|-|~|～)\s*(?P<hi2>-?\d+(?:\.\d+)?)",
    I,
)
_BOUND = re.compile(
    r"(?P<op>at least|at most|no (?:more|greater|higher|larger) than|no (?:less|fewer|lower|smaller) than|not (?:exceed|be (?:more|greater|larger) than)|"
    r"(?:strictly )?(?:greater|more|larger|higher) than(?: or equal to)?|(?:strictly )?(?:less|fewer|smaller|lower) than(?: or equal to)?|above|below|exceed(?:s|ing)?|"
    r">=|<=|≥|≤|>|<|大于等于|小于等于|不小于|不大于|不低于|不高于|不超过|大于|小于|高于|低于|positive|non-negative|正数|非负)\s*(?P<n>-?\d+(?:\.\d+)?)?",
    I,
)
_FORMAT = re.compile(
    r"\b(?:valid|well-formed|parseable|proper|legal)\s+(?:\w+\s+)?(?P<v>JSON Lines|JSONL|JSON|CSV|TSV|YAML|XML|TOML|HTML|xlsx|docx|pptx|PDF|PNG|JPE?G|\.\w{2,5}|Excel|Word|PowerPoint)\b"
    r"|\b(?P<v2>JSON|CSV|TSV|YAML|XML|PDF|PNG|JPE?G|TOML)\s+(?:file|format|document|image)\b|(?:合法|有效|标准)的?\s*(?P<v3>JSON|CSV|TSV|YAML|XML|PDF|PNG|xlsx)",
    I,
)
_DATEFORM = re.compile(
    r"(?P<p>(?:YYYY|yyyy|xxxx)[-/.年]?(?:MM|mm|xx)[-/.月]?(?:DD|dd|xx)(?:日)?(?:T?\s?HH:MM(?::SS)?Z?)?|YYYY-MM\b|HH:MM(?::SS)?|DD[./-]MM[./-]YYYY|MM[./-]DD[./-]YYYY)"
)
_ISO = re.compile(r"\bISO[- ]?8601\b", I)
_SINGLE_NUMBER = re.compile(
    r"\b(?:only|just|nothing but|a single)\b[^.;]{0,40}?\bnumber\b|\b(?:as a )?single number\b|只(?:写|输出|包含|填)[^。；]{0,12}(?:数字|数值)|仅(?:输出|包含)[^。；]{0,12}(?:数字|数值)", I
)
_UNIQUE = re.compile(r"\b(?:no|without|free of|remove(?: all)?|drop)\s+(?:any\s+|exact\s+)?duplicate|\b(?:must|should|has to|have to|are to|is to)\s+be\s+unique\b|\bunique\b(?!\s+(?:id|identifier)s?\b)|\bappears? (?:exactly |only |at most )?once\b|deduplicat|不得重复|不重复|唯一|去重|无重复", I)
_CMD_OK = re.compile(
    r"\b(?:pass(?:es)?|succeeds?|exits?\s+(?:with\s+)?(?:code\s+|status\s+)?(?:0|zero)|without (?:any\s+)?(?:errors?|warnings?)|return(?:s)?\s+(?:exit\s+code\s+)?0|no errors?|compiles?|builds?)\b|通过|成功", I
)
_TESTS = re.compile(r"\b(?:all\s+)?(?:existing\s+|unit\s+|the\s+)*tests?\b[^.;]{0,40}?\b(?:pass|green|succeed)|\bpass(?:es|ing)?\b[^.;]{0,30}?\btests?\b|测试[^。；]{0,10}通过", I)
_RUN = re.compile(r"\b(?:run|execute|invoke|use|install with|build with|call|via|through|using)\b|运行|执行|使用|调用", I)
_NOT_RUN = re.compile(r"\b(?:do\s*(?:not|n['’]t)|don['’]t|never|must not|should not|cannot|avoid|no|forbidden|prohibited)\b|不得|不要|禁止|切勿|请勿|不能", I)
_TOOLISH = re.compile(r"\b(?:use|using|with|via|run|through)\b|使用", I)
_INTERFACE = re.compile(
    r"\b(?:function|method|class|endpoint|CLI|command-line (?:tool|flag|option)|flag|option|argument|parameter|signature|subcommand|decorator|interface)s?\b|函数|类|方法|接口|参数|`(?:def|class)\s|`\w+\([^`]*\)`", I
)
_COMPUTE = re.compile(
    r"\b(?:calculat|comput|determin|estimat|count|sum|averag|aggregat|deriv|identif|find|measur|evaluat|select|pick|filter|convert|detect|match|drop|merge|"
    r"include|exclude|only include|rank|list|number of|total|mean|median|maximum|minimum|percentage|ratio|difference|correlation)\w*\b|计算|统计|求|汇总|筛选|转换|合并", I
)
_CROSS = re.compile(r"\b(?:same|match(?:es|ing)?|identical|consistent|agree|equals?|sync|correspond\w*|duplicate of|mirror)\b|一致|相同|对应|匹配", I)
_SAME_COLUMNS = re.compile(r"\bsame\s+(?:number of columns|columns? (?:amount|count|number)|columns|headers?|column names|structure)|列(?:数|名)?(?:必须)?(?:与|和|跟).{1,30}(?:相同|一致)", I)
_RESPONSE = re.compile(
    r"\b(?:your|the)\s+(?:final\s+|last\s+)?(?:answer|reply|response|message|summary message)\b|\b(?:respond|reply|answer|tell|inform|ask|report back|say to)\b[^.;]{0,40}?\b(?:user|with|in|only|using)\b|最后的?(?:回复|消息|回答)|回复(?:中|里)?", I
)
_EXTERNAL = re.compile(r"\b(?:pull requests?|PRs?|e-?mails?|slack|issue|push|publish|deploy|notify|upload|post to|release)\b|邮件|发送|推送|发布", I)
_ORDER = re.compile(r"\b(?:first|then|finally|before|after|afterwards|next|until|prior to)\b|首先|然后|最后|之前|之后", I)
_PLACEHOLDER = re.compile(r"\b(?:fill(?:ed)?(?:\s+(?:in|out))?|replace[ds]?|substitute[ds]?|complete[ds]?|no)\b|填写|填充|替换", I)
_PLACEHOLDER_LIT = re.compile(r"`(?P<a>\{\{[^`]*\}\}|\?{2,}|<[A-Z_ ]+>|\[[A-Z_ ]+\]|TODO|TBD|FIXME|X{3,})`|\"(?P<b>\?{2,}|TODO|TBD|FIXME)\"|“(?P<c>\?{2,}|TODO|待定)”|(?P<d>\{\{\s*\w+\s*\}\})")
_FIELD = re.compile(r"\s*(?:[-*]\s*)?(?:\*\*)?[\"'`“]+(?P<f>[\w.\[\]$-]+)[\"'`”]+(?:\*\*)?")
_FIELD_LEAD = re.compile(r"\b(?:field|key|column|propert|attribute|structure|schema|header)|字段|列|键", I)


def _dot(family: Family, params: dict[str, Param], rule: str) -> Guess:
    return Guess(family, params, rule)


def example_block(c: Clause) -> Guess | None:
    """A code block that shows what an output looks like."""
    if c.unit.block is not Block.CODE or not c.path_param(own=False):
        return None
    keys = [
        Literal(match.group(1), match.start(1), match.end(1))
        for match in re.finditer(r"[\"']([\w .$-]+)[\"']\s*:", c.source.text[c.start : c.end])
    ]
    if not keys:
        return None
    unique = {item.value: Literal(item.value, item.start + c.start, item.end + c.start) for item in reversed(keys)}
    ordered = sorted(unique.values(), key=lambda item: item.start)
    return _dot(Family.SCHEMA, c.path_param(own=False) | {"keys": c.listed(ordered)}, "example_block")


def rounding(c: Clause) -> Guess | None:
    """So many decimals."""
    match = c.find(_DECIMALS)
    params = c.path_param() if c.artifact is None or _own_output(c) else c.path_param(own=False)
    if match is None:
        form = c.find(_XXX)
        if form is None or not re.search(r"format|decimal|格式|小数", c.text, I):
            return None
        params |= {"pattern": c.param(form, "p")}
        params["decimals"] = Param(value=len(form["p"].split(".")[1]), spans=(c.span(*form.span("p")),))
        return _dot(Family.NUMBER_FORMAT, params | _field(c), "rounding")
    group = "n" if match["n"] else "zh" if match["zh"] else "zh2"
    value = number(match[group])
    if not isinstance(value, int):
        return None
    return _dot(Family.NUMBER_FORMAT, params | {"decimals": c.param(match, group, value)} | _field(c), "rounding")


def notation(c: Clause) -> Guess | None:
    """No scientific notation, no thousands separators."""
    match = c.find(re.compile(r"\bscientific notation\b|\bthousands? separators?\b|科学计数法|千分位", I))
    if match is None or not re.search(r"\b(?:no|not|without|never|handle|convert|avoid)\b|不|无|禁", c.text, I):
        return None
    return _dot(Family.NUMBER_FORMAT, c.path_param(own=False) | {"text": c.param(match, 0)}, "notation")


def sorting(c: Clause) -> Guess | None:
    """Sorted by a field."""
    if c.find(_SORT) is None:
        return None
    params = c.path_param(own=_own_output(c))
    match = c.find(_SORT_BY)
    if match is not None:
        group = "f" if match["f"] else "zh"
        value = match[group].strip("`\"'")
        start = c.source.text.index(value, match.start(group))
        params["field"] = Param(value=value, spans=(c.span(start, start + len(value)),))
    elif field := _field(c):
        params |= field
    descending, ascending = c.find(_DESC), c.find(_ASC)
    mark = descending or ascending
    if mark is not None:
        params["order"] = Param(value="descending" if descending else "ascending", spans=(c.span(*mark.span()),))
    return _dot(Family.SORTED, params, "sorting")


def counting(c: Clause) -> Guess | None:
    """So many rows, items, words, …"""
    match = c.find(_COUNT)
    if match is None or re.search(r"\b(?:first|last|top|every|each)\s*$", c.source.text[max(c.start, match.start() - 8) : match.start()], I):
        return None
    value = number(match["n"])
    if value is None:
        return None
    op = (match["op"] or "").lower()
    if not op and not re.search(r"\b(?:must|should|contain|have|has|with|there (?:are|is|must|should)|be)\b|必须|应|包含|有", c.text[: match.end() - c.start], I):
        return None
    word = match["of"].lower()
    of = _OF.get(word) or _OF.get(word.rstrip("s"), "items")
    params = c.path_param(own=_own_output(c)) | {_OPS.get(op, "count"): c.param(match, "n", value)}
    params["field"] = Param(value=of, spans=(c.span(*match.span("of")),))
    if _RESPONSE.search(c.text):
        return _dot(Family.RESPONSE_CONSTRAINT, {k: v for k, v in params.items() if k != "path"}, "counting")
    return _dot(Family.COUNT, params, "counting")


def columns(c: Clause) -> Guess | None:
    """The columns of a table."""
    match = c.find(_COLUMNS)
    if match is None:
        return None
    group = next((name for name in "abcde" if match[name]), None)
    if group is None:
        return None
    start, end = match.span(group)
    stop = re.search(r"[.。;；](?:\s|$)|\s[—–]\s|\n", c.source.text[start:end])
    listed = c.names_between(start, start + stop.start() if stop else end)
    if not listed or len(listed) > 60 or any(len(item.value) > 60 for item in listed):
        return None
    listed = [item for item in listed if not re.search(r"\.(?:csv|xlsx|json|tsv)$", item.value)]
    if not listed:
        return None
    return _dot(Family.SCHEMA, c.path_param(own=_own_output(c)) | {"column": c.listed(listed)}, "columns")


def keys(c: Clause) -> Guess | None:
    """The keys of an object, listed in a sentence."""
    match = c.find(_KEYS)
    if match is None or not re.search(r"\b(?:contain|have|has|with|include|must|should|following|keys?:)|必须|包含|应", c.text, I):
        return None
    group = "a" if match["a"] else "e"
    listed = [item for item in c.quotes(*match.span(group)) if re.fullmatch(r"[\w.\[\]$-]+", item.value)]
    if not listed or c.find(_EQUALS):
        return None
    return _dot(Family.SCHEMA, c.path_param(own=_own_output(c)) | {"keys": c.listed(listed)}, "keys")


def field_item(c: Clause) -> Guess | None:
    """A list item that opens with a field's name, in a list of fields."""
    if c.unit.block not in (Block.LIST_ITEM, Block.TABLE_ROW) or c.start != c.unit.body.start:
        return None
    match = _FIELD.match(c.source.text, c.start)
    if match is None or match.end() > c.end or not _FIELD_LEAD.search(c.lead_text + " " + " ".join(c.unit.heading_path[-1:])):
        return None
    params = c.path_param(own=False)
    if not params or "/" in match["f"]:
        return None
    table = re.search(r"\bcolumns?\b|列", c.lead_text, I) or str(params["path"].value).endswith((".csv", ".tsv", ".xlsx"))
    return _dot(Family.SCHEMA, params | {"column" if table else "keys": c.param(match, "f")}, "field_item")


def sheets(c: Clause) -> Guess | None:
    """Sheets of a workbook, or the only sheet's name."""
    match = c.find(_SHEET)
    if match is None or re.search(r"\b(?:fill|link|calculat|populate|formula|from|read|cell|column)\b|填|公式|单元格", c.text, I):
        return None
    group = "a" if match["a"] else "b"
    listed = [item for item in c.quotes(*match.span(group)) if not re.search(r"\.\w{2,5}$", item.value)]
    if not listed:
        return None
    params = c.path_param(own=_own_output(c)) | {"sheet": c.listed(listed)}
    only = re.search(rf"\b(?:only|exactly|single)\s+(?:contain\s+)?(?P<n>{NUMBER})?\s*(?:sheet)?", c.text, I)
    if only and only["n"] and isinstance(number(only["n"]), int):
        offset = c.start + only.start("n")
        params["count"] = Param(value=number(only["n"]), spans=(c.span(offset, offset + len(only["n"])),))
    return _dot(Family.SCHEMA, params, "sheets")


def formulas(c: Clause) -> Guess | None:
    """Cells that hold formulas."""
    if c.find(_FORMULA) is None:
        return None
    params = c.path_param(own=_own_output(c)) | _cells(c)
    function = c.find(re.compile(r"\b(?P<f>SUM|SUMPRODUCT|AVERAGE|VLOOKUP|XLOOKUP|INDEX|MATCH|COUNTIFS?|SUMIFS?|IF|TREND|ROUND|MAX|MIN|MEDIAN)\b"))
    if function is not None:
        params["text"] = c.param(function, "f")
    return _dot(Family.FORMULA, params, "formulas")


def _cells(c: Clause) -> dict[str, Param]:
    out: dict[str, Param] = {}
    sheet = c.find(re.compile(r"\b(?:sheet|tab)\s+(?P<s>`[^`]+`|\"[^\"]+\"|“[^”]+”|'[^']+')|(?:工作表)\s*(?P<s2>`[^`]+`|“[^”]+”|「[^」]+」)", I))
    if sheet is not None:
        group = "s" if sheet["s"] else "s2"
        start, end = sheet.span(group)
        out["sheet"] = Param(value=c.source.text[start + 1 : end - 1], spans=(c.span(start + 1, end - 1),))
    cells = c.find(_CELLS)
    if cells is not None:
        out["range"] = c.param(cells, "r")
    elif (letter := c.find(_COLUMN_LETTER)) is not None:
        out["column"] = c.param(letter, "c")
    return out


def placeholders(c: Clause) -> Guess | None:
    """Placeholders that must be replaced."""
    match = c.find(_PLACEHOLDER_LIT)
    if match is None:
        if re.search(r"\bfill(?:ed)?\s+(?:in\s+)?(?:all\s+)?(?:the\s+)?placeholders?\b|填写?(?:所有|全部)?占位符", c.text, I):
            params = c.path_param() | {}
            return _dot(Family.CROSS_CONSISTENT, params, "placeholders")
        return None
    if c.find(_PLACEHOLDER) is None:
        return None
    group = next(name for name in "abcd" if match[name])
    return _dot(Family.CELLS_FILLED, c.path_param(own=_own_output(c)) | {"text": c.param(match, group)}, "placeholders")


def filling(c: Clause) -> Guess | None:
    """Cells or fields that must be filled."""
    if not re.search(r"\b(?:fill|filled|populate[ds]?|no (?:blank|empty) (?:cells?|values?))\b|(?:not|never|no|n['’]t)\s+(?:be\s+|have\s+)?(?:any\s+)?(?:blank|empty)|填写|填满|不得为空|不能为空", c.text, I):
        return None
    where = _cells(c)
    if not where:
        listed = [item for item in c.quotes() if re.fullmatch(r"[\w .-]+", item.value) and not re.search(r"\.\w{2,4}$", item.value)]
        if not listed or not re.search(r"blank|empty|为空", c.text, I):
            return None
        where = {"column": c.listed(listed)}
    return _dot(Family.CELLS_FILLED, c.path_param(own=_own_output(c)) | where, "filling")


def frame(c: Clause) -> Guess | None:
    """What must stay as it is, what alone may change."""
    only = c.find(_ONLY)
    if only is not None:
        listed = [value for value, _ in c.own_paths]
        if not listed:
            return _dot(Family.ONLY_CHANGES, {}, "frame")
        return _dot(Family.ONLY_CHANGES, {"allowed": c.all_paths()["path"]}, "frame")
    if c.find(_UNCHANGED) is None:
        return None
    params = c.all_paths()
    return _dot(Family.UNCHANGED, params, "frame")


def absent(c: Clause) -> Guess | None:
    """Files that must not be there."""
    for value, literals in c.own_paths:
        before = clause_before(c.source.text, c.start, literals[0].start)
        after = c.source.text[literals[-1].end : c.end]
        if is_template(value):
            continue
        if _ABSENT_VERB.search(before) or _ABSENT_STATE.search(after[:60]):
            if re.match(r"[`\"'”]?\s*(?:from|in|and replace)\b", after) and not is_folder(value):
                continue
            return _dot(Family.PATH_ABSENT, c.all_paths(), "absent")
    return None


def exists(c: Clause) -> Guess | None:
    """A file that must be there."""
    by_id = {c.lead.id: c.lead} if c.lead else {}
    for value, literals in c.own_paths:
        if is_template(value) or value.startswith("http"):
            continue
        param = c.full_path(value, literals)
        named = any(artifact.path == param.value for artifact in c.artifacts)
        states = re.search(r"\b(?:must|should|shall|has to)\s+(?:also\s+)?(?:exist|be (?:present|created|there|saved|written|stored|placed))\b|必须存在|应存在", c.text, I)
        if (named and is_output_mention(c.source, c.unit, by_id, literals[0])) or states:
            return _dot(Family.PATH_EXISTS, {"path": param}, "exists")
    return None


_KEYED_PATH = re.compile(
    r"\b(?:path|file|location|name)s?\b[^.;]{0,20}?\b(?:specified|given|named|stated|defined|listed)\s+(?:by|in|under|as)\s+(?:the\s+|each task's\s+)?"
    r"[\"'`“](?P<k>[\w.-]+)[\"'`”](?:\s+(?:key|field))?", I
)


def keyed_path(c: Clause) -> Guess | None:
    """A file whose path stands in a field of a visible JSON file."""
    match = c.find(_KEYED_PATH)
    if match is None or not re.search(r"\b(?:write|save|output|store|export|generate|produce)\b", c.text, I):
        return None
    files = [(v, l) for v, l in mentions(c.source, 0, c.end) if str(v).endswith(".json")]
    if not files:
        return None
    value, literals = files[-1]
    path = Param(value=value, spans=tuple(c.span(item.start, item.end) for item in literals))
    return _dot(Family.PATH_EXISTS, {"path": path, "field": c.param(match, "k")}, "keyed_path")


def contents(c: Clause) -> Guess | None:
    """Literals that must or must not stand in an artifact."""
    listed = [item for item in c.quotes() if not any(item.start == part[0].start for _, part in c.own_paths)]
    if not listed:
        return None
    negative = c.find(_NOT_CONTAIN)
    positive = c.find(_CONTAIN)
    params = c.path_param()
    if not params:
        return None
    texts = [item for item in listed if item.start >= (negative or positive or listed[0]).start()] if negative or positive else listed  # type: ignore[union-attr]
    if negative is not None and (positive is None or negative.start() <= positive.start()):
        return _dot(Family.NOT_CONTAINS, params | {"text": c.listed(texts or listed)}, "contents")
    if positive is not None:
        return _dot(Family.CONTAINS, params | {"text": c.listed(texts or listed)}, "contents")
    return None


def equality(c: Clause) -> Guess | None:
    """A field with one literal value."""
    match = c.find(_SET) or c.find(_EQUALS)
    if match is None:
        return None
    groups = match.groupdict()
    field_group, value_group = ("f2", "v2") if groups.get("f2") else ("f", "v")
    raw = match[value_group]
    value: str | int | float | bool | None
    start, end = match.span(value_group)
    if raw[0] in "`\"“'":
        inner = raw[1:-1]
        value, start, end = inner, start + 1, end - 1
        if raw[0] == "`":
            value = _typed(inner)
    else:
        value = _typed(raw)
    name = match[field_group].strip("`\"'")
    offset = match.start(field_group) + match[field_group].index(name)
    params = _equality_path(c, name) | {"field": Param(value=name, spans=(c.span(offset, offset + len(name)),))}
    if end > start:
        params["value"] = Param(value=value, spans=(c.span(start, end),))
    return _dot(Family.VALUE_EQUALS, params, "equality")


def _equality_path(c: Clause, name: str) -> dict[str, Param]:
    own = [(value, part) for value, part in c.own_paths if value != name]
    if own:
        value, part = own[0]
        return {"path": Param(value=value, spans=tuple(c.span(item.start, item.end) for item in part))}
    return c.path_param(own=False)


def _typed(raw: str) -> str | int | float | bool | None:
    text = raw.strip().strip("\"'") if raw.strip()[:1] in "\"'" else raw.strip()
    if text != raw.strip():
        return text
    if text in ("true", "false"):
        return text == "true"
    if text in ("null", "None"):
        return None
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if re.fullmatch(r"-?\d+\.\d+", text):
        return float(text)
    return text


def allowed(c: Clause) -> Guess | None:
    """A field whose values come from a closed list."""
    match = c.find(_ALLOWED)
    if match is None:
        return None
    listed = c.quotes(*match.span("a"))
    if len(listed) < 2:
        return None
    params = c.path_param(own=_own_output(c)) | {"allowed": c.listed(listed)}
    name = match["f"]
    if name and name[0] in "`\"'":
        inner = name.strip("`\"'")
        offset = match.start("f") + 1
        params["field"] = Param(value=inner, spans=(c.span(offset, offset + len(inner)),))
    else:
        params |= _field(c)
    return _dot(Family.VALUE_EQUALS, params, "allowed")


def bounds(c: Clause) -> Guess | None:
    """Bounds of a value."""
    match = c.find(_BETWEEN)
    if match is not None:
        low, high = ("lo", "hi") if match["lo"] else ("lo2", "hi2")
        field = _field(c)
        if not field:
            return None
        pair = {"min": c.param(match, low, number(match[low])), "max": c.param(match, high, number(match[high]))}
        return _dot(Family.VALUE_RANGE, c.path_param(own=_own_output(c)) | field | pair, "bounds")
    match = c.find(_BOUND)
    field = _field(c)
    if match is None or not field:
        return None
    word = match["op"].lower()
    if match["n"] is None:
        if word not in ("positive", "non-negative", "正数", "非负"):
            return None
        name = "min_exclusive" if word in ("positive", "正数") else "min"
        return _dot(Family.VALUE_RANGE, c.path_param(own=_own_output(c)) | field | {name: Param(value=0, spans=(c.span(*match.span("op")),))}, "bounds")
    upper = bool(re.search(r"most|no (?:more|greater|higher|larger)|not (?:exceed|be)|less|fewer|smaller|lower than|below|<|≤|小|不大于|不高于|不超过|低于", word)) and not re.search(r"no (?:less|fewer|lower|smaller)|不小于|不低于", word)
    inclusive = bool(re.search(r"least|most|no |not |equal|=|≥|≤|等于|不", word))
    name = ("max" if upper else "min") + ("" if inclusive else "_exclusive")
    return _dot(Family.VALUE_RANGE, c.path_param(own=_own_output(c)) | field | {name: c.param(match, "n", number(match["n"]))}, "bounds")


def forms(c: Clause) -> Guess | None:
    """Dates, single numbers and other forms of a value."""
    single = c.find(_SINGLE_NUMBER)
    if single is not None and c.path_param(own=_own_output(c)):
        params = c.path_param(own=_own_output(c)) | {"pattern": c.param(single, 0, "single number")}
        return _dot(Family.PATTERN, params, "forms")
    match = c.find(_DATEFORM)
    if match is not None:
        params = c.path_param(own=_own_output(c)) | {"pattern": c.param(match, "p")} | _field(c)
        return _dot(Family.PATTERN, params, "forms")
    match = c.find(_ISO)
    if match is not None:
        return _dot(Family.PATTERN, c.path_param(own=_own_output(c)) | {"pattern": c.param(match, 0)} | _field(c), "forms")
    return None


def validity(c: Clause) -> Guess | None:
    """A valid file of a format."""
    match = c.find(_FORMAT)
    if match is None:
        return None
    group = next(name for name in ("v", "v2", "v3") if match[name])
    return _dot(Family.FORMAT_VALID, c.path_param() | {"value": c.param(match, group)}, "validity")


def uniqueness(c: Clause) -> Guess | None:
    """Values that may not repeat."""
    if c.find(_UNIQUE) is None:
        return None
    return _dot(Family.UNIQUE, c.path_param(own=_own_output(c)) | _field(c), "uniqueness")


def same_columns(c: Clause) -> Guess | None:
    """As many columns as another table, or the same ones."""
    match = c.find(_SAME_COLUMNS)
    if match is None:
        return None
    what = "column count" if re.search(r"number|amount|count|列数", match.group(), I) else "column names"
    params = c.path_param(own=False)
    others = [item for item in c.all_paths().values()]
    if params and others and not isinstance(others[0].value, tuple):
        params = {"path": Param(value=(str(params["path"].value), str(others[0].value)), spans=params["path"].spans[:1] + others[0].spans)}
    return _dot(Family.CROSS_CONSISTENT, params | {"field": Param(value=what, spans=(c.span(*match.span()),))}, "same_columns")


def commands(c: Clause) -> Guess | None:
    """Commands that must succeed, be used, or not be used."""
    listed = [item for item in c.quotes() if _is_command(item.value)]
    if _TESTS.search(c.text):
        return _dot(Family.TESTS_PASS, {"command": c.listed(listed)} if listed else {}, "commands")
    if not listed:
        return None
    if _CMD_OK.search(c.text):
        return _dot(Family.COMMAND_SUCCEEDS, {"command": c.listed(listed)}, "commands")
    if re.search(r"\b(?:before|after|first|then)\b", c.text, I):
        return _dot(Family.ORDERED_STEPS, {"command": c.listed(listed)}, "commands")
    if _NOT_RUN.search(c.text):
        return _dot(Family.TOOL_NOT_USED, {"command": c.listed(listed)}, "commands")
    if _RUN.search(c.text):
        return _dot(Family.TOOL_USED, {"command": c.listed(listed)}, "commands")
    return None


_COMMAND = re.compile(
    r"^(?:\./|npm|npx|pnpm|yarn|bun|make|cargo|go|python3?|pip3?|uv|poetry|pytest|tox|ruff|mypy|black|eslint|prettier|git|gh|docker|kubectl|bazel|gradle|"
    r"\./gradlew|mvn|dotnet|bash|sh|cmake|ctest|rustc|node|deno|terraform|helm|curl|wget|apt|brew|sed|awk|grep|rm|mv|cp|pre-commit|hatch|nox|vitest|jest|"
    r"tsc|flake8|isort|pyright|hugo|just|task|sqlite3|psql|shellcheck|actionlint)(?:\s+\S.*)?$"
)


def _is_command(text: str) -> bool:
    return bool(_COMMAND.match(text.strip()))


def _own_output(c: Clause) -> bool:
    """Whether a path named in the clause is itself an output."""
    return any(artifact.path == c.full_path(*own).value for own in c.own_paths for artifact in c.artifacts) or (
        bool(c.own_paths) and c.artifact is None
    )


def _field(c: Clause) -> dict[str, Param]:
    """The field that the clause speaks of: the label of its list item, else its only marked name."""
    text = c.source.text
    label = _FIELD.match(text, c.unit.body.start)
    if label is not None and label.end("f") <= c.unit.body.end and not re.search(r"\.\w{2,5}$", label["f"]):
        return {"field": c.param(label, "f")}
    marked = [item for item in c.quotes() if re.fullmatch(r"[A-Za-z_\u3400-\u9fff][\w.\[\]$-]*", item.value)]
    marked = [item for item in marked if not any(item.start == part[0].start for _, part in c.own_paths)]
    marked = [item for item in marked if item.value.lower() not in ("null", "true", "false", "nan") and not re.fullmatch(r"X\.X+", item.value)]
    return {"field": c.listed(marked[:1])} if len(marked) == 1 else {}


def broad(c: Clause) -> Guess | None:
    """Families that wording gives away though their parameters stay open."""
    text = c.text
    if _RESPONSE.search(text):
        quotes = c.quotes()
        return _dot(Family.RESPONSE_CONSTRAINT, {"text": c.listed(quotes)} if quotes else {}, "broad")
    return None


RULES: tuple[Rule, ...] = (
    example_block, absent, frame, same_columns, placeholders, rounding, notation, sorting, uniqueness, keyed_path, exists, counting, columns,
    field_item, keys, sheets, formulas, filling, allowed, equality, bounds, forms, validity, commands, contents, broad,
)  # fmt: skip
"""In order of precedence."""


def read_family(clause: Clause) -> Guess | None:
    """The guess of the first rule that fits."""
    for rule in RULES:
        guess = rule(clause)
        if guess is not None:
            return guess
    return None
