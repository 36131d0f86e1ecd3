"""A small GuideBench-like folder, written for the tests."""

from __future__ import annotations

import json
from pathlib import Path

TASKS: dict[str, list[dict[str, object]]] = {
    "price": [
        {
            "Instruction": "比较两个商品是否相同",
            "Guidelines": [
                {"type": "颜色", "rule_id": "r1", "rule_text": "如果两个商品颜色不同，则判定不相同"},
                {"type": "产地", "rule_id": "r2", "rule_text": "比较时忽略产地的不同"},
            ],
            "Context": "商品A是红色的杯子，商品B是蓝色的杯子。",
            "Groundtruth": {"ReferenceAnswer": 0, "ReferenceAnalysis": "颜色不同"},
        },
        {
            "Instruction": "比较两个商品是否相同",
            "Guidelines": [{"type": "产地", "rule_id": "r2", "rule_text": "比较时忽略产地的不同"}],
            "Context": "商品A产自北方，商品B产自南方。",
            "Groundtruth": {"ReferenceAnswer": 1, "ReferenceAnalysis": "产地不算"},
        },
    ],
    "math": [
        {
            "Instruction": "计算总价",
            "Guidelines": [{"type": "折扣", "rule_id": "m1", "rule_text": "当买满三件时，总价打九折"}],
            "Context": "三件衬衫，每件100元。",
            "Groundtruth": {"ReferenceAnswer": "270", "ReferenceAnalysis": "300 x 0.9"},
        }
    ],
    "chat": [
        {
            "Instruction": "判断客服是否遵循规则",
            "Guidelines": [{"type": "问候", "rule_id": "c1", "rule_text": "若用户先问候，客服先问候再回答问题"}],
            "Context": "用户：你好。客服：您好，请问需要什么？",
            "MultipleOptions": "A. 遵循\nB. 不遵循",
            "Groundtruth": {"OptimalOption": "A", "AnswerAnalysis": "先问候"},
        }
    ],
}


def write_guidebench(folder: Path) -> Path:
    """The folder, filled."""
    for subset, tasks in TASKS.items():
        (folder / f"{subset}_tasks.json").write_text(json.dumps(tasks, ensure_ascii=False), encoding="utf-8")
    return folder
