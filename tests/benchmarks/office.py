"""A small office, written for the tests."""

from __future__ import annotations

from pathlib import Path

from specharness.benchmarks.workbench.tables import Office, load_office

FILES = {
    "calendar_events.csv": "event_id,event_name,participant_email,event_start,duration\n"
    "00000001,Planning,ada.stone@firm.test,2023-12-01 09:00:00,30\n"
    "00000002,Review,ben.field@firm.test,2023-12-04 10:00:00,60\n",
    "emails.csv": "email_id,inbox/outbox,sender/recipient,subject,sent_datetime,body\n"
    "00000007,inbox,ada.stone@firm.test,Numbers,2023-11-01 08:00:00,See below\n",
    "customer_relationship_manager_data.csv": "customer_id,assigned_to_email,customer_name,customer_email,"
    "customer_phone,last_contact_date,product_interest,status,follow_up_by,notes\n"
    "00000004,ada.stone@firm.test,Kim Long,kim@else.test,,2023-11-20,Software,Lead,2023-12-20,\n",
    "project_tasks.csv": "task_id,task_name,assigned_to_email,list_name,due_date,board\n"
    "00000011,Draw logo,ben.field@firm.test,Backlog,2023-12-05,Design\n"
    "00000012,Fix login,ben.field@firm.test,In Progress,2023-12-06,Back end\n",
    "email_addresses.csv": "ada.stone@firm.test\nben.field@firm.test\n",
}


def small_office(folder: Path) -> Office:
    """The office of `FILES`."""
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return load_office(folder)
