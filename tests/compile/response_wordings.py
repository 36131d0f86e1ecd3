"""Constraints on the answer in many grammatical forms, each with the instructions of IFEval that it states.

Imperative, wish, noun phrase, passive, list item, question; the bound before, behind or in brackets; numbers in words;
denied complements.
"""

from __future__ import annotations

from specharness.measure.ifeval import Instruction

TOPIC = "Tell me how bees find their way home."
"""Stands before every wording that does not open with `^`."""

_ARGUMENTS = {
    "capital_words": ("change_case:capital_word_frequency", ("capital_relation", "capital_frequency")),
    "capital": ("change_case:english_capital", ()),
    "lowercase": ("change_case:english_lowercase", ()),
    "repeat": ("combination:repeat_prompt", ("prompt_to_repeat",)),
    "two": ("combination:two_responses", ()),
    "placeholders": ("detectable_content:number_placeholders", ("num_placeholders",)),
    "postscript": ("detectable_content:postscript", ("postscript_marker",)),
    "choice": ("detectable_format:constrained_response", ()),
    "json": ("detectable_format:json_format", ()),
    "sections": ("detectable_format:multiple_sections", ("section_spliter", "num_sections")),
    "bullets": ("detectable_format:number_bullet_lists", ("num_bullets",)),
    "highlights": ("detectable_format:number_highlighted_sections", ("num_highlights",)),
    "title": ("detectable_format:title", ()),
    "keywords": ("keywords:existence", ("keywords",)),
    "forbidden": ("keywords:forbidden_words", ("forbidden_words",)),
    "frequency": ("keywords:frequency", ("relation", "keyword", "frequency")),
    "letter": ("keywords:letter_frequency", ("let_relation", "letter", "let_frequency")),
    "language": ("language:response_language", ("language",)),
    "opening": ("length_constraints:nth_paragraph_first_word", ("num_paragraphs", "nth_paragraph", "first_word")),
    "paragraphs": ("length_constraints:number_paragraphs", ("num_paragraphs",)),
    "sentences": ("length_constraints:number_sentences", ("relation", "num_sentences")),
    "words": ("length_constraints:number_words", ("relation", "num_words")),
    "comma": ("punctuation:no_comma", ()),
    "end": ("startend:end_checker", ("end_phrase",)),
    "quotation": ("startend:quotation", ()),
}

L, U = "at least", "less than"


def expected(kind: str, *arguments: object) -> Instruction:
    """The instruction of a kind with its arguments in the order of `_ARGUMENTS`."""
    name, keys = _ARGUMENTS[kind]
    values = [list(one) if isinstance(one, tuple) else one for one in arguments]
    return Instruction(name, dict(zip(keys, values, strict=True)))  # type: ignore[arg-type]


WORDINGS: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...] = (
    # words in capitals
    ("I'd like no fewer than six words written entirely in capitals.", (("capital_words", L, 6),)),
    ("Put at most three words in all caps.", (("capital_words", U, 4),)),
    ("Words in block capitals: four or more.", (("capital_words", L, 4),)),
    ("Shout (i.e. write in ALL CAPS) a minimum of five words.", (("capital_words", L, 5),)),
    ("There should be fewer than eight fully capitalised words.", (("capital_words", U, 8),)),
    ("A dozen words, no less, have to be in uppercase.", (("capital_words", L, 12),)),
    ("- all-caps words: 2 at most", (("capital_words", U, 3),)),
    ("I want words in all capitals, at least six of them.", (("capital_words", L, 6),)),
    ("With at least 5 words consisting of capitals only.", (("capital_words", L, 5),)),
    ("Uppercase letters for all of your text.", (("capital",),)),
    ("At least 5 key figures should be highlighted with asterisks.", (("highlights", 5),)),
    ("It is a template: at least two [bracketed] gaps.", (("placeholders", 2),)),
    ("My parser chokes on commas, leave them all out.", (("comma",),)),
    ("Quote marks round the whole reply, please.", (("quotation",),)),
    ("It shall close with exactly this line: Yours in numbers", (("end", "Yours in numbers"),)),
    ("^Give me three bullets, in Turkish, on how to brew tea.", (("bullets", 3), ("language", "tr"))),
    ("^Today's assignment for you: describe a lighthouse in at least twelve sentences.", (("sentences", L, 12),)),
    ('Keep out "statue".', (("forbidden", ("statue",)),)),
    ("Nothing may be longer than 100 words overall.", (("words", U, 101),)),
    (
        "^What is a fjord? Your reply needs to contain this request, verbatim, at the start.",
        (("repeat", "What is a fjord?"),),
    ),
    ("Could you capitalise every letter of at least seven words?", (("capital_words", L, 7),)),
    ("All-capital words should turn up more than nine times.", (("capital_words", L, 10),)),
    ("Keep the number of words in capital letters under 5.", (("capital_words", U, 5),)),
    # all in capitals
    ("Everything in capital letters, please.", (("capital",),)),
    ("Caps lock stays on from the first letter to the last.", (("capital",),)),
    ("I want to see nothing but uppercase letters.", (("capital",),)),
    ("The whole reply is to be typed in block capitals.", (("capital",),)),
    ("ALL CAPS, in English.", (("capital",),)),
    ("Not a single lowercase letter may appear.", (("capital",),)),
    ("Format: capitals only.", (("capital",),)),
    ("Could you shout it, that is, write it all in upper case?", (("capital",),)),
    ("Please capitalize every letter you write.", (("capital",),)),
    ("Lowercase letters are forbidden.", (("capital",),)),
    # all in small letters
    ("everything in small letters please.", (("lowercase",),)),
    ("I never want to see an uppercase letter in it.", (("lowercase",),)),
    ("No capitals anywhere, not even for names.", (("lowercase",),)),
    ("Keep your shift key out of it: lowercase only.", (("lowercase",),)),
    ("- lower case throughout", (("lowercase",),)),
    ("The reply has to be written entirely in lowercase English.", (("lowercase",),)),
    ("Capital letters are off limits.", (("lowercase",),)),
    ("Would you mind leaving out capital letters altogether?", (("lowercase",),)),
    ("Every single letter should be lowercase.", (("lowercase",),)),
    ("Refrain from capitalizing anything.", (("lowercase",),)),
    # the request repeated
    (
        "^What is peat?\n\nStart by repeating the question above exactly as it stands, and only then answer it.",
        (("repeat", "What is peat?"),),
    ),
    (
        "^Name a river in Chile. Before you answer, say my request back to me word for word.",
        (("repeat", "Name a river in Chile."),),
    ),
    (
        "^Who built the first lock on a canal? Copy this question verbatim first, then reply.",
        (("repeat", "Who built the first lock on a canal?"),),
    ),
    (
        "^First repeat the line below without changing a word, then do what it says.\n\nWrite a toast for a baker.",
        (("repeat", "Write a toast for a baker."),),
    ),
    (
        "^Write a limerick on ferries.\n\nYour reply should open with the request above, unaltered, followed by "
        "your answer.",
        (("repeat", "Write a limerick on ferries."),),
    ),
    (
        "^Why do cats purr? I want the question quoted back word by word before the answer.",
        (("repeat", "Why do cats purr?"),),
    ),
    (
        "^How is glue made?\n\nEcho the prompt exactly before responding.",
        (("repeat", "How is glue made?"),),
    ),
    (
        "^Suggest a name for a goat. (Begin by restating the request verbatim.)",
        (("repeat", "Suggest a name for a goat."),),
    ),
    (
        "^Where do eels breed?\n\nThe question itself must be reproduced word for word at the top, then comes the "
        "answer.",
        (("repeat", "Where do eels breed?"),),
    ),
    (
        "^Give me a slogan for a tram line.\n\nrepeat what i asked, no changes, and then answer",
        (("repeat", "Give me a slogan for a tram line."),),
    ),
    # two answers
    ("Two different answers, please, with six asterisks (******) between them.", (("two",),)),
    ("I'd like a pair of responses, divided by ******.", (("two",),)),
    ("Answer twice, in two distinct ways, separating the answers with ******.", (("two",),)),
    ("Give exactly 2 versions; put ****** between the two.", (("two",),)),
    ("Could you offer two alternative replies? Use ****** as the divider.", (("two",),)),
    ("- two separate responses\n- the separator is ******", (("two",),)),
    ("The two responses must be kept apart by 6 asterisk symbols: ******.", (("two",),)),
    ("There should be two answers, each unlike the other, with a line of six asterisks in between.", (("two",),)),
    ("Let me choose: write a first answer, then ******, then a different one.", (("two",),)),
    ("Respond in two different ways and split them with ******.", (("two",),)),
    # placeholders
    ("Leave at least four blanks to fill in, as placeholders in square brackets like [name].", (("placeholders", 4),)),
    ("Include three or more placeholders such as [address].", (("placeholders", 3),)),
    ("Placeholders in square brackets: no fewer than five.", (("placeholders", 5),)),
    ("I need two or more bracketed placeholders, e.g. [date], that I can fill in later.", (("placeholders", 2),)),
    ("There must be a minimum of six square-bracket placeholders ([city], [time] and so on).", (("placeholders", 6),)),
    ("Use [square brackets] for at least seven placeholders.", (("placeholders", 7),)),
    ("The number of placeholders like [phone] should be at least 3.", (("placeholders", 3),)),
    ("- placeholders: 4 at the very least, in square brackets", (("placeholders", 4),)),
    ("Details I must supply later go in square brackets, at least five of them, like [price].", (("placeholders", 5),)),
    (
        "Can you put in at least eight fields in square brackets, such as [colour], for me to fill?",
        (("placeholders", 8),),
    ),
    # postscript
    ("Finish with a postscript that begins with P.S.", (("postscript", "P.S."),)),
    ("Tack on a P.P.S at the end.", (("postscript", "P.P.S"),)),
    ("I'd love a P.S. at the bottom.", (("postscript", "P.S."),)),
    ("A postscript, marked P.P.S, has to follow.", (("postscript", "P.P.S"),)),
    ("- at the end: a postscript starting with P.S.", (("postscript", "P.S."),)),
    ("Don't forget the P.S.!", (("postscript", "P.S."),)),
    ("After the last line comes a postscript introduced by P.S.", (("postscript", "P.S."),)),
    ("Close with an afterthought that starts with P.P.S", (("postscript", "P.P.S"),)),
    ("Would you add something under P.S. when you are done?", (("postscript", "P.S."),)),
    ("Your reply must not lack a postscript (P.S.).", (("postscript", "P.S."),)),
    # one of some options
    (
        '^Is a tomato a fruit? Say only "My answer is yes.", "My answer is no." or "My answer is maybe."',
        (("choice",),),
    ),
    (
        "^Do whales sleep? Your answer has to be one of these three: 'My answer is yes.', 'My answer is no.', "
        "'My answer is maybe.'",
        (("choice",),),
    ),
    (
        "^Can glass rust? Pick exactly one: My answer is yes. / My answer is no. / My answer is maybe.",
        (("choice",),),
    ),
    (
        "^Will the tide turn? Reply with nothing but one of: My answer is yes. My answer is no. My answer is maybe.",
        (("choice",),),
    ),
    (
        "^Is slate a stone?\nAllowed answers:\n- My answer is yes.\n- My answer is no.\n- My answer is maybe.",
        (("choice",),),
    ),
    (
        '^Should I repaint the shed? I will accept only three replies: "My answer is yes.", "My answer is no.", '
        '"My answer is maybe."',
        (("choice",),),
    ),
    (
        '^Was Rome built in a day? The only permitted answers are "My answer is yes.", "My answer is no.", and '
        '"My answer is maybe."',
        (("choice",),),
    ),
    (
        "^Are foxes shy? Choose from the following (My answer is yes., My answer is no., My answer is maybe.) and "
        "write nothing else.",
        (("choice",),),
    ),
    (
        '^Is it true? Answer either "My answer is yes." or "My answer is no." or, if unsure, "My answer is maybe."',
        (("choice",),),
    ),
    (
        "^Can geese count? One of the following must be your reply: “My answer is yes.”, “My answer is no.”, “My "
        "answer is maybe.”",
        (("choice",),),
    ),
    # JSON
    ("I want the result as JSON.", (("json",),)),
    ("The entire output has to be wrapped in JSON.", (("json",),)),
    ("Output format: JSON.", (("json",),)),
    ("Give me valid JSON and nothing else.", (("json",),)),
    ("- JSON only", (("json",),)),
    ("Could the answer be a JSON object?", (("json",),)),
    ("It must parse as JSON.", (("json",),)),
    ("Hand everything over in JSON format (markdown ticks are fine).", (("json",),)),
    ("JSON, please; a parser will read it.", (("json",),)),
    ("Deliver your reply as a single JSON document.", (("json",),)),
    # sections
    ("Split it into four sections, each opening with SECTION X.", (("sections", "SECTION", 4),)),
    ("There must be 3 parts, marked PART 1, PART 2 and so forth.", (("sections", "PART", 3),)),
    ("I want five sections, headed Section 1, Section 2 and so on.", (("sections", "Section", 5),)),
    ("Structure: at least two chapters, each beginning with CHAPTER X.", (("sections", "CHAPTER", 2),)),
    ("Each of the six sections starts with the marker SECTION X.", (("sections", "SECTION", 6),)),
    ("Number the parts PART 1, PART 2, ...; there should be no fewer than three.", (("sections", "PART", 3),)),
    ("Use the header 'Day X' for each of the seven days.", (("sections", "Day", 7),)),
    ("The piece is divided into two acts, labelled ACT 1 and ACT 2.", (("sections", "ACT", 2),)),
    ("- 4 sections\n- each starts with SECTION X", (("sections", "SECTION", 4),)),
    (
        "Can you break it down into three sections and call them Section 1, Section 2, Section 3?",
        (("sections", "Section", 3),),
    ),
    # bullets
    ("I'd like it as exactly five bullets.", (("bullets", 5),)),
    ("Bullet points: three, neither more nor fewer.", (("bullets", 3),)),
    ("Sum it up in four markdown bullets (* like this).", (("bullets", 4),)),
    ("There should be precisely six items in your bulleted list.", (("bullets", 6),)),
    ("Your answer must contain 2 bullet points, no more and no less.", (("bullets", 2),)),
    ("A bulleted list with seven entries is what I need.", (("bullets", 7),)),
    ("- bullet points (exactly 3), using * as the marker", (("bullets", 3),)),
    ("Can you give me eight bullet points?", (("bullets", 8),)),
    ("The number of bullets: exactly 4.", (("bullets", 4),)),
    ("Break it into five bullet points starting with an asterisk.", (("bullets", 5),)),
    # highlights
    ("Highlight at least three parts with markdown, like *this*.", (("highlights", 3),)),
    ("Mark two or more phrases as *highlighted*.", (("highlights", 2),)),
    ("No fewer than four passages should be highlighted with asterisks, i.e. *passage*.", (("highlights", 4),)),
    ("Highlighted sections (*so*): five at the minimum.", (("highlights", 5),)),
    ("I want a minimum of 6 highlighted sections in markdown.", (("highlights", 6),)),
    ("Make three phrases at least stand out by putting them in *italics*.", (("highlights", 3),)),
    ("Use *markdown emphasis* to highlight seven or more sections.", (("highlights", 7),)),
    ("- at least 2 highlighted sections, i.e. *highlighted section*", (("highlights", 2),)),
    ("Could you set at least four key terms in *single asterisks* as highlights?", (("highlights", 4),)),
    ("Wrap at least five words or phrases in single asterisks to highlight them.", (("highlights", 5),)),
    # title
    ("Give it a title in double angular brackets, as in <<way home>>.", (("title",),)),
    ("Title: required, wrapped like <<this>>.", (("title",),)),
    ("On top goes a title set in <<double angle brackets>>.", (("title",),)),
    ("I need it to carry a title between << and >>.", (("title",),)),
    ("- a title, written <<like so>>", (("title",),)),
    ("The heading must be enclosed in double angle brackets (<< >>).", (("title",),)),
    ("Could you give the text a name, in double angular brackets such as <<dance>>?", (("title",),)),
    ("It must not go without a title, and the title goes in <<>>.", (("title",),)),
    ("Put its title inside << >>.", (("title",),)),
    ("Start with a <<title>> in double angular brackets.", (("title",),)),
    # keywords
    ('The words "pollen" and "sun" have to come up.', (("keywords", ("pollen", "sun")),)),
    ("Work in the terms pollen, compass and hive.", (("keywords", ("pollen", "compass", "hive")),)),
    ("Keywords: pollen, compass.", (("keywords", ("pollen", "compass")),)),
    ('I\'d like to find "compass" somewhere in it.', (("keywords", ("compass",)),)),
    ('Make use of the word "pollen".', (("keywords", ("pollen",)),)),
    ("'Hive' and 'wing' should both be mentioned.", (("keywords", ("hive", "wing")),)),
    ("Do not leave out the words 'hive' and 'wing'.", (("keywords", ("hive", "wing")),)),
    ('- must mention: "pollen", "sun"', (("keywords", ("pollen", "sun")),)),
    ('Could you slip in the word "meadow"?', (("keywords", ("meadow",)),)),
    ("It must contain the following words: meadow, clover, wind.", (("keywords", ("meadow", "clover", "wind")),)),
    # forbidden words
    ('The words "pollen" and "sun" are taboo.', (("forbidden", ("pollen", "sun")),)),
    ("Stay away from the terms pollen and compass.", (("forbidden", ("pollen", "compass")),)),
    ("Forbidden words: pollen, compass.", (("forbidden", ("pollen", "compass")),)),
    ('I don\'t want to read "compass" anywhere.', (("forbidden", ("compass",)),)),
    ('Get by without the word "pollen".', (("forbidden", ("pollen",)),)),
    ("Neither 'hive' nor 'wing' may be used.", (("forbidden", ("hive", "wing")),)),
    ('- banned: "hive", "wing"', (("forbidden", ("hive", "wing")),)),
    ('At no point should the word "meadow" occur.', (("forbidden", ("meadow",)),)),
    ("Could you avoid 'meadow' and 'clover'?", (("forbidden", ("meadow", "clover")),)),
    ("The following words must not appear: meadow, clover, wind.", (("forbidden", ("meadow", "clover", "wind")),)),
    # how often a word
    ('The word "pollen" should show up no fewer than three times.', (("frequency", L, "pollen", 3),)),
    ("Say 'sun' at least twice.", (("frequency", L, "sun", 2),)),
    ("Use the word hive fewer than five times.", (("frequency", U, "hive", 5),)),
    ('I want "wing" in there four or more times.', (("frequency", L, "wing", 4),)),
    ('"compass": at most 2 occurrences.', (("frequency", U, "compass", 3),)),
    ("Mention meadow a minimum of six times.", (("frequency", L, "meadow", 6),)),
    ("At least three mentions of the word 'clover', please.", (("frequency", L, "clover", 3),)),
    ("The word 'sun' must not be used more than twice.", (("frequency", U, "sun", 3),)),
    ('- the word "hive" (3+ times)', (("frequency", L, "hive", 3),)),
    ("Can you get the word 'pollen' in at least five times?", (("frequency", L, "pollen", 5),)),
    # how often a letter
    ("The letter q should occur at least twice.", (("letter", L, "q", 2),)),
    ("Use fewer than ten of the letter 'z'.", (("letter", U, "z", 10),)),
    ("I want no fewer than six w's.", (("letter", L, "w", 6),)),
    ("Letter k: five times or more.", (("letter", L, "k", 5),)),
    ("There must be at most three exclamation marks.", (("letter", U, "!", 4),)),
    ("Let the letter 'j' appear a minimum of 4 times.", (("letter", L, "j", 4),)),
    ("- letter v: less than 7 times", (("letter", U, "v", 7),)),
    ('Could the letter "x" come up eight or more times?', (("letter", L, "x", 8),)),
    ("At least 3 hashtags should be in it.", (("letter", L, "#", 3),)),
    ("The total count of the letter p has to be at least 12.", (("letter", L, "p", 12),)),
    # language
    ("Answer in Swahili.", (("language", "sw"),)),
    ("Your entire reply should be in Thai; no other language is allowed.", (("language", "th"),)),
    ("Nothing but Bulgarian, please.", (("language", "bg"),)),
    ("Language of the answer: Telugu.", (("language", "te"),)),
    ("I only read Punjabi, so write in that.", (("language", "pa"),)),
    ("Korean only, no English.", (("language", "ko"),)),
    ("Could you explain that to me in Italian?", (("language", "it"),)),
    ("^Responda apenas em português: por que o mar é salgado?", (("language", "pt"),)),
    ("^Explique la photosynthèse. Réponds uniquement en français.", (("language", "fr"),)),
    ("^Erkläre mir, wie ein Schloss funktioniert. Antworte bitte nur auf Deutsch.", (("language", "de"),)),
    # first word of a paragraph
    ("Write three paragraphs; the second must start with the word bees.", (("opening", 3, 2, "bees"),)),
    ("There should be 4 paragraphs. Paragraph 3 opens with 'however'.", (("opening", 4, 3, "however"),)),
    ("Five paragraphs, the first word of the fourth being sun.", (("opening", 5, 4, "sun"),)),
    (
        'I\'d like two paragraphs, separated by blank lines, and the last one should begin with "home".',
        (("opening", 2, 2, "home"),),
    ),
    ('Make it six paragraphs long. Let the first paragraph start with "once".', (("opening", 6, 1, "once"),)),
    ("- 3 paragraphs\n- paragraph 2 begins with the word light", (("opening", 3, 2, "light"),)),
    ('Your answer has 4 paragraphs, and "dance" is the first word of paragraph 2.', (("opening", 4, 2, "dance"),)),
    ("Begin the third of your five paragraphs with the word 'wind'.", (("opening", 5, 3, "wind"),)),
    (
        "Use exactly 3 paragraphs with two line breaks between them. The 1st paragraph must open with the word air.",
        (("opening", 3, 1, "air"),),
    ),
    ("Can you write 2 paragraphs and start the second with 'still'?", (("opening", 2, 2, "still"),)),
    # paragraphs with a divider
    ("Four paragraphs, divided by ***.", (("paragraphs", 4),)),
    ("Write 3 paragraphs and put *** between them.", (("paragraphs", 3),)),
    ("There must be five paragraphs, kept apart by the markdown divider ***.", (("paragraphs", 5),)),
    ("Separate your two paragraphs with three asterisks (***).", (("paragraphs", 2),)),
    ("Paragraphs: six. Divider: ***", (("paragraphs", 6),)),
    ("I want exactly 4 paragraphs with *** as the separator.", (("paragraphs", 4),)),
    ("- 3 paragraphs\n- *** between paragraphs", (("paragraphs", 3),)),
    ("Could you lay it out in two paragraphs split by ***?", (("paragraphs", 2),)),
    ("The text is to have seven paragraphs, and between any two of them stands ***.", (("paragraphs", 7),)),
    ("Use the markdown divider *** to separate the five paragraphs.", (("paragraphs", 5),)),
    # sentences
    ("No more than four sentences.", (("sentences", U, 5),)),
    ("Keep it under six sentences.", (("sentences", U, 6),)),
    ("I need a minimum of eight sentences.", (("sentences", L, 8),)),
    ("Sentences: at least 5.", (("sentences", L, 5),)),
    ("Your answer should run to ten sentences or more.", (("sentences", L, 10),)),
    ("Three sentences at most, please.", (("sentences", U, 4),)),
    ("Don't go beyond seven sentences.", (("sentences", U, 8),)),
    ("- length: fewer than 9 sentences", (("sentences", U, 9),)),
    ("Can you do it in less than a dozen sentences?", (("sentences", U, 12),)),
    ("A reply with at least 6 (or more) sentences is what I'm after.", (("sentences", L, 6),)),
    # words
    ("At least 250 words.", (("words", L, 250),)),
    ("Stay below 120 words.", (("words", U, 120),)),
    ("I'd like you to write no fewer than three hundred words.", (("words", L, 300),)),
    ("Word count: 400 minimum.", (("words", L, 400),)),
    ("Maximum length: 80 words.", (("words", U, 81),)),
    ("The reply must not be longer than 150 words.", (("words", U, 151),)),
    ("200 words or more, please.", (("words", L, 200),)),
    ("Could you keep it to 60 words at most?", (("words", U, 61),)),
    ("- upwards of 500 words", (("words", L, 501),)),
    ("Write one hundred and twenty words at the least.", (("words", L, 120),)),
    # no commas
    ("Not one comma, please.", (("comma",),)),
    ("Commas: none.", (("comma",),)),
    ("I don't want to see any commas.", (("comma",),)),
    ("Leave commas out.", (("comma",),)),
    ("Commas are not welcome here.", (("comma",),)),
    ("Do it without using a single comma.", (("comma",),)),
    ("- zero commas", (("comma",),)),
    ("Could you manage it without commas?", (("comma",),)),
    ("The comma is a forbidden mark in your reply.", (("comma",),)),
    ("Make your reply comma-free.", (("comma",),)),
    # ending
    ('The last words must be "and so they fly." with nothing after them.', (("end", "and so they fly."),)),
    ('Finish on the exact phrase "Safe home." and add nothing.', (("end", "Safe home."),)),
    ('Close with the sentence "That is all I know."', (("end", "That is all I know."),)),
    ('Ending: "Good night."', (("end", "Good night."),)),
    ("I want it to end in these exact words: Any more questions?", (("end", "Any more questions?"),)),
    ('Let "Over and out." be the final line, and nothing may follow it.', (("end", "Over and out."),)),
    ('- ends with "The hive waits."', (("end", "The hive waits."),)),
    ('"Is that clear?" should be the very last thing you say.', (("end", "Is that clear?"),)),
    ('Could you wrap it up with "Until spring."?', (("end", "Until spring."),)),
    ('Nothing should come after the closing phrase "Honey for all."', (("end", "Honey for all."),)),
    # quotation marks
    ("Put your whole reply in double quotation marks.", (("quotation",),)),
    ("The entire answer goes between double quotes.", (("quotation",),)),
    ("Open with a double quotation mark and close with one.", (("quotation",),)),
    ('Everything you write has to be enclosed in "double quotation marks".', (("quotation",),)),
    ("- wrap all of it in double quotes", (("quotation",),)),
    ("I want the complete text surrounded by double quotation marks.", (("quotation",),)),
    ('The first and last character should be a double quotation mark (").', (("quotation",),)),
    ("Could you set the full reply in double quotes?", (("quotation",),)),
    ("Double quotation marks around the whole thing, please.", (("quotation",),)),
    ("Your response must begin and end with double quotation marks.", (("quotation",),)),
)
