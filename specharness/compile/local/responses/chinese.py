"""Constraints on the answer in Chinese: 不少于300字, 用JSON格式输出, 以“……”结尾, 分为三段.

The same aspects as in English. What is said of each part (每段), of another text (提示词, 函数), under a condition, as
a permission or in a question is left out. Text with kana is Japanese, and not read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from specharness.compile.local.responses.bounds import Bounds
from specharness.compile.local.responses.chinese_numbers import NUMBER, bounds, number
from specharness.compile.local.responses.model import Aspect, Constraint, Place
from specharness.compile.local.responses.prompt import MAX_MENTIONS, Prompt
from specharness.ir.languages import LANGUAGES

_HAN, _KANA = re.compile(r"[\u4e00-\u9fff]"), re.compile(r"[\u3040-\u30ff]")
_SENTENCE = re.compile(r"[^。！？；\n]+[。！？；]?")
_NOT_ASKED = re.compile(
    r"(?<!不)可以|可选|不必|不需要|无需|无须|不要求|没必要|不一定|不限|没有[^，]{0,6}限制|(?<!不)(?<!不被)允许|随意|最好|尽量|建议"
)
_GUARD = re.compile(r"如果|若|假如|除非|的话|除了|除[^，]{1,12}外|除外|以外|当[^，]{1,12}时")
_OTHERS = re.compile(
    r"提示词|指令是|函数|程序|脚本|代码|正则|密码|游戏|规定|招聘|征文|比赛|用户名"
    r"|(?:老师|老板|客户|学校|公司|网站|编辑|导师|领导|妈妈|爸爸)[^，]{0,6}(?:要求|说|让|希望|规定|限制)"
    r"|(?:要求|让|请|告诉|提醒)(?:模型|他|她|学生|用户|读者|应聘者|参赛者|对方|孩子|大家|每个人|AI|机器人)"
    r"|(?:他|她|学生|玩家|人物|角色|主人公)们?(?:只能|必须|不能|不得|只)"
)
_ASKING = re.compile(r"如何|怎么|怎样|为什么|为何|什么是|什么意思|是否|是不是|哪")
_PART = re.compile(
    r"每(?:一)?(?:个|篇|首|封|条)?(?:句|段|行|点|项|章|节|部分|页|题|天|人|小节|单词|词|回答|要点|标题|例子|列表)|每[个条篇首封]"
    r"|各(?:段|句|项|部分|点)|标题|题目|首段|末段|段首|句首|首字母|引言|结论部分|小标题|第[一二三四五六七八九十\d]{1,3}(?:句|行|个|部分|节|章|点|段)"
    r"|最后一(?:段|行)|开头一段|其中|前[一二两三四五\d]|后[一二两三四五\d]"
)
_FORBID = r"(?:不要|不得|不能|不可以?|不应|不许|不准|不(?:被)?允许|禁止|严禁|避免|请勿|切勿|勿|别)"
_DENIES = re.compile(_FORBID)
_JOIN = re.compile(r"\s*(?:、|和|与|及|以及|或|，|,|;|；)\s*(?:关键词|词语|单词|短语)?\s*")
_LITERALS = r"[“\"「『‘'`]"


class _Noun(NamedTuple):
    aspect: Aspect
    noun: str
    only_with: str = ""
    """Words that the sentence must have, too."""


_NOUNS = (
    _Noun(Aspect.WORDS, r"(?:个)?(?:汉)?字(?![符母节数样])"),
    _Noun(Aspect.CHARACTERS, r"(?:个)?字符"),
    _Noun(Aspect.WORDS, r"(?:个)?(?:英文|英语)?单词", only_with=r"^(?!.*(?:大写|关键))"),
    _Noun(Aspect.SENTENCES, r"(?:个)?句(?:子|话)?"),
    _Noun(Aspect.PARAGRAPHS, r"(?<!一)(?:个)?(?:自然)?段(?:落)?(?!话)|(?<=一)个(?:自然)?段落?"),
    _Noun(Aspect.LINES, r"行(?!为|动|业|程)"),
    _Noun(
        Aspect.BULLETS,
        r"(?:个|条|项)(?:[^，。；\d]{0,6}?)(?:项目符号|要点|列表项|条目)",
        only_with=r"项目符号|无序列表|列表符号",
    ),
    _Noun(Aspect.PLACEHOLDERS, r"个?占位符"),
    _Noun(
        Aspect.HIGHLIGHTS, r"(?:个|处)(?:部分|段落|短语|词语?|地方|要点|内容|片段)?", only_with=r"高亮|斜体|加粗|强调"
    ),
    _Noun(Aspect.CAPITAL_WORDS, r"个?(?:全部?|完全)?大写(?:字母)?的?(?:英文)?(?:单词|词)"),
)
_READ = tuple((noun, re.compile(rf"(?P<n>{NUMBER})\s*(?:{noun.noun})")) for noun in _NOUNS)
_COUNT_OF = re.compile(rf"字数[^，。；\d]{{0,8}}?(?P<n>{NUMBER})(?![\d字个])")


def chinese(prompt: Prompt) -> Iterator[Constraint]:
    """Every constraint that a Chinese sentence states, but the repetition of the request."""
    text = prompt.text
    if not _HAN.search(text) or _KANA.search(text):
        return
    for number_of, sentence in enumerate(_SENTENCE.finditer(text)):
        if number_of == MAX_MENTIONS:
            return
        start, end = sentence.span()
        if not _HAN.search(text, start, end):
            continue
        for one in _of_sentence(prompt, start, end):
            if _binds(prompt, one, start, end):
                yield one


def _of_sentence(prompt: Prompt, start: int, end: int) -> Iterator[Constraint]:
    yield from _counted(prompt, start, end)
    for reader in (_marks, _worded, _edges, _formed):
        yield from reader(prompt, start, end)


def _binds(prompt: Prompt, one: Constraint, start: int, end: int) -> bool:
    """Whether it is demanded, and of the whole answer."""
    if prompt.quoted(one.start) and prompt.quoted(max(one.start, one.end - 1)) and one.aspect is not Aspect.OCCURRENCES:
        return False
    text = prompt.bare
    comma = max(text.rfind("，", start, one.start), text.rfind(",", start, one.start), start - 1) + 1
    stop = min([place for place in (text.find("，", one.end, end), text.find(",", one.end, end)) if place >= 0] + [end])
    clause = text[comma:stop]
    if _GUARD.search(text, start, end) or _NOT_ASKED.search(clause) or _OTHERS.search(text, start, one.start):
        return False
    asks = text[end - 1] in "？?" or text[end : end + 1] in ("？", "?") or re.search(r"如何|怎么|怎样|为什么", clause)
    if asks and (_ASKING.search(clause) or "吗" in clause):
        return False
    if one.aspect in (Aspect.TITLE, Aspect.SECTIONS, Aspect.RESPONSES, Aspect.POSTSCRIPT):
        return True
    if one.aspect is Aspect.PARAGRAPHS and "order" in one.params:
        return True
    return _PART.search(text, comma, stop) is None


def _counted(prompt: Prompt, start: int, end: int) -> Iterator[Constraint]:
    text, sentence = prompt.prose, prompt.prose[start:end]
    taken: list[tuple[int, int]] = []
    for noun, pattern in _READ:
        if noun.only_with and not re.search(noun.only_with, sentence):
            continue
        for match in pattern.finditer(text, start, end):
            if any(left < match.end() and match.start() < right for left, right in taken):
                continue
            found = bounds(text, start, match)
            if not found:
                continue
            first = min(place.start for places in found.values() for place in places)
            taken.append((first, match.end()))
            yield from _with_mark(prompt, noun.aspect, first, match.end(), found, (start, end))
    for match in _COUNT_OF.finditer(text, start, end):
        found = bounds(text, start, match)
        if found and "count" not in found:
            yield Constraint(Aspect.WORDS, match.start(), match.end(), found)


_MARK = re.compile(r"(?<![A-Za-z0-9*])\*{3}(?![A-Za-z0-9*])|三个星号|3\s*个星号")
_DIVIDED = re.compile(r"分隔|隔开|分开|间隔|分割")
_NTH = re.compile(rf"第(?P<o>{NUMBER})段(?:落)?[^，。；]{{0,8}}?(?:以|用)\s*(?={_LITERALS})")


def _with_mark(
    prompt: Prompt, aspect: Aspect, start: int, end: int, found: Bounds, sentence: tuple[int, int]
) -> Iterator[Constraint]:
    """Paragraphs have the mark between them that the prompt names, and the opening of one of them."""
    if aspect is not Aspect.PARAGRAPHS:
        yield Constraint(aspect, start, end, found)
        return
    mark = next((match for match in _MARK.finditer(prompt.text) if _DIVIDED.search(prompt.text)), None)
    if mark is not None:
        place = Place("***", *mark.span())
        yield Constraint(aspect, min(start, place.start), max(end, place.end), {**found, "text": (place,)})
        return
    opening = _NTH.search(prompt.text, end)
    quote = prompt.by_mark.get(opening.end()) if opening is not None else None
    if opening is None or quote is None or not re.match(r".\s*(?:开头|开始|起头)", prompt.text[quote.end :]):
        yield Constraint(aspect, start, end, found)
        return
    order = Place(number(opening["o"]), *opening.span("o"))
    yield Constraint(aspect, start, quote.end, {**found, "order": (order,), "value": (quote.place,)})


_NAMED_MARKS = {"感叹号": "!", "问号": "?", "分号": ";", "冒号": ":", "星号": "*", "破折号": "—", "句号": "。"}
_NO_MARK = re.compile(
    rf"(?P<f>{_FORBID}|不用|不使用|不含|不带|不出现|没有|无)(?P<gap>[^，。；]{{0,10}}?)(?P<m>逗号|{'|'.join(_NAMED_MARKS)})"
)
_LETTER = re.compile(r"字母\s*[“\"‘'「`]?(?P<l>[A-Za-z])[”\"’'」`]?")


def _marks(prompt: Prompt, start: int, end: int) -> Iterator[Constraint]:
    text = prompt.text
    for match in _NO_MARK.finditer(text, start, end):
        if re.search(r"以外|之外|超过|分隔|忘", match["gap"]):
            continue
        comma = match["m"] == "逗号"
        place = Place("，" if comma else _NAMED_MARKS[match["m"]], *match.span("m"))
        yield Constraint(Aspect.COMMAS if comma else Aspect.LETTERS, *match.span(), {"text": (place,)}, True)
    for match in _LETTER.finditer(text, start, end):
        place = Place(match["l"], *match.span("l"))
        often = _often(text, match.end(), end)
        if often is not None:
            yield Constraint(Aspect.LETTERS, match.start(), often[1], {**often[0], "text": (place,)})
        elif re.search(rf"{_FORBID}[^，。；]{{0,8}}$", text[start : match.start()]):
            yield Constraint(Aspect.LETTERS, match.start(), match.end(), {"text": (place,)}, True)


_OFTEN = re.compile(rf"(?P<n>{NUMBER})\s*(?:次|遍|回)")


def _often(text: str, start: int, end: int) -> tuple[Bounds, int] | None:
    """How often, said in the rest of the clause."""
    stop = min([place for place in (text.find("，", start, end), text.find("。", start, end)) if place >= 0] + [end])
    match = _OFTEN.search(text, start, stop)
    found = bounds(text, start, match) if match is not None else {}
    return (found, match.end()) if match is not None and found else None


_HOLDS = re.compile(
    rf"[^，。；“”\"「」]{{0,12}}?(?:包含|包括|含有|提到|提及|使用|出现|用到|写出|加入|带有|用上)"
    rf"[^，。；“”\"「」]{{0,8}}?\s*[:：]?\s*(?={_LITERALS})"
)
_WORD_OF = re.compile(r"\s*(?:一词|这个词|这个字|这一词|一字|字|这个短语|这句话)?")


def _worded(prompt: Prompt, start: int, end: int) -> Iterator[Constraint]:
    """Keywords, forbidden words, and how often a word stands."""
    text, taken = prompt.text, set[int]()
    for match in _HOLDS.finditer(text, start, end):
        places, stop = _list(prompt, match.end())
        if not places or any(place.start in taken for place in places):
            continue
        taken |= {place.start for place in places}
        often = _often(text, stop, end)
        if often is not None:
            for place in places:
                yield Constraint(Aspect.OCCURRENCES, place.start, often[1], {**often[0], "text": (place,)})
        elif re.search(r"为|作为|来|当|以|开头|结尾", text[stop : stop + 4]):
            continue
        else:
            yield Constraint(
                Aspect.KEYWORDS, match.start(), stop, {"text": tuple(places)}, _DENIES.search(match.group()) is not None
            )
    for quote in prompt.quotes:
        if not start <= quote.start < end or quote.start in taken:
            continue
        named = _WORD_OF.match(text, quote.end + 1)
        often = _often(text, named.end() if named else quote.end + 1, end)
        if often is not None and len(quote.value) <= 20:
            yield Constraint(Aspect.OCCURRENCES, quote.start, often[1], {**often[0], "text": (quote.place,)})


def _list(prompt: Prompt, at: int) -> tuple[list[Place], int]:
    """The quotations that stand side by side from a place on, and where they end."""
    places, end = [], at
    while (quote := prompt.by_mark.get(at)) is not None:
        places.append(quote.place)
        end = quote.end + 1
        gap = _JOIN.match(prompt.text, end)
        at = gap.end() if gap is not None else end
    return places, end


_EDGE = re.compile(rf"[^，。；“”]{{0,12}}?(?:以|用)\s*(?={_LITERALS})")
_ENDS, _BEGINS = re.compile(r".{0,6}?(?:结尾|结束|收尾|作结|结语)"), re.compile(r".{0,4}?(?:开头|开始|起始|起头)")
_LAST = re.compile(rf"最后一句(?:话)?[^，。；“”]{{0,6}}?[是为][:：]?\s*(?={_LITERALS})")


def _edges(prompt: Prompt, start: int, end: int) -> Iterator[Constraint]:
    """First and last words of the answer."""
    for match in (*_EDGE.finditer(prompt.text, start, end), *_LAST.finditer(prompt.text, start, end)):
        quote = prompt.by_mark.get(match.end())
        if quote is None or _DENIES.search(match.group()) or re.search(r"段|句首|行", match.group()):
            continue
        rest = prompt.text[quote.end + 1 : quote.end + 12]
        if match.re is _LAST or _ENDS.match(rest):
            yield Constraint(Aspect.ENDING, match.start(), quote.end, {"text": (quote.place,)})
        elif _BEGINS.match(rest) and not re.search(r"附言|附注", prompt.text[start : match.start()]):
            yield Constraint(Aspect.BEGINNING, match.start(), quote.end, {"text": (quote.place,)})


_ANY = "|".join(sorted((name for name in LANGUAGES if not name.isascii()), key=len, reverse=True))
_IN = re.compile(
    rf"(?:只|仅|全部|都|全程)?(?:能)?(?:用|使用|以)\s*(?P<a>{_ANY})(?:来|进行)?(?:回答|回复|作答|写作?|书写|撰写|输出|回应|完成|作文|解释|描述)"
    rf"|(?:回答|回复|输出|全文|答案|文章|内容)[^，。；]{{0,6}}?(?:用|使用|为|是)\s*(?P<b>{_ANY})"
)
_CASE = re.compile(
    rf"(?:全部?|都|只|仅|所有[^，。；]{{0,6}}|一律)[^，。；]{{0,6}}?(?P<c>小写|大写)|(?P<f>{_FORBID})[^，。；]{{0,6}}?(?P<d>大写|小写)(?:字母)?"
)
_JSON = re.compile(r"(?:用|以|使用|按照?|采用|输出|返回|为|成)[^，。；]{0,8}?(?P<j>JSON)(?![A-Za-z])", re.IGNORECASE)
_TITLE = re.compile(r"标题[^。]{0,30}?(?:<<|双尖括号|双角括号)|(?:<<|双尖括号|双角括号)[^。]{0,20}?标题")
_QUOTED = re.compile(
    r"(?:全文|整个?|全部|所有|你的|完整)[^，。；]{0,8}?(?:用|以|放在|置于|包在|包含在)[^，。；]{0,4}?双引号"
)
_POSTSCRIPT = re.compile(
    r"(?:加|添|写|附|补)[^，。；]{0,10}?(?:附言|附注|又及)?[^。；]{0,12}?(?P<m>P\.?\s?P\.?\s?S(?![A-Za-z])\.?|P\.\s?S(?![A-Za-z])\.?)"
)
_TWO = re.compile(r"(?P<n>两|2|二)\s*[个份种](?:不同|相异|有区别)?的?(?:回答|答案|回复|版本)")
_SIX = re.compile(r"(?<![A-Za-z0-9*])\*{6}(?![A-Za-z0-9*])|六个星号|6\s*个星号")
_CHOICE = re.compile(
    rf"(?:从|在)[^，。；]{{0,4}}(?:以下|下列|下面)[^，。；]{{0,14}}?选[^，。；]{{0,12}}?[:：]?\s*(?={_LITERALS})"
)


def _formed(prompt: Prompt, start: int, end: int) -> Iterator[Constraint]:
    """Language, case, JSON, title, quotation marks, postscript, two answers, one of some options."""
    text, bare = prompt.text, prompt.bare
    spoken = [match for match in _IN.finditer(bare, start, end) if not _denied(bare, start, match.start())]
    if len({match["a"] or match["b"] for match in spoken}) == 1:
        match = spoken[0]
        place = Place(match["a"] or match["b"], *match.span("a" if match["a"] else "b"))
        yield Constraint(Aspect.LANGUAGE, *match.span(), {"value": (place,)})
    case = _CASE.search(bare, start, end)
    if case is not None and not re.match(r"(?:字母)?的?(?:英文)?(?:单词|词)|开头", bare[case.end() : case.end() + 8]):
        small = (case["c"] or case["d"]) == "小写"
        value = "lowercase" if small is (case["f"] is None) else "uppercase"
        yield Constraint(Aspect.CASE, *case.span(), {"value": (Place(value, *case.span("c" if case["c"] else "d")),)})
    json = _JSON.search(bare, start, end)
    if (
        json is not None
        and not _denied(bare, start, json.start())
        and not re.search(r"解析|读取", bare[start : json.start()])
    ):
        yield Constraint(Aspect.FORMAT, *json.span(), {"value": (Place("json", *json.span("j")),)})
    for aspect, pattern in ((Aspect.TITLE, _TITLE), (Aspect.QUOTATION, _QUOTED)):
        match_of = pattern.search(text, start, end)
        if match_of is not None and not _denied(bare, start, match_of.start()):
            yield Constraint(aspect, *match_of.span(), {})
    after = _POSTSCRIPT.search(text, start, end)
    if after is not None and not _denied(bare, start, after.start()):
        yield Constraint(Aspect.POSTSCRIPT, *after.span(), {"text": (Place(after["m"], *after.span("m")),)})
    two, six = _TWO.search(bare, start, end), _SIX.search(text)
    if two is not None and six is not None and _DIVIDED.search(text):
        count, mark = Place(2, *two.span("n")), Place("******", *six.span())
        yield Constraint(
            Aspect.RESPONSES,
            min(two.start(), six.start()),
            max(two.end(), six.end()),
            {"count": (count,), "text": (mark,)},
        )
    choice = _CHOICE.search(text, start)
    if choice is not None and choice.start() < end:
        places, stop = _list(prompt, choice.end())
        if len(places) > 1:
            yield Constraint(Aspect.CHOICE, choice.start(), stop, {"allowed": tuple(places)})


def _denied(text: str, start: int, at: int) -> bool:
    return re.search(rf"(?:{_FORBID}|不用|不)[^，。；]{{0,3}}$", text[start:at]) is not None


_REPEAT = re.compile(
    r"(?:先|首先)[^，。；]{0,8}?(?:重复|复述)[^，。；]{0,12}?(?:请求|问题|要求|题目|指令|上面|上述|原文|这句话|这段话)[^。]{0,20}?(?:再|然后|之后|接着)"
)


def repetition(prompt: Prompt) -> Iterator[Constraint]:
    """The request is to be repeated before it is answered: what stands before the sentence that asks for it."""
    match = _REPEAT.search(prompt.bare) if _HAN.search(prompt.text) else None
    if match is None:
        return
    start = max(prompt.text.rfind(mark, 0, match.start()) for mark in "。！？\n") + 1
    value = prompt.text[:start].strip()
    if value:
        begin = prompt.text.index(value)
        stop = prompt.text.find("\n", match.end())
        place = Place(value, begin, begin + len(value))
        yield Constraint(Aspect.REPETITION, start, stop if stop >= 0 else len(prompt.text), {"text": (place,)})
