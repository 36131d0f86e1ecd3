"""What a Chinese prompt says of the form of its answer beyond the constraints that were read.

A clause with a number, or a word of form (字, 句, 行, 段, 每, 逗号, 列表, 标题, 结尾), that no constraint accounts for
stays open; where nothing of the clause was read, so do words that limit or order (不超过, 至少, 必须, 用).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from specharness.compile.local.responses.clauses import clauses, first_word, meets
from specharness.compile.local.responses.model import Aspect, Constraint
from specharness.compile.local.responses.prompt import Prompt
from specharness.ir.languages import LANGUAGES

_HAN, _KANA = re.compile(r"[\u4e00-\u9fff]"), re.compile(r"[\u3040-\u30ff]")
_STOP = re.compile(r"[，。；！？、：,;!?:\n]+")
_DIGITS = r"\d+(?!\d*\s*(?:年|世纪|岁|月|日|号))"
_COUNTERS = r"[个個条首句行段项点种次份篇封本位名则道章节部字词遍回倍层步件只张幅类组对页处版天题样小重部联阕集幕]"
_NUMERALS = (
    rf"[〇零二两三四五六七八九十百千万几双]+(?:来|多|余)?{_COUNTERS}"
    r"|(?<![统唯第同])一(?:句|行|段|[个]?(?:字|词|标题|段落|句子|列表|表格))"
)
_UNITS = (
    r"(?<![名文])字(?![典幕节体画面])|(?<![宋歌台])词(?!典)|句|(?<![银旅流进执运飞航发举同实自先])行(?![为动业程李星政走驶销人情])"
    r"|(?<![阶手])段(?!时间|历史|经历|往事)|篇幅|长度|字数|字母|字符|数字|部分|小节|章节|要点|条目|分点|条列|关键[词字]|段落|首字|尾字"
)
_MARKS = (
    r"标点|逗号|句号|顿号|分号|冒号|问号|感?叹号|引号|括号|书名号|省略号|破折号|星号|连字符|斜杠|空格|空行|换行|缩进|符号|编号|序号"
    r"|表情|emoji|链接|网址|脚注|注释|占位符|分隔|隔开|标签|井号"
)
_FORMS = (
    r"列表|清单|表格|表头|标题|开头|结尾|末尾|开篇|结语|首尾|首句|尾句|末句|起始|收尾|附言|格式|排版|版式|模板|结构|代码|粗体|加粗|斜体|高亮"
    r"|下划线|大写|小写|拼音|简体|繁体|文言|白话|押韵|韵脚|平仄|对仗|对偶|排比|比喻|拟人|修辞|藏头|回文|律诗|绝句|[五七]言|俳句|人称|语气|口吻"
    r"|风格|文体|口语|书面|正式|简洁|简短|简明|简练|精炼|简要|疑问|问句|陈述句|反问|设问|成语|叠词|动词|名词|形容词|副词|代词"
    r"|markdown|json|csv|xml|html|yaml|latex"
)
_RELATIONS = (
    r"每(?!年|天|日|月|周|当|逢|况)|各(?=[段句行项点章节部])|依次|顺序|排序|升序|降序|倒序|正序|逆序|交替|间隔|笔画|重复|相同|不同的?[字词句]"
    r"|分为|分成|最后一|第[一二三四五六七八九十\d]+[个]?[句段行字词项点部章节]|其他内容|别的|多余|额外|仅|只(?=[用写有输回给要能说准许可])"
)
_ANY = "|".join(sorted((name for name in LANGUAGES if not name.isascii()), key=len, reverse=True))
_STRONG = re.compile(
    rf"{_DIGITS}|{_NUMERALS}|{_UNITS}|{_MARKS}|{_FORMS}|{_RELATIONS}|(?:用|以|使用|为|成|是|和|或)\s*(?:{_ANY})"
    rf"|[“「『][^”」』\n]{{1,60}}[”」』]|(?<![A-Za-z])(?:{_ANY})(?=回答|回复|作答|输出|书写|写作)",
    re.IGNORECASE,
)
"""Says something of the form wherever it stands."""
_WEAK = re.compile(
    r"不超过|不少于|不多于|不低于|不高于|不大于|不小于|超过|少于|多于|至少|至多|最多|最少|以内|之内|以上|以下|左右|大约|必须|必需|应当|应该|须"
    r"|要求|不要|不得|不能|不可|不许|不准|禁止|严禁|避免|勿|别(?=[用写出提说])|只能|只需|务必|确保|保证|全部|全文|通篇|所有|都|控制|限制|限于"
    r"|恰好|正好|刚好|包含|包括|含有|提到|提及|出现|使用|采用|允许|除了?|省略|去掉|不带|不含|(?<![作费利应信公通])用(?![户途处品法来于])"
)
"""Says something of the form where nothing else of its clause has been read."""
_OWN: Mapping[Aspect, re.Pattern[str]] = {
    aspect: re.compile(pattern, re.IGNORECASE)
    for aspect, pattern in {
        Aspect.WORDS: r"字数|篇幅|长度|汉字|单词",
        Aspect.CHARACTERS: r"字符|长度",
        Aspect.SENTENCES: r"句子?|句话",
        Aspect.PARAGRAPHS: r"段落|分为|分成|分隔|隔开|星号|第[一二三四五六七八九十\d]+段|开头",
        Aspect.BULLETS: r"列表|项目符号|要点|markdown|条目|符号",
        Aspect.HIGHLIGHTS: r"高亮|斜体|加粗|markdown|星号|部分|格式",
        Aspect.PLACEHOLDERS: r"括号|占位符",
        Aspect.CAPITAL_WORDS: r"大写|字母|单?词",
        Aspect.KEYWORDS: r"关键[词字]|词语?|短语|(?<=这个)字",
        Aspect.OCCURRENCES: r"关键[词字]|词语?|字|出现",
        Aspect.LETTERS: r"字母|标点|符号",
        Aspect.COMMAS: r"标点|符号",
        Aspect.LANGUAGE: r"语言",
        Aspect.CASE: r"大写|小写|字母",
        Aspect.FORMAT: r"格式|json",
        Aspect.TITLE: r"标题|括号",
        Aspect.QUOTATION: r"引号",
        Aspect.POSTSCRIPT: r"附言|末尾|结尾|最后",
        Aspect.ENDING: r"结尾|结束|收尾|末尾|最后一?|句话?",
        Aspect.BEGINNING: r"开头|开始|起始|首句",
        Aspect.RESPONSES: r"分隔|隔开|星号|不同|部分",
        Aspect.REPETITION: r"重复|复述|顺序|[字句]",
        Aspect.CHOICE: r"选项|以下|下列",
    }.items()
}
"""Words of form that belong to a constraint of the clause they stand in."""
_ASKS = re.compile(
    r"\W*(?:请|麻烦|帮我|帮忙|给我|为我|替我|能否|能不能|可以|你|您|再|先|我想(?:要|让你)?|我需要|[，,\s])*"
    r"(?:介绍|描述|描写|解释|说明|阐述|论述|谈谈|讲述?|说说|写|作|创作|撰写|编写|生成|总结|概括|归纳|列出|列举|回答|推荐|翻译|改写|润色"
    r"|比较|分析|评价|评论|告诉|提供|给出|设计|策划|讨论|想象|关于|什么|如何|怎么|怎样|为什么|为何|谁|哪)",
)
_MORE = re.compile(
    r"发送|发给|寄[给出]|删除|移除|保存|存[为到入]|上传|下载|运行|执行|安装|部署|提交|推送|复制|移动|重命名|取消|预[订约定]|购买|付款|支付"
    r"|转账|更新|修改|编辑|插入|添加到|通知|提醒|邀请|打印|搜索|查询|浏览|打开|关闭|发布|调用|新建|创建"
)
"""What an answer alone does not do."""


def is_chinese(text: str) -> bool:
    """Whether a text has Chinese characters and none of Japanese."""
    return _HAN.search(text) is not None and _KANA.search(text) is None


def left_of(
    prompt: Prompt, constraints: Sequence[Constraint], taken: Sequence[tuple[int, int]], start: int, end: int
) -> Iterator[tuple[int, int, str]]:
    """The clauses of a sentence with words of form that no constraint accounts for, each with such a word."""
    if not _HAN.search(prompt.prose, start, end):
        return

    def inside(at: int, to: int) -> bool:
        return meets(at, to, taken) or prompt.quoted(at)

    for left, right in clauses(prompt.prose, start, end, _STOP, inside):
        own = [place for place in taken if place[0] < right and left < place[1]]
        aspects = {one.aspect for one in constraints if one.start < right and left < one.end}
        spoken = [
            match.span()
            for aspect in aspects
            if aspect in _OWN
            for match in _OWN[aspect].finditer(prompt.prose, left, right)
        ]
        word = first_word(prompt.prose, left, right, (_STRONG,) if own else (_STRONG, _WEAK), [*own, *spoken])
        if word:
            yield left, right, word


def asks_in_chinese(text: str) -> bool:
    """Whether a Chinese sentence only says what the answer is to be about."""
    return is_chinese(text) and _ASKS.match(text) is not None


def does_more_in_chinese(text: str) -> bool:
    """Whether a Chinese sentence may ask for something that no answer does by itself."""
    return _MORE.search(text) is not None
