"""A language model that knows nothing, made here: random weights by the hundred thousand, a tokenizer of our own texts.

The same seed gives the same files. Nothing is fetched. It writes noise, in whatever form it is held to.

    python tests/compile/llm/tiny_model.py DIR
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

SEED = 11
VOCABULARY = 2000
LONGEST = 4096
"""Tokens of a prompt and its answer."""
MARKS = ("<|start|>", "<|end|>")
TEMPLATE = (
    "{% for message in messages %}<|start|>{{ message['role'] }}\n{{ message['content'] }}<|end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|start|>assistant\n{% endif %}"
)
REPOSITORY = Path(__file__).resolve().parents[3]


def texts() -> list[str]:
    """What the tokenizer is made from: the prompts, and the tasks that the model is asked about."""
    files = [*REPOSITORY.glob("specharness/prompts/*.md"), *REPOSITORY.glob("annotations/tasks/*/instruction.md")]
    return [file.read_text(encoding="utf-8") for file in sorted(files)]


def make(folder: Path) -> Path:
    """The model's folder, as vLLM loads it. Needs torch, transformers and tokenizers."""
    torch: Any = importlib.import_module("torch")
    transformers: Any = importlib.import_module("transformers")
    tokenizers: Any = importlib.import_module("tokenizers")
    words = tokenizers.Tokenizer(tokenizers.models.BPE())
    words.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    words.decoder = tokenizers.decoders.ByteLevel()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=VOCABULARY,
        special_tokens=list(MARKS),
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    words.train_from_iterator(texts(), trainer)
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=words, bos_token=MARKS[0], eos_token=MARKS[1], pad_token=MARKS[1]
    )
    tokenizer.chat_template = TEMPLATE
    tokenizer.save_pretrained(folder)
    torch.manual_seed(SEED)
    config = transformers.LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=128,
        intermediate_size=256,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=LONGEST,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        tie_word_embeddings=True,
    )
    transformers.LlamaForCausalLM(config).to(torch.float32).save_pretrained(folder)
    return folder


if __name__ == "__main__":
    print(make(Path(sys.argv[1])))  # noqa: T201
