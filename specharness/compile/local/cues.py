"""Cues: words that speak for a family of checks, wherever they stand; general English and Chinese.

A cue is weak evidence by itself. It is a feature of the family model, never a rule: only its weight, learned from
labelled documents, says what it is worth.
"""

from __future__ import annotations

import re
from functools import lru_cache

from specharness.compile.local.prefilter import Guarded, traits

MAX_READ = 600
"""Characters of a text in which cues are looked for."""


def _words(text: str) -> re.Pattern[str]:
    """Any of the words, with any ending where one stands with `~`; Chinese ones anywhere."""
    latin, chinese = [], []
    for word in text.split():
        plain = re.escape(word.rstrip("~")).replace("_", r"[\s-]+")
        if re.search(r"[\u3400-\u9fff]", word):
            chinese.append(plain)
        else:
            latin.append(plain + (r"\w*" if word.endswith("~") else ""))
    return re.compile("|".join([rf"\b(?:{'|'.join(latin)})\b", *chinese]), re.IGNORECASE)


_NEGATION = (
    r"(?:\b(?:do|does|must|should|may|can|shall|will|is|are)(?:\s+(?:not|never)\b|n['’]t\b)|\bcannot\b|\bnever\b"
    r"|\bdon['’]t\b|\bavoid\b|\bno\b|\bnot\b|不得|不要|不能|不可|禁止|切勿|请勿|勿)"
)
_NEAR = r"[^.;。；\n]{0,40}?"

CUES: dict[str, re.Pattern[str]] = {
    "write": _words(
        "save~ write written writes output outputs store stored export~ generate~ produce~ create~ 保存 写入 写到 输出 生成 创建 新建 导出 存为"
    ),
    "read": _words(
        "read reads load loads open fetch download obtain retrieve consult see look_at refer~ scan inspect parse gather get collect search "
        "find extract visit browse check_out go_to 读取 下载 打开 获取 查阅 参考 加载"
    ),
    "source_of": re.compile(
        r"\b(?:from|at|in|on)\s+(?:https?:|the\s+(?:\w+\s+){0,3}(?:database|website|page|api|site|server|dataset)\b)",
        re.IGNORECASE,
    ),
    "update": _words("update updates updated updating sync~ refresh~ regenerate~ bump~ 更新"),
    "register": _words("register~ wire wires hook_up whitelist~ append~ plug_in enroll~ list_it 注册 追加"),
    "add": _words("add adds adding added insert~ include~ attach~ 添加 加入 插入 增加"),
    "compute": _words(
        "calculat~ comput~ derived derive estimate~ aggregate~ sum sums average~ mean median variance std deviation entropy correlation "
        "ratio percentage difference interpolat~ extrapolat~ weighted cumulative logarithm log_of algorithm centroid~ "
        "normaliz~ normalis~ standardiz~ convert converted deflat~ adjusted rotat~ "
        "计算 求 统计 汇总 平均 差值 比例 转换 换算 过滤 匹配 检测"
    ),
    "data_work": _words(
        "filter filtered filtering match matching assign classify classified cluster cluster~ detect fit regress~ rate density distance "
        "loop loops identify find determine check_whether check_if extract extracting count counting group by 过滤 匹配 检测 分类"
    ),
    "quantity": _words(
        "number_of count_of total totals sum_of distinct maximum minimum max min highest lowest largest smallest longest shortest "
        "strongest most least closest furthest nearest earliest latest per 数量 总数 最大 最小 最高 最低 最多 最少"
    ),
    "select": re.compile(
        r"\b(?:only\s+(?:include|keep|use|consider|count|report|return|select)|exclude|drop|skip|ignore|discard|remove\s+(?:\w+\s+){0,2}(?:rows?|records?|values?|entries|duplicates|outliers)"
        r"|for\s+(?:each|every|all)|pick|choose|identify|determine|based\s+on|where|whose|that\s+(?:have|has|are|is))\b|只(?:保留|包括|统计)|排除|跳过|剔除",
        re.IGNORECASE,
    ),
    "arith": re.compile(
        r"[\w`)]\s*(?:[*×÷−]|\s/\s|\s\+\s)\s*[\w`(]|\b(?:minus|plus|divided by|multiplied by|times)\b|\bsqrt\b"
    ),
    "counted_as": re.compile(
        r"\b(?:counted?|treated|considered|interpreted|regarded|assumed?|defined)\b|\bassume\b|视为|算作|当作|假设",
        re.IGNORECASE,
    ),
    "type": _words(
        "string integer int boolean bool float floats integers strings array arrays list object objects number numeric datetime timestamp date objectid json text 字符串 整数 布尔 数组 对象 数值"
    ),
    "structure": _words(
        "column columns field fields key keys header headers sheet sheets worksheet schema property properties attribute attributes structure nested row rows table 列 字段 键 表头 工作表 结构"
    ),
    "following": re.compile(
        r"\b(?:following|this|specific|exact|below)\s+(?:\w+\s+){0,2}(?:format|structure|schema|layout|fields?|columns?|keys?)\b|以下(?:格式|结构|字段|列)",
        re.IGNORECASE,
    ),
    "one_of": re.compile(
        r"\b(?:one of|either|any of|allowed|permitted|valid values?|enum)\b|[\"'`”]\s*(?:,\s*)?(?:or|/)\s*[\"'`“]|\b\w+\s*[/|]\s*\w+\s*\)|之一|只能(?:是|为)",
        re.IGNORECASE,
    ),
    "equals": re.compile(
        r"(?:^|\s)(?:=|==|→)\s|\b(?:set|sets)\b"
        + _NEAR
        + r"\b(?:to|=)\b|\b(?:equals?|equal to|defaults?(?: to)?|is exactly|must be|should be|value)\b|设(?:置)?为|等于|默认",
        re.IGNORECASE,
    ),
    "guarded": re.compile(r"\b(?:if|when|unless|whenever|in case)\b|如果|若|当", re.IGNORECASE),
    "status": re.compile(
        r"\b[1-5]\d\d\s+(?:[A-Z][A-Za-z]+)\b|\b(?:status|http)\s+(?:code\s+)?[1-5]\d\d\b|\breturns?\s+(?:an?\s+)?[1-5]\d\d\b",
        re.IGNORECASE,
    ),
    "sort": _words(
        "sort~ order_by ordered_by ordering ascending descending alphabetic~ chronologic~ monotonic~ ranked rank grouped sequence 排序 升序 降序 按顺序"
    ),
    "unique": _words("unique uniquely duplicate~ dedup~ distinct once only_once 唯一 重复 去重"),
    "round": _words(
        "decimal~ round rounded rounding precision significant scientific_notation thousands 小数 四舍五入 保留 科学计数法"
    ),
    "form": _words(
        "format formatted formatting prefix~ suffix~ convention~ naming name names named regex pattern style indent~ spaces tabs semicolon~ quotes comma "
        "commas trailing lowercase uppercase iso line lines single_number separated delimit~ wrap~ 格式 前缀 后缀 命名 大写 小写 缩进 分隔"
    ),
    "case": re.compile(
        r"\b(?:camel|pascal|snake|kebab|upper|lower|title|sentence)[\s_-]?case\w*|\b(?:CamelCase|PascalCase|camelCase|snake_case|UPPER_CASE|UPPER_SNAKE)\b",
        re.IGNORECASE,
    ),
    "each_line": re.compile(
        r"\b(?:one|each|per|every)\b" + _NEAR + r"\blines?\b|\bon (?:a|its own|separate) lines?\b|每行|一行",
        re.IGNORECASE,
    ),
    "only_number": re.compile(
        r"\bonly\b"
        + _NEAR
        + r"\b(?:number|answer|value|letter|name)\b|\bsingle\s+(?:\w+\s+)?(?:number|value|word)\b|只(?:写|输出)",
        re.IGNORECASE,
    ),
    "commit": _words(
        "commit commits committed branch branches merge subject title titles message messages changelog pr prs sign-off 提交 分支"
    ),
    "indent": re.compile(r"\b\d+[\s-]spaces?\b|\btabs?\b|\bindent|缩进", re.IGNORECASE),
    "run": _words("run runs running execut~ invoke~ launch start install build deploy call 运行 执行 安装 调用 启动"),
    "use": _words("use uses using used via through with leverage employ rely 使用 采用 通过 利用"),
    "tool": _words(
        "tool tools library libraries framework package packages manager cli command commands script model models language mcp plugin sdk api solver module language editor compiler 工具 库 框架 命令 脚本 模型"
    ),
    "instead": re.compile(
        r"\b(?:instead of|rather than|in place of)\b|(?:[,;—–-]|\band|\bnever|\()\s*(?:not|never|NOT|no)\s+(?:the\s+|raw\s+|bare\s+|an?\s+)?[`\"“']|而不是|而非|代替",
        re.IGNORECASE,
    ),
    "neg": re.compile(_NEGATION, re.IGNORECASE),
    "neg_first": re.compile(
        r"^\W*(?:\*\*)?(?:never|no|not|do not|don['’]t|avoid|without|must not|cannot|不得|不要|禁止|切勿|请勿)\b",
        re.IGNORECASE,
    ),
    "neg_change": re.compile(
        _NEGATION
        + _NEAR
        + r"\b(?:chang|modif|edit|alter|touch|overwrit|updat|renam|delet|remov|mov)\w*\b|不(?:得|要|能)(?:修改|改动|删除|更改)",
        re.IGNORECASE,
    ),
    "neg_use": re.compile(
        _NEGATION
        + _NEAR
        + r"\b(?:us|import|contain|includ|mention|hard-?cod|add|writ|creat|type|nam|throw|return|cast)\w*\b|不(?:得|要|能)(?:使用|包含|出现|写)",
        re.IGNORECASE,
    ),
    "neg_run": re.compile(
        _NEGATION
        + _NEAR
        + r"\b(?:run|execut|invok|call|install|commit|push|deploy|start|launch|attempt)\w*\b|不(?:得|要|能)(?:运行|执行|安装|提交)",
        re.IGNORECASE,
    ),
    "neg_publish": re.compile(
        _NEGATION
        + _NEAR
        + r"\b(?:creat|open|submit|post|send|file|publish|releas|merg)\w*\b"
        + _NEAR
        + r"\b(?:prs?|pull requests?|issues?|comments?|e-?mails?|messages?|releases?)\b",
        re.IGNORECASE,
    ),
    "bare_no": re.compile(
        r"\b(?:no|zero|without)\s+(?:new\s+|extra\s+|bare\s+|raw\s+|other\s+|any\s+)?[`\"\w]", re.IGNORECASE
    ),
    "remove": _words("remove~ redact~ strip~ delete~ drop eliminate clean anonymi~ hide mask 删除 去除 移除 去掉"),
    "before": re.compile(
        r"\b(?:before|prior to|after|until|once|immediately|following|then|afterwards|while|upon)\b|之前|之后|然后|先|再",
        re.IGNORECASE,
    ),
    "steps": re.compile(r"\b(?:first|firstly|second|finally|lastly|next|step)\b|→|->|首先|最后|步骤", re.IGNORECASE),
    "approve": _words(
        "approv~ permission ask asks confirm~ consent acknowledg~ discussion explicit~ agree~ review 批准 确认 同意 询问"
    ),
    "succeed": re.compile(
        r"\b(?:pass|passes|passing|succeeds?|exits?|exit code|without (?:any\s+)?(?:errors?|warnings?)|no (?:new\s+)?(?:errors?|warnings?|failures?)|compiles?|builds?|type-?checks?|lints?|linting|validates?|clean(?:ly)?)\b|通过|成功|编译",
        re.IGNORECASE,
    ),
    "tests": _words("test tests tested testing coverage suite regression 测试"),
    "valid": _words(
        "valid validity parseable parsable well-formed syntactic~ syntax loadable readable opens 有效 合法"
    ),
    "folder": re.compile(
        r"\b(?:director(?:y|ies)|folders?|subfolders?|located|lives?|goes|placed?|put)\b|文件夹|目录|放(?:在|到)",
        re.IGNORECASE,
    ),
    "files": re.compile(r"\bfiles?\b|文件", re.IGNORECASE),
    "message": re.compile(
        r"\b(?:tell|inform|respond|reply|answer|ask|direct|notify|warn|explain|report|summari[sz]e)\b"
        + _NEAR
        + r"\b(?:users?|them|me|human|person|maintainers?)\b|回复|告诉|告知",
        re.IGNORECASE,
    ),
    "publish": _words(
        "pr prs pull_request pull_requests issue issues e-mail email post publish deploy push release comment comments upload ticket 发布 推送"
    ),
    "formula": re.compile(r"\b(?:formulas?|hard-?coded?|link(?:ed|s)?|cell references?)\b|公式|硬编码", re.IGNORECASE),
    "cells": re.compile(
        r"\b(?:cells?|column\s+[A-Z]|columns\s+[A-Z]|[A-Z]{1,2}\d{1,3}(?::[A-Z]{1,2}\d{1,3})?|sheet|tab|workbook|spreadsheet|excel)\b|单元格"
    ),
    "fill": _words("fill~ populate~ blank~ empty placeholder~ complete missing ??? 填写 填充 占位符 空"),
    "exactly": re.compile(
        r"\b(?:exactly|precisely|at least|at most|no more than|no fewer than|up to)\s+\w+|\b(?:all|both)\s+(?:two|three|four|five|six|\d+)\b|\bextra\b|恰好|至少|至多|不超过",
        re.IGNORECASE,
    ),
    "exists": re.compile(r"\bexists?\b|\bpresent\b|存在", re.IGNORECASE),
    "long": re.compile(r"\b\d+\s*(?:characters|chars|columns|lines|words)\b|\d+\s*个?字", re.IGNORECASE),
    "bound": re.compile(
        r"[≤≥]|[<>]=?\s*[`\d]|\b(?:between|within|range|tolerance|accuracy|less than|greater than|more than|fewer than|at least|at most|exceeds?|threshold|limit|maximum|minimum|speedup|from \d\S* to \d|percent)\b|\d\s*[-–]\s*\d|介于|范围|大于|小于",
        re.IGNORECASE,
    ),
    "percent": re.compile(r"\d\s*%|\d+(?:\.\d+)?x\b"),
    "resource": re.compile(
        r"\d\s*(?:ms|milliseconds?|s|secs?|seconds?|minutes?|[KMG]i?B)\b|\b(?:memory|startup|timeout|time limit|runtime|latency|size limit)\b|内存|超时",
        re.IGNORECASE,
    ),
    "same": re.compile(
        r"\b(?:(?:must|should|to|needs?|and|all)\s+(?:\w+\s+)?match|match(?:es|ing)?\s+(?:the|that|those|exactly|with)|identical|consistent with|in sync|equal to the|correspond\w*\s+(?:to|with)|mirrors?|agree|the same\s+(?:\w+\s+){1,3}as|same as)\b|一致|相同|对应|同步",
        re.IGNORECASE,
    ),
    "template": re.compile(r"\btemplates?\b|\baccording to\b|\bbased on the\b|模板|按照", re.IGNORECASE),
    "implement": _words(
        "implement~ function functions class classes method methods endpoint endpoints signature interface component hook handler parameter parameters argument arguments returns accept~ expose~ support~ api cli subcommand 函数 类 方法 接口 实现 参数"
    ),
    "http": re.compile(r"\b(?:GET|POST|PUT|PATCH|DELETE)\s+`?/"),
    "contain": _words(
        "contain~ include~ mention~ cite~ import~ reference~ state states titled heading section sections headed document~ describe~ explain~ note list lists show shows explaining 包含 包括 注明 提及 章节"
    ),
    "behave": _words(
        "handle~ support~ validat~ raise~ throw~ fall_back fallback log logs retry parse ensure~ guarantee~ allow~ prevent~ detect~ 处理 支持 验证 抛出"
    ),
    "proper": _words("proper properly appropriate correct correctly all every consistent 正确 合适"),
    "keep": _words(
        "keep keeps leave leaves preserve~ retain~ maintain~ intact unchanged untouched existing remain~ same 保留 保持 不变 原样"
    ),
    "only": _words(
        "only solely nothing_else everything_else no_other any_other other_than except rest 只 仅 其他 其余"
    ),
    "running": _words(
        "reachable responds running healthcheck health listening port localhost server service available online 端口 服务"
    ),
    "config": _words(
        "config configuration setting settings option options workflow job version versions dependency dependencies label labels flag env environment 配置 设置 选项 版本"
    ),
    "docs": _words(
        "docs documentation readme document documented comment comments jsdoc docstring changelog guide 文档 注释 说明"
    ),
    "demo": _words("example examples demo demonstrate~ case cases scenario scenarios sample edge 示例 演示 场景"),
    "parameter": re.compile(
        r"\b(?:parameter|hyperparameter|radius|seed|threshold|lambda|alpha|constant|step|iterations?|epochs?|learning rate|window)\b\s*(?:of|=|is|:)?",
        re.IGNORECASE,
    ),
    "assigns": re.compile(
        r"[\w`$]\s*=\s*(?:[\"'\[]|-?\d|NaN|true|false|null)|:\s*(?:true|false|null)\b|\b(?:use|with|set to)\s+-?\d[\d.]*\s+(?:if|when|for)\b|\bat\s+(?:\w+\s+)?\d+\s*[.,)]?$",
        re.IGNORECASE,
    ),
    "quote_value": re.compile(r"^\W*[\w.-]+[\"'`*]*\s*[:=]\s*(?:[\"“][^\"”]+[\"”]|\[[^\]]*\])\W*$"),
    "listed_values": re.compile(r"^\W*[\w -]+[\"'`*]*\s*:\s*[\w.+!-]+(?:,\s*[\w.+!-]+)*\W*$"),
    "version": re.compile(r"\bv?\d+\.\d+(?:\.\d+)?\b"),
    "colon_text": re.compile(r"^\W*[\w`\"'. -]{1,40}[`\"'*]*\s*[:：—–-]\s+\S"),
}
"""By name. `neg_…` cues are negations with the sort of verb that they deny."""

_GUARDED = {name: Guarded(pattern) for name, pattern in CUES.items()}


@lru_cache(maxsize=4096)
def cues(text: str) -> frozenset[str]:
    """Names of the cues in the first `MAX_READ` characters of a text."""
    text = text[:MAX_READ]
    lower = text.lower()
    mask = traits(lower)
    return frozenset(name for name, guarded in _GUARDED.items() if guarded.fits(text, lower, mask))
