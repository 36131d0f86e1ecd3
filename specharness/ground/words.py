"""The words that a check decides: a closed list for each validator, English and Chinese, and one that all share.

An entry is a promise: where a clause uses the word beside that check, a kept check means that the word is kept, too. So
words that narrow, order, place or style something stand here only if the check looks at just that. `_` stands for a
space, `@name` for a shared list. What reads the lists is `vocabulary`.
"""

SHARED = """
neutral:
    the a an this that these those which it its itself they them their there here you your we our us i me my is are
    be been being was were do does will shall must should has have having need needs to of in into on at as by for
    from with and also too so please kindly then finally next now additionally therefore hence thus still afterwards
    make_sure be_sure ensure see_to_it take_care has_to have_to need_to needs_to is_to are_to want_you in_addition
    as_well when_you_are_done once_you_are_done when_done in_the_end at_the_end_of_the_task of_course could_you
    can_you would_you will_you in_our_case for_me for_us the_following as_follows following below like_this
    in_this_form in_the_form in_this_format in_the_following_format in_the_following_form with_this_structure
    look_like_this under_these_keys under_the_following_keys after_that it_is_required_that file files therein
    thereof within_it required_to with_the_following_keys with_the_following_fields with_the_following_columns
neutral_chinese:
    请 必须 务必 应当 应该 应 须 需要 需 要 并且 并 和 与 及 以及 的话 的 在 为 是 到 于 中 里 该 其中 其 有 也 而且
    另外 此外 同时 然后 最后 均 文件 将 把 这个 这些 以下 如下 要求 格式如下 要求如下 确保 处理完以后 处理完之后
    完成后 就
all:
    all each every any both every_one each_of all_of any_of each_one
make:
    save write create generate produce put store output export make add build place prepare provide deliver set
    set_up
not:
    not no never none of neither nor without don't doesn't mustn't shouldn't isn't aren't cannot can't avoid dont
    nothing
rows:
    rows row records record entries entry items item lines line elements element columns column fields field values
    value
cells:
    cells cell
bounds:
    at_least at_most no_more_than not_more_than no_fewer_than no_less_than not_less_than exactly precisely up_to
    more_than fewer_than less_than greater_than larger_than bigger_than smaller_than lower_than higher_than
    longer_than shorter_than above below over under between minimum maximum min max of or_more or_less or_fewer
    or_greater or_larger or_smaller or_lower or_higher or_longer or_shorter not never no exceed exceeds fall_below
    go_below go_above fall drop rise than longer shorter greater larger bigger smaller higher lower more fewer less
    must may can only inclusive both_included included including exclusive strictly negative positive zero
bounds_chinese:
    不得 不能 不可 不 小于 大于 少于 多于 低于 高于 超过 至少 至多 最多 最少 正好 恰好 之间 以上 以下 等于 或 到 至
    只能 共 个
says:
    contain contains containing include includes including mention mentions mentioned hold holds state states say
    says show list lists
words:
    word words text texts string strings phrase phrases sentence sentences line lines term terms name names keyword
    keywords
headings:
    heading headings subheading subheadings section sections subsection subsections chapter chapters header headers
    title titled called named entitled labelled markdown level-1 level-2 level-3 level-4 level-5 level-6 h1 h2 h3 h4
    h5 h6 first-level second-level third-level fourth-level fifth-level sixth-level top-level 标题 章节 小节
    一级 二级 三级 四级 五级 六级
anywhere:
    anywhere somewhere appear appears occur occurs present be_in used use stand stands found
message:
    answer response reply output message entire whole complete full final respond give your_own throughout yours pls
    plz but there's it's i'd entirely completely wholly altogether anywhere at_all let put want long total
    whatever_you_do there_are_to_be all_of_it everything add @bounds_chinese 回答 回复 输出
    全文 文章 文中 使用 用 不要 禁止 避免 以 结尾 开头 结束 分为 分成 出现 包含 包括 这个词 一词 词 写 控制 以内
    字数 长度 格式 所有
formats:
    json jsonl csv tsv yaml toml xml excel xlsx word docx powerpoint pptx pdf png jpeg zip text markdown image
    parquet sqlite
kept:
    change changes changed changing modify modified modifying edit edited editing alter altered touch touched
    touches overwrite overwritten delete deleted remove removed rename renamed move moved add added create created
    write written anything nothing everything something either untouched unchanged unmodified intact read-only keep
    kept leave left stay stays remain remains preserve preserved hands_off as-is as_is as_it_is as_they_are
    as_it_was as_they_were exactly_as_it_is exactly original alone or may can under in inside within directly any
    every all each other both folder directory folders directories contents repository repo workspace project tree
    place in_place make_no_changes_to make_no_edits_to make_no_change_to
kept_chinese:
    不要 不得 不能 禁止 请勿 勿 修改 改动 更改 删除 移动 覆盖 保持 不变 任何 所有 目录 文件夹 原样 下 、
no_others:
    only exactly nothing_else no_others no_other no_further and_no_others no just these may
of_messages:
    contain contains include includes including have has use uses using write answer in with limit keep length
    without any avoid don't dont do_not containing having mustn't
"""
"""Lists that others refer to; `neutral` and `neutral_chinese` hold for every clause."""

OF = """
path_exists:
    @make folder directory dir path exist exists new both named called titled under stay in_place
    keeping_their_names must_not not never delete deleted remove removed or move moved rename renamed 写入 保存 生成
    创建 新建 输出 存为 写到 存到 存
format_valid:
    valid well-formed format formatted document documents workbook image picture chart save saved write
    word_document word_file text_file @all @formats 有效 合法 格式
path_absent:
    delete deleted remove removed get_rid gone absent exist exists no longer not do_not don't never create leave
    left folder directory folders directories both all any clean move moved rename renamed these those no_longer be
    keeping_their_names at_the_end at_the_very_end 删除 移除 删掉 不得 不要 存在 或 clean_up
dir_contents:
    folder directory contain contains hold holds only just exactly nothing else nothing_else nothing_but no_other
    entries both all list listed may 文件夹里 文件夹 目录 只能 只 仅 包含 有 里 两个文件 个
json_shape:
    @make @says key keys field fields property properties member members object objects
    top-level top_level at_the_top_level json structure
    all both list 键 字段 包含 对象 生成 统计 格式如下
json_schema:
    conform conforms match matches follow follows validate validates against json schema each every line
table_columns:
    @make @says column columns header headers heading row rows field fields named called titled all both table sheet
    sheets each_of 列名 列 表头 字段 包含 依次
column_types:
    @all @rows @says only column columns type types
same_columns:
    same equal column columns count number amount names headers header as input output data match
count:
    @bounds @says @rows words word characters character pages page slides slide sheets sheet keys key objects object
    data table list array json people different in_total total altogether exactly header not_counting count counts
    not_count keep the_header_does_not_count excluding the_header_row below_the_header afterwards there text long
    one_sheet @bounds_chinese 行 列 项 条 字 页 数据 除表头外 不含表头 表头 文件 有 必须
text_contains:
    @make @says @words @anywhere both all each_of all_of literally verbatim keep by_name 包含 含有 包括 写明 出现
    文字 文本 词
text_absent:
    @not @says @words @anywhere character characters may be left remain any either any_more anymore no_longer longer
    at_all still written remove removed delete deleted every all not_even comment even in_a_comment new or values
    value column key list field 不得 不要 不能 不可 出现 包含 含有 任何 词 字
headings_present:
    @make @says @headings @anywhere both all each_of all_of literally keep stay remain insert append 包含 含有 包括
    添加 加入 增加 保留 写明 出现
headings_absent:
    @not @says @headings @anywhere be left remain any either any_more anymore no_longer longer at_all removed deleted
    every all or 不得 不要 不能 不可 出现 包含 含有 任何
text_pattern:
    @all @rows format form formatted start starts begin begins end ends match matches pattern text date dates
    written write iso 8601 iso_8601 lower_case lowercase upper_case uppercase case lower upper only number digits
    每个 都 以 开头 结尾 格式 形式 写成 一律 小写 大写
whole_text:
    @says @words @make only exactly just nothing else nothing_else but nothing_but
single_number:
    @make only just number single one answer nothing_else nothing else
number_format:
    @all @bounds @rows round rounded decimals decimal places place digit digits point after numbers number amount
    amounts form format formatted written write shown 保留 小数 两位 位 不得 带
value_equals:
    @make @rows @cells change update switch bump turn sheet worksheet tab equal equals key keys keep always exactly
    in_every_row every_row each_row all_rows in_all_rows every each all in_which property json 等于 值 每行
value_range:
    @all @bounds @rows @cells must number key in_all_rows in_every_row in_each_row @bounds_chinese 值 列 每
allowed_values:
    @all @rows @cells one_of one or either only may can contain contains following options option allowed 只能 之一
    或 可以 值 列 每
quantity:
    @all @bounds @rows equal equals tolerance within plus minus
sorted_by:
    @make @rows sort sorted order ordered by data list lists array key keys all titles names @all 所有 各 每 行 按
    排列 排序 顺序
unique:
    @all @rows unique distinct different duplicate duplicates duplicated repeat repeats repeated no not never two
    same may can appear_more_than_once occur_more_than_once more_than_once appear_twice occur_twice contain_twice
    listed_twice at_most_once appear appears occur occurs without contain contains have list 不得 不能 重复 唯一 每
sheets_present:
    @make @says sheet sheets worksheet worksheets tab tabs workbook named called titled all both 工作表 包含
cells_filled:
    @all @rows @cells @not empty blank filled fill may or left contain completely fully remain missing 不能 不得
    不可 空 单元格 一列 列 有 或
cell_format:
    format formatted column cell cells percentage percent percents number currency date decimal decimals shown show
    sheet places
formula_cells:
    use uses using formula formulas contain contains hold holds cell cells calculate column sheet
formula_parts:
    use uses using formula formulas contain contains hold holds cell cells no hard-coded values constants column
    sheet
formula_results:
    no not show shows contain contains error errors values value after recalculation recalculated formula formulas
    cell cells any
unchanged:
    @kept @not @kept_chinese 或 or
only_changes:
    @kept @not only existing new but except besides outside apart_from other_than aside_from else nothing_else rest
    remaining log two two_files @kept_chinese 除 以外 之外 上述 其他 其它 新增 只 仅 两个输出文件 被删除的临时文件 或
placeholders_gone:
    @not @says placeholder placeholders left remain may any replaced anywhere
response_choice:
    @message one_of one either or following options option only with
response_not_at_edge:
    @message @not end ends start starts begin begins word phrase last first close finish
response_paragraph:
    @message paragraph paragraphs first second third fourth start starts begin begins word very
response_each:
    @message @of_messages @all @bounds @not sentence sentences line lines paragraph paragraphs word words start starts
    begin begins end ends letter letter letters characters character per
response_parts:
    @message @of_messages @all @bounds @not sentence sentences line lines paragraph paragraphs word words
response_order:
    @message @of_messages @all sentence sentences line lines word words sort sorted order ordered in_alphabetical_order
    alphabetically from_a_to_z from_z_to_a than_the_one_before shortest_first longest_first
tool_used:
    call calls use using invoke tool tools function functions look_it_up
tool_not_used:
    @not call calls use using invoke tool tools function functions be may any
ordered_steps:
    call calls run runs use invoke tool tools function functions command before after first start
code_interface:
    define defines defined implement implements class classes function functions method methods accept accepts take
    takes option options flag flags argument arguments parameter parameters named called return returns both
    signature 定义 函数 类 方法
command_succeeds:
    check_that verify_that
    run runs execute executes pass passes succeed succeeds exit exits code status without error errors any
    successfully zero command print prints output outputs returns return confirm before commit finishing it_passes
    that_it_succeeds
tests_pass:
    test tests suite all every unit pass passes run runs succeed green command existing tests_in
    check_that verify_that execute executes succeeds exit exits code status without error errors any successfully zero
    return returns confirm before commit finishing it_passes that_it_succeeds
file_size:
    @bounds size big large
state_query:
    @all @rows @bounds table tables database equal
combined:
    @says @words @make @all or either one_of at_least_one at_least one which
"""
"""By validator."""

WHERE = """
table_columns exact:
    @no_others consist 不得有其他 只有 只能 仅
table_columns ordered:
    in_this_order in_that_order in_the_given_order in order that_order
json_shape exact_keys:
    @no_others 只 仅 不得有其他
json_shape ~array:
    array list objects each of with items
json_shape ~integer:
    integer integers
json_shape ~boolean:
    boolean booleans bool
json_shape ~string:
    string strings
json_shape ~number:
    number numbers float
sheets_present exact:
    @no_others 只 仅
column_types ~integer:
    integer integers whole numbers number
column_types ~number:
    number numbers numeric
column_types ~boolean:
    boolean booleans
column_types ~date:
    date dates iso 8601 iso_8601
text_absent ignore_case:
    in_upper_or_lower_case case upper lower either_case any_case
number_format no_thousands:
    without no thousands separator separators comma commas 千分位 逗号
sorted_by order=asc:
    ascending a_to_z increasing lowest_to_highest low_to_high smallest_to_largest smallest_first lowest_first
    oldest_first earliest_first 升序
sorted_by by=text:
    alphabetically alphabetical
sorted_by order=desc:
    descending decreasing z_to_a highest_to_lowest high_to_low largest_to_smallest largest_first highest_first
    newest_first latest_first 降序
response_text texts:
    @message @of_messages @words mention mentions say says somewhere both occur occurs appear appears
response_text absent:
    @message @of_messages @words @not or mention exclude any be used appear occur anywhere 不要 不得 出现 包含
response_text min_words,max_words:
    @message @of_messages @bounds word words long length 字 不超过
response_text json:
    @message json format wrap wrapped valid in as @of_messages
response_text language:
    @message @of_messages language only no_other_language_is_allowed written
response_case case=lower:
    @message @of_messages lowercase lower_case lower-case letters all only no capital capitals used allowed are
response_case case=upper:
    @message @of_messages uppercase upper_case capital capitals letters all only caps no lowercase
response_parts pattern:
    plain ascii only iso format date YYYY-MM-DD nothing_else
response_order distinct:
    @not may two same different
response_edges quoted:
    @message wrap wrapped double quotation marks quotes put around
response_edges postscript:
    @message postscript add end explicitly starting starts at_the_end
response_edges last:
    @message finish end ends exact phrase this last words sentence close sign_off without_anything_behind
    with_nothing_behind
response_edges last_word:
    @message last word end ends very
response_edges first_word:
    @message first word start starts begin begins very
response_edges first:
    @message first word start starts begin begins phrase
response_count of=words:
    @message @of_messages @bounds words word
response_count of=sentences:
    句 句话 句子 @message @of_messages @bounds sentences sentence lines line
response_count of=lines:
    @message @of_messages @bounds lines line
response_count of=characters:
    @message @of_messages @bounds characters character
response_count of=bullets:
    @message @of_messages @bounds @not bullet bullets bullet_points bullet_point points point markdown
response_count of=highlights:
    @message @of_messages @bounds highlight highlighted sections section italic italicize bold emphasized parts
    words phrases markdown text mark put bits key stand_out
response_count of=placeholders:
    @message @of_messages @bounds placeholder placeholders square brackets represented
response_count of=capital_words:
    @message @of_messages @bounds words word capital capitals letters all caps uppercase upper_case written times
response_count of=sections:
    @message @of_messages @bounds section sections
response_count of=occurrences:
    字 次 @message @of_messages @bounds word words times time keyword once twice appear appears mention mentioned used
    phrase occur occurs occurrences terms term
response_count of=letters:
    @message @of_messages @bounds @not letter letters times time appear appears once twice character characters occur
    occurs occurrences mark marks sign signs em_dash em_dashes en_dash en_dashes
response_count of=paragraphs:
    段 段落 @message @of_messages @bounds paragraph paragraphs separated divider markdown
response_count of=parts:
    @message @of_messages @bounds paragraph paragraphs responses response separate separated asterisks asterisk
    symbols different
response_count of=commas:
    @message @of_messages @bounds comma commas any no not use using without avoid refrain contain do_not allowed
response_count of=marked:
    @message @of_messages @bounds title wrapped double angular angle brackets like i.e inside
response_count of=emojis:
    @message @of_messages @bounds @not emoji emojis
response_count of=questions:
    ask @message @of_messages @bounds @not question questions
response_count of=headings:
    @message @of_messages @bounds @not heading headings
response_count of=tables:
    @message @of_messages @bounds @not table tables
response_count of=table_rows:
    @message @of_messages @bounds rows row table
response_count of=code_blocks:
    @message @of_messages @bounds @not code block blocks
response_count of=block_quotes:
    @message @of_messages @bounds @not block quote quotes
response_count of=links:
    @message @of_messages @bounds @not link links
response_count of=digits:
    @message @of_messages @bounds @not digit digits number numbers numeral numerals spell_out every_number words
response_count of=numbers:
    @message @of_messages @bounds number numbers
response_count of=list_items:
    @message @of_messages @bounds @not list items item
response_count of=numbered:
    @message @of_messages @bounds @not numbered list items item
response_count of=palindromes:
    @message @of_messages @bounds @not palindrome palindromes
response_count of=punctuation:
    @message @of_messages @bounds @not punctuation any
response_count of=repeated_words:
    @message @of_messages @bounds @not word words repeated repeat twice more_than_once occur appear be_used used
response_count of=starting:
    @message @of_messages @bounds words word start starting starts begin beginning
"""
"""By validator and setting: `name` that the parameter is set, `name=value` that it is this, `~type` that a type of that
name stands somewhere in the parameters; a comma between two means either."""
