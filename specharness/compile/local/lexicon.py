"""Words that carry force: modals, negations, guards, imperative verbs; English and Chinese.

General English and Chinese only: nothing here names a product, a data set or a document.
"""

from __future__ import annotations

import re
from functools import lru_cache

from specharness.compile.local.prefilter import Guarded, traits
from specharness.ir import Disposition, Modality

IMPERATIVES = frozenset(
    """accept access achieve act add adhere adjust aggregate align allow analyse analyze annotate answer append apply
    arrange ask assert assign assume attach avoid back base be begin benchmark bind break bring build bump calculate
    call capture cast change check choose cite clarify classify clean clear close collect combine come commit compare
    compile complete compress compute concatenate configure confirm connect consider consult contain continue convert
    copy correct count cover create crop cut debug decide declare decode deduplicate deep default define delete deliver
    deploy derive describe design detect determine develop disable discard display do document don't download draft
    drop dump edit emit employ enable encode enforce ensure enter enumerate escape establish estimate evaluate examine
    exclude execute expand explain explore export expose express extend extract fail favor fetch fill filter finalize
    find fix flag flatten focus follow format gather generate get give go group guard handle highlight identify ignore
    implement import improve include increase indicate infer initialize inject insert inspect install integrate
    interpolate interpret introduce investigate invoke isolate iterate join keep label launch leave let limit link list
    load locate log look lower maintain make manage map mark match maximize measure mention merge migrate minimize mock
    modify monitor move name navigate never normalize note number obtain omit open optimize order organize output
    overwrite parse pass paste perform pick pin place plan plot populate prefer prepare present preserve prevent print
    prioritize process produce propose provide publish pull push put query quote raise rank read reason rebuild record
    redact reduce refactor refer reference register reject release remember remove rename render reorder repeat replace
    report reproduce request require reset resolve respect respond restart restore restrict retain retrieve return
    reuse review rewrite round run sanitize save scan search see select send separate serve set ship show sign
    simplify simulate skip solve sort specify split stage start state stay stick stop store strip structure submit
    subtract suggest summarize supply support swap switch sync take tell test think throw total track train transcribe
    transform translate treat trim truncate try turn understand unify update upgrade upload use utilize validate verify
    visit wait watch weigh work wrap write""".split()
)
"""Verbs that open an instruction."""

WRITE_VERBS = frozenset(
    """build create deliver dump emit export generate output place populate prepare print produce put record return save
    store submit write""".split()
)
"""Verbs whose object is an artifact that must exist afterwards."""

PATTERNS: dict[str, re.Pattern[str]] = {
    "must_not": re.compile(
        r"\b(?:(?:must|shall|should|may|can|could|will|do|does|is|are)(?:\s+(?:not|never)\b|n['’]t\b)|cannot\b|never\b|"
        r"(?:not|nothing)\s+(?:be\s+)?(?:allowed|permitted)|forbidden|prohibited|avoid\b|without\b|no\s+longer|neither\b|"
        r"refrain\b|do\s+no\b)"
        r"|不得|不要|不能|不可|不许|不应|禁止|切勿|请勿|严禁|勿|避免",
        re.IGNORECASE,
    ),
    "no_noun": re.compile(r"(?:^|[\s(,;:])(?:no|none|nothing)\s+\w|没有|无需|不含", re.IGNORECASE),
    "must": re.compile(
        r"\b(?:must|shall|required?|requires|has to|have to|needs? to|mandatory|ensure|make sure|always|only|exactly|"
        r"strictly|critical(?:ly)?|important)\b|必须|务必|一定|应当|须|需要|确保|始终|只能|仅|严格|要求",
        re.IGNORECASE,
    ),
    "should": re.compile(
        r"\b(?:should|recommended?|ought|expected to|encouraged)\b|应该|应|建议|最好|推荐", re.IGNORECASE
    ),
    "may": re.compile(
        r"\b(?:may|can|could|might|feel free|optional(?:ly)?|allowed to|permitted|if you (?:like|want|need|prefer|wish)|"
        r"up to you|e\.g\.|for example|such as)\b|可以|可选|可|允许|例如|比如|随意",
        re.IGNORECASE,
    ),
    "prefer": re.compile(
        r"\b(?:prefer(?:red|ably|s)?|try to|ideally|consider|typically|usually|generally|often|where possible|"
        r"when possible|if possible|best practices?|tips?|hints?|aim (?:to|for)|be careful|keep in mind|"
        r"recommend(?:ed|ation)?|favou?r|rather than|worth)\b|尽量|优先|通常|一般|提示|注意|小心",
        re.IGNORECASE,
    ),
    "guard": re.compile(
        r"\b(?:if|when|whenever|unless|except|only if|in case|where|once|until|before|after|for each|for every|"
        r"provided that)\b|如果|若|当|除非|除.{0,12}外|一旦|则|的话|时，",
        re.IGNORECASE,
    ),
    "vague": re.compile(
        r"\b(?:appropriate(?:ly)?|reasonabl[ey]|sensibl[ey]|proper(?:ly)?|suitabl[ey]|relevant|good|better|best|clean|"
        r"clear(?:ly)?|concise(?:ly)?|professional(?:ly)?|correct(?:ly)?|accurate(?:ly)?|careful(?:ly)?|consistent(?:ly)?|"
        r"meaningful|robust(?:ly)?|readable|necessary|efficient(?:ly)?|high.quality|as needed|well|simple|intuitive)\b"
        r"|合适|合理|恰当|适当|准确|正确|清晰|简洁|专业|良好|必要",
        re.IGNORECASE,
    ),
    "exact": re.compile(
        r"\b(?:exactly|at least|at most|no more than|no fewer than|no less than|up to|between|equal(?:s)? to|identical|"
        r"same|verbatim|unchanged|as[- ]is|byte|first|last|each|every|all)\b|恰好|正好|至少|至多|不超过|不少于|相同|一致|每|所有|全部",
        re.IGNORECASE,
    ),
}
"""Signals by name. They are features of the disposition model and the ground of the modality."""

ZH_GLOSSES: tuple[tuple[str, str], ...] = tuple(
    (pair.split("=")[0], pair.split("=")[1])
    for pair in """保存=save 写入=write 写到=write 写出=write 输出=output 生成=generate 创建=create 新建=create 导出=export 提交=submit
    产出=output 放到=place 放在=place 存放=store 存入=save 文件夹=folder 目录=folder 文件=file 路径=path 表头=header 列名=column 列=column
    行=row 字段=field 键=key 键名=key 工作表=sheet 单元格=cell 公式=formula 表格=table 格式=format 编码=encoding 排序=sort 升序=ascending
    降序=descending 删除=delete 移除=remove 去掉=remove 去除=remove 剔除=remove 保留=keep 保持=keep 不变=unchanged 原样=unchanged 修改=modify
    改动=modify 更改=change 替换=replace 填写=fill 填充=fill 填入=fill 包含=contain 含有=contain 包括=include 小数=decimal 位小数=decimals
    四舍五入=round 精确=round 计算=calculate 统计=count 汇总=total 合计=total 求和=sum 平均=average 数量=count 数值=number 整数=integer
    字符串=string 布尔=boolean 数组=array 对象=object 重复=duplicate 唯一=unique 去重=deduplicate 空值=null 为空=empty 空行=blank
    日期=date 时间=time 运行=run 执行=execute 使用=use 读取=read 检查=check 确认=confirm 验证=verify 转换=convert 合并=merge 拆分=split
    移动=move 复制=copy 重命名=rename 标题=title 段落=paragraph 章节=section 报告=report 结果=result 数据=data 规则=rule 要求=requirements
    输入=input 说明=notes 背景=background 示例=example 任务=task 注意=note 提示=tip 建议=suggest 判定=judge 判断=judge 忽略=ignore
    比较=compare 回答=answer 回复=reply 选择=select 大写=uppercase 小写=lowercase 范围=range 大于=greater 小于=less 等于=equal 不超过=at_most
    至少=at_least 恰好=exactly 每=each 所有=all 全部=all 名称=name 名为=named 按=by 条=items 个=items 位=digits 测试=test 代码=code""".split()
)
"""Chinese words and the English tokens that stand for them in features, so that one model serves both languages."""


_GUARDED = {name: Guarded(pattern) for name, pattern in PATTERNS.items()}


@lru_cache(maxsize=4096)
def signals(text: str) -> frozenset[str]:
    """Names of the signals that `text` carries."""
    lower = text.lower()
    mask = traits(lower)
    return frozenset(name for name, guarded in _GUARDED.items() if guarded.fits(text, lower, mask))


def signal_places(text: str, offset: int) -> tuple[tuple[int, int, str], ...]:
    """Every signal in a text: where it begins and ends, `offset` added, and its name."""
    lower = text.lower()
    mask = traits(lower)
    return tuple(
        (match.start() + offset, match.end() + offset, name)
        for name, guarded in _GUARDED.items()
        for match in guarded.matches(text, lower, mask)
    )


_WEAK = re.compile(r"\b(?:should|ought)\s+(?:not|never)\b|\bshouldn['’]t\b|\bavoid\b|不应|避免", re.IGNORECASE)
_NO = re.compile(r"^\s*(?:[-*]\s*)?(?:\*\*)?(?:no|not|never|nothing|none|neither|without)\b", re.IGNORECASE)
_MAY_STRONG = re.compile(
    r"\b(?:may|feel free|optional(?:ly)?|you can|you could|can be|might|allowed to|permitted)\b|可以|可选|允许|随意",
    re.IGNORECASE,
)
_MAY_NOT = re.compile(
    r"\b(?:may|can|must|might)\s*(?:not|never)\b|\bcannot\b|\bcan['’]?t\b|不可以|不(?:被)?允许|不准|不许", re.IGNORECASE
)
_LETS = r"(?:\w+ly\s+)?(?:be\s+|been\s+)?(?:allowed|permitted|authori[sz]ed|acceptable)\b"
_DENIES = re.compile(
    rf"(?:\b(?:not|never|no longer|nor)|n['’]t)\s+{_LETS}"
    r"|(?:\b(?:is|are|be|remains?|stays?)|['’]s|^)\s*(?:\w+ly\s+)?(?:forbidden|prohibited|disallowed|banned|off[- ]limits)\b"
    r"|\b(?:you|agents?|nobody|no one)\s+(?:can(?:not|['’]?t|\s+not|\s+never)|(?:may|could)\s+(?:not|never))\b"
    r"|\b(?:can(?:not|['’]?t|\s+not)|may\s+not)\s+be\s+(?:\w+ly\s+)?(?:edited|changed|modified|added|touched|removed"
    r"|written|created|deleted|renamed|moved|altered|used|overwritten)\b"
    rf"|\b(?:no|none|nothing|neither|nobody|no one)\b(?:[^.;,]|\.(?=\S)){{0,80}}\b(?:is|are|be)\s+{_LETS}"
    r"|(?<!并非)(?<!不)(?:不(?:被)?允许|(?<!可)不可以|不准|不许|严禁|禁止)",
    re.IGNORECASE,
)
"""A permission that is denied: a prohibition, whatever word of permission stands in it."""
_ALLOWS_ONLY = re.compile(
    r"\bonly\b(?:[^.;]|\.(?=\S)){0,60}\b(?:is|are|be)\s+(?:allowed|permitted)\b|\b(?:is|are|be)\s+only\s+(?:allowed|permitted)\b"
    r"|\b(?:(?:is|are)\s+(?:allowed|permitted)\s+to|you\s+can)\s+(?:\w+\s+){1,3}only\b"
    r"|[只仅](?:被)?(?:允许|可以|可\b)",
    re.IGNORECASE,
)
"""A permission for one thing only: all others are denied."""


_GUARDED_DENIALS = (Guarded(_DENIES), Guarded(_ALLOWS_ONLY))


@lru_cache(maxsize=4096)
def denies(text: str) -> bool:
    """Whether a text denies a permission, or gives it for one thing only."""
    lower = text.lower()
    mask = traits(lower)
    return any(guarded.fits(text, lower, mask) for guarded in _GUARDED_DENIALS)


def modality_of(text: str, advisory: bool) -> Modality:
    """The modality of a clause; `advisory` is whether its disposition lets it shape the work only."""
    found = signals(text)
    if advisory and force_of(text) is Disposition.ADVISORY and _MAY_STRONG.search(text) and not _MAY_NOT.search(text):
        return Modality.MAY
    negative = ("must_not" in found and not re.search(r"\bwithout\b", text, re.IGNORECASE)) or bool(_NO.search(text))
    if negative:
        return Modality.SHOULD_NOT if advisory or _WEAK.search(text) else Modality.MUST_NOT
    if _MAY_STRONG.search(text) and not _MAY_NOT.search(text) and advisory:
        return Modality.MAY
    if advisory:
        return Modality.SHOULD
    if "should" in found and "must" not in found:
        return Modality.SHOULD
    return Modality.MUST


_PERMITS = re.compile(
    r"\b(?:you|we|they|agents?)\s+(?:may|can|could|might)\b(?!['’]?t\b|\s*(?:not|only|never))|(?<!\d )\bmay\b(?!\s*(?:\d|not|only|never|be\s+(?:edited|changed|modified|added|touched|removed|written|created|deleted|renamed|moved)))|"
    r"\bfeel free\b|(?<!\()\boptional(?:ly)?\b(?!\))|\bup to you\b|\bif you (?:like|want|wish|prefer)\b|\b(?:is|are) (?:fine|welcome|ok(?:ay)?|allowed)\b|"
    r"\b(?:probably|perhaps|maybe)\b|\bif you are (?:unsure|in doubt|not sure)\b|\b(?:works?|worked) (?:well|fine)\b|\bno need (?:to|for)\b|\bneed(?: not|n['’]t)\b|\b(?:do not|don['’]t) worry\b|\bgood enough\b|(?:\bnot|n['’]t)\s+(?:\w+ly\s+)?(?:forbidden|prohibited|disallowed|banned|off[- ]limits)\b|\bdoes(?:n['’]t| not) matter\b|\b(?:don['’]t|do not|doesn['’]t|does not) (?:have|need) to\b|\bwould be (?:nice|good|great)\b|"
    r"(?:都|也)?可以|可选|随意|不限|无所谓|不必|无需|不禁止",
    re.IGNORECASE,
)
_PREFERS = re.compile(
    r"\b(?:best kept|(?:is|are|be) (?:better|easier|nicer)|prefer(?:red|ably|s)?|try to|ideally|where possible|when possible|if possible|hint|tip|we suggest|suggested|recommended?|consider)\b|尽量|最好|建议|推荐|优先考虑",
    re.IGNORECASE,
)
_DEMANDS = re.compile(
    r"\b(?:must|shall|required|has to|have to|needs? to|may only|is to be|are to be|never|exactly|cannot|can['’]t|can not|may not|do not|don['’]t|no)\b|\bonly\b.{0,60}\b(?:may|can)\b"
    r"|必须|不得|不能|只能|不可|务必|不要|(?<!不)禁止|应当",
    re.IGNORECASE | re.DOTALL,
)


_NOBODY = re.compile(
    r"\bmay\b.{0,30}\b(?:at most|no more than|only|up to|not more than|not exceed)\b|\b(?:stays?|remains?)\b.{0,40}\b(?:as (?:it|they) (?:is|are)|unchanged|untouched|intact)\b|\b(?:no|none|nothing|neither|nobody|no one)\b.{0,80}\b(?:may|can)\b",
    re.IGNORECASE | re.DOTALL,
)
"""A permission given to nobody is a prohibition."""


_MAY_BE = re.compile(
    r"\bmay\s+be\s+(?:edited|changed|modified|added|touched|removed|written|created|deleted|renamed|moved)\b",
    re.IGNORECASE,
)
_RESTRICTS = re.compile(
    r"\b(?:only|no|not|none|nothing|nobody|neither|nor|alone|except|apart|besides|other|else)\b", re.IGNORECASE
)
"""Words that make a prohibition of "may be changed": what is not named may not."""


_FORCE = {
    "may_be": Guarded(_MAY_BE),
    "nobody": Guarded(_NOBODY),
    "demands": Guarded(_DEMANDS),
    "permits": Guarded(_PERMITS),
    "prefers": Guarded(_PREFERS),
}


@lru_cache(maxsize=4096)
def force_of(text: str) -> Disposition | None:
    """What the wording alone settles by the guide's rules of thumb: hard, advisory, or nothing."""
    if denies(text):
        granted = _PERMITS.search(_ALLOWS_ONLY.sub(" ", _DENIES.sub(" ", text)))
        return None if granted is not None else Disposition.HARD
    lower = text.lower()
    mask = traits(lower)
    if _FORCE["nobody"].fits(text, lower, mask):
        return Disposition.HARD
    demands, permits, prefers = (_FORCE[name].fits(text, lower, mask) for name in ("demands", "permits", "prefers"))
    if demands and not permits and not prefers:
        return Disposition.HARD
    if (permits or prefers) and not demands:
        return Disposition.ADVISORY
    if (
        permits
        and demands
        and re.search(
            r"\b(?:don['’]t|do not|doesn['’]t|does not) (?:have|need|worry)\b|\bno need (?:to|for)\b|不必|无需",
            text,
            re.IGNORECASE,
        )
    ):
        return Disposition.ADVISORY
    if _FORCE["may_be"].fits(text, lower, mask) and not _RESTRICTS.search(text):
        return Disposition.ADVISORY
    return None
