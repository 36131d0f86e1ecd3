"""Databases, Parquet and queries: what is seen, and that nothing but reading is possible."""

from __future__ import annotations

import csv
import hashlib
import io
import os
import sqlite3
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from looking import look, seen

from specharness.evidence.limits import MIB, Limits
from specharness.evidence.observe import Observatory
from specharness.evidence.observers import table as delimited
from specharness.evidence.root import Places
from specharness.evidence.views import (
    DatabaseView,
    Failure,
    FormatView,
    QueryView,
    Request,
    TableView,
    ViewKind,
)
from specharness.measure import observer_seeds

duckdb = pytest.importorskip("duckdb")
K = ViewKind


@pytest.fixture
def base(tmp_path: Path) -> Path:
    path = tmp_path / "shop.db"
    connection = sqlite3.connect(path)
    connection.executescript(
        "create table orders(id integer primary key, item text not null default 'none', price real, raw blob, "
        "twice generated always as (price * 2));"
        "create table 'odd \" name'(k text, v, primary key (v, k)) without rowid;"
        "create view cheap as select item from orders where price < 2;"
        "create trigger t after insert on orders begin delete from orders; end;"
        "pragma user_version = 7;"
    )
    connection.execute("drop trigger t")
    connection.executemany("insert into orders values (?, ?, ?, ?)", [(1, "a", 1.5, b"\0"), (2, "b", None, None)])
    connection.execute('insert into "odd "" name" values (\'x\', 9)')
    connection.commit()
    connection.close()
    return path


class TestDatabases:
    def test_schema_and_rows(self, base: Path) -> None:
        view = seen(base, K.DATABASE)
        assert isinstance(view, DatabaseView)
        orders = view.tables["orders"]
        assert [(column.name, column.type, column.not_null) for column in orders.columns] == [
            ("id", "INTEGER", False),
            ("item", "TEXT", True),
            ("price", "REAL", False),
            ("raw", "BLOB", False),
        ]
        assert orders.key == ("id",)
        blob = f"blob:1:{hashlib.sha256(bytes(1)).hexdigest()}"
        assert orders.rows == ((1, "a", 1.5, blob), (2, "b", None, None))
        assert view.tables['odd " name'].key == ("v", "k")
        assert [(each.type, each.name) for each in view.objects if each.type == "view"] == [("view", "cheap")]
        assert view.user_version == 7

    def test_the_digest_is_of_the_file_and_nothing_is_left_beside_it(self, base: Path) -> None:
        answer = look(base, K.DATABASE)
        assert answer.sha256 == hashlib.sha256(base.read_bytes()).hexdigest()
        assert answer.bytes_read == base.stat().st_size
        assert answer.coverage.seen == {"tables": 2, "rows": 3}
        assert [path.name for path in base.parent.iterdir()] == [base.name]

    def test_what_stands_in_the_log_is_seen(self, tmp_path: Path) -> None:
        path = tmp_path / "x.db"
        connection = sqlite3.connect(path)
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma wal_autocheckpoint = 0")
        connection.execute("create table t(a)")
        connection.execute("insert into t values (1)")
        connection.commit()
        assert (tmp_path / "x.db-wal").stat().st_size > 0
        view = seen(path, K.DATABASE)
        connection.close()
        assert isinstance(view, DatabaseView)
        assert view.tables["t"].rows == ((1,),)

    def test_a_live_journal_is_refused(self, base: Path) -> None:
        base.with_name("shop.db-journal").write_bytes(bytes.fromhex("d9d505f920a163d7") + bytes(600))
        answer = look(base, K.DATABASE)
        assert answer.failure is Failure.LIMIT
        assert "journal" in answer.detail

    def test_a_link_in_place_of_the_log_is_not_followed(self, base: Path, tmp_path: Path) -> None:
        base.with_name("shop.db-wal").symlink_to("/etc/passwd")
        assert look(base, K.DATABASE).view is None

    def test_an_empty_file_is_no_valid_one(self, tmp_path: Path) -> None:
        (tmp_path / "x.db").write_bytes(b"")
        assert seen(tmp_path / "x.db", K.FORMAT) == FormatView(
            "sqlite", False, "empty: no database was ever written to it"
        )

    @pytest.mark.parametrize("data", [b"no database", b"SQLite format 3\0" + bytes(200)])
    def test_other_bytes_are_malformed(self, tmp_path: Path, data: bytes) -> None:
        (tmp_path / "x.db").write_bytes(data)
        assert look(tmp_path / "x.db", K.DATABASE).failure is Failure.MALFORMED
        assert seen(tmp_path / "x.db", K.FORMAT) == FormatView(
            "sqlite", False, look(tmp_path / "x.db", K.DATABASE).detail
        )

    @pytest.mark.parametrize(
        ("limit", "name"),
        [
            (Limits(rows=1), "rows"),
            (Limits(cells=3), "cells"),
            (Limits(table_text=3), "table_text"),
            (Limits(objects=1), "objects"),
            (Limits(stream_bytes=100), "stream_bytes"),
        ],
    )
    def test_limits_have_names(self, base: Path, limit: Limits, name: str) -> None:
        answer = look(base, K.DATABASE, limits=limit)
        assert (answer.failure, answer.limit) == (Failure.LIMIT, name)
        assert f"`{name}`" in answer.detail

    def test_a_table_and_a_view_as_tables(self, base: Path) -> None:
        orders = seen(base, K.TABLE, "Orders")
        assert isinstance(orders, TableView)
        assert orders.columns == ("id", "item", "price", "raw")
        assert orders.types == ("INTEGER", "TEXT", "REAL", "BLOB")
        assert orders.rows[1] == (2, "b", None, None)
        assert orders.unclear == {3}
        assert (orders.typed, orders.strict) == (True, False)
        cheap = seen(base, K.TABLE, "cheap")
        assert isinstance(cheap, TableView)
        assert cheap.rows == (("a",),)
        assert look(base, K.TABLE, "nowhere").failure is Failure.MALFORMED
        assert look(base, K.TABLE, "ord_ers").failure is Failure.LIMIT  # another spelling
        assert look(base, K.TABLE).failure is Failure.LIMIT  # two tables, none named


class TestQueriesOfDatabases:
    def test_answers(self, base: Path) -> None:
        view = seen(base, K.QUERY, "SELECT item, price FROM orders ORDER BY id")
        assert view == QueryView(("item", "price"), ("", ""), (("a", 1.5), ("b", None)))

    @pytest.mark.parametrize(
        "sql",
        [
            "DELETE FROM orders",
            "PRAGMA user_version = 3",
            "ATTACH '/etc/passwd' AS x",
            "CREATE TABLE x(a)",
            "SELECT 1; SELECT 2",
            "VACUUM INTO '/tmp/never'",
            "SELECT load_extension('x')",
            "SELECT writefile('/tmp/never', 'x')",
            "no sql",
            "",
        ],
    )
    def test_all_but_one_select_is_undecided(self, base: Path, sql: str) -> None:
        before = base.read_bytes()
        answer = look(base, K.QUERY, sql)
        assert answer.failure is Failure.LIMIT
        assert base.read_bytes() == before

    def test_a_query_without_end_ends(self, base: Path) -> None:
        endless = "WITH RECURSIVE t(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM t) SELECT count(*) FROM t"
        answer = look(base, K.QUERY, endless, Limits(seconds=0.2))
        assert (answer.failure, answer.limit) == (Failure.LIMIT, "seconds")
        assert answer.seconds < 5

    def test_a_view_of_the_artifact_without_end_ends(self, tmp_path: Path) -> None:
        path = tmp_path / "x.db"
        connection = sqlite3.connect(path)
        connection.execute(
            "create view t as with recursive r(a) as (select 1 union all select a + 1 from r) select a from r"
        )
        connection.close()
        answer = look(path, K.QUERY, "SELECT * FROM t", Limits(seconds=30, query_rows=1000))
        assert (answer.failure, answer.limit) == (Failure.LIMIT, "query_rows")

    def test_numbers_that_are_not_finite_are_texts(self, base: Path) -> None:
        view = seen(base, K.QUERY, "SELECT 9e999, -9e999, 1e308, NULL")
        assert isinstance(view, QueryView)
        assert view.rows == (("inf", "-inf", 1e308, None),)


class TestParquet:
    def test_as_a_table(self, tmp_path: Path) -> None:
        path = tmp_path / "x.parquet"
        rows = "SELECT 1 AS id, 'a' AS name, 1.50::DECIMAL(5,2) AS price, DATE '2024-05-01' AS day, NULL::INT AS none"
        duckdb.connect().execute(f"COPY ({rows}) TO '{path}' (FORMAT parquet)")
        view = seen(path, K.TABLE)
        assert view == TableView(
            ("id", "name", "price", "day", "none"),
            ((1, "a", 1.5, "2024-05-01", None),),
            "",
            ("INTEGER", "VARCHAR", "DECIMAL(5,2)", "DATE", "INTEGER"),
        )
        assert look(path, K.TABLE).sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
        assert seen(path, K.FORMAT) == FormatView("parquet", True)

    def test_values_of_every_type(self, tmp_path: Path) -> None:
        path = tmp_path / "x.parquet"
        values = {
            "9007199254740993::BIGINT": 9007199254740993,
            "0.1::FLOAT": 0.1,
            "'nan'::DOUBLE": None,
            "'inf'::DOUBLE": "inf",
            "5::DECIMAL(9,0)": 5,
            "1.23456789012345678901::DECIMAL(38,20)": "1.23456789012345678901",
            "true": True,
            "TIMESTAMP '2024-05-01 10:00:00'": "2024-05-01 10:00:00",
            "TIMESTAMPTZ '2024-05-01 10:00:00+02'": "2024-05-01 08:00:00+00:00",
            "''": "",
            "NULL::VARCHAR": None,
            "[1, 2]": "[1, 2]",
        }
        columns = ", ".join(f"{value} AS c{number}" for number, value in enumerate(values))
        duckdb.connect().execute(f"COPY (SELECT {columns}) TO '{path}' (FORMAT parquet)")
        view = seen(path, K.TABLE)
        assert isinstance(view, TableView)
        assert view.rows == (tuple(values.values()),)
        assert [type(found) for found in view.rows[0]] == [type(wanted) for wanted in values.values()]
        assert view.unclear == {len(values) - 1}

    def test_names_that_differ_in_case_only_are_undecided(self, tmp_path: Path) -> None:
        pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        parquet.write_table(pyarrow.table({"a": [1], "A": [2]}), tmp_path / "x.parquet")
        assert look(tmp_path / "x.parquet", K.TABLE).failure is Failure.LIMIT
        parquet.write_table(pyarrow.table({"a": [1], "a_1": [2]}), tmp_path / "y.parquet")
        view = seen(tmp_path / "y.parquet", K.TABLE)
        assert isinstance(view, TableView)
        assert view.columns == ("a", "a_1")

    def test_a_folder_of_parquet_files_is_undecided(self, tmp_path: Path) -> None:
        (tmp_path / "x.parquet").mkdir()
        assert look(tmp_path / "x.parquet", K.TABLE).failure is Failure.LIMIT

    def test_a_query_at_fault_says_nothing_of_the_file(self, tmp_path: Path) -> None:
        (tmp_path / "x.parquet").write_bytes(observer_seeds.parquet())
        for sql in (
            "SELECT name::INT FROM data",
            "SELECT regexp_matches(name, '(') FROM data",
            "SELECT nothing FROM data",
        ):
            answer = look(tmp_path / "x.parquet", K.QUERY, sql)
            assert answer.failure is Failure.LIMIT
            assert "/proc" not in answer.detail

    def test_a_billion_rows_in_a_small_file_are_a_limit(self, tmp_path: Path) -> None:
        path = tmp_path / "x.parquet"
        rows = "SELECT 7 AS a FROM range(30_000_000)"
        duckdb.connect().execute(f"COPY ({rows}) TO '{path}' (FORMAT parquet, ROW_GROUP_SIZE 10_000_000)")
        answer = look(path, K.TABLE)
        assert (answer.failure, answer.limit) == (Failure.LIMIT, "rows")
        assert seen(path, K.QUERY, "SELECT count(*), max(a) FROM data") == QueryView(
            ("count_star()", "max(a)"), ("BIGINT", "INTEGER"), ((30_000_000, 7),)
        )

    def test_long_repeated_values_are_a_limit(self, tmp_path: Path) -> None:
        path = tmp_path / "x.parquet"
        rows = "SELECT repeat('x', 100_000) AS a FROM range(2_000)"
        duckdb.connect().execute(f"COPY ({rows}) TO '{path}' (FORMAT parquet)")
        assert path.stat().st_size < 2_000_000
        answer = look(path, K.TABLE)
        assert (answer.failure, answer.limit) == (Failure.LIMIT, "table_text")

    def test_truncated_and_other_bytes_are_malformed(self, tmp_path: Path) -> None:
        whole = observer_seeds.parquet()
        for data in (b"", b"PAR1PAR1", whole[:-1], whole[: len(whole) // 2] + b"PAR1", b"PAR1" + bytes(100) + b"PAR1"):
            (tmp_path / "x.parquet").write_bytes(data)
            assert look(tmp_path / "x.parquet", K.TABLE).failure is Failure.MALFORMED

    def test_without_the_engine_the_failure_says_what_is_missing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "x.parquet").write_bytes(observer_seeds.parquet())
        monkeypatch.setitem(sys.modules, "duckdb", None)
        answer = look(tmp_path / "x.parquet", K.TABLE)
        assert answer.failure is Failure.UNAVAILABLE
        assert "specharness[tables]" in answer.detail


class TestQueriesOfText:
    @pytest.mark.parametrize(
        "sql",
        [
            "SELECT * FROM read_text('/etc/passwd')",
            "SELECT * FROM read_csv('/proc/self/environ')",
            "SELECT * FROM glob('/*')",
            "COPY data TO '/tmp/never'",
            "SET enable_external_access = true",
            "INSTALL httpfs",
            "LOAD httpfs",
            "ATTACH '/tmp/never.db'",
            "CREATE TABLE x AS SELECT 1",
            "EXPLAIN ANALYZE SELECT 1",
            "SELECT 1; SELECT 2",
            "PRAGMA database_list",
            "",
        ],
    )
    def test_nothing_but_the_file_can_be_read(self, tmp_path: Path, sql: str) -> None:
        (tmp_path / "x.csv").write_text("a\n1\n")
        assert look(tmp_path / "x.csv", K.QUERY, sql).failure is Failure.LIMIT

    def test_a_query_without_end_ends(self, tmp_path: Path) -> None:
        (tmp_path / "x.csv").write_text("a\n1\n")
        endless = "SELECT count(*) FROM range(1_000_000_000_000) a, range(1_000_000) b WHERE a.range * b.range = 7"
        answer = look(tmp_path / "x.csv", K.QUERY, endless, Limits(seconds=0.3))
        assert (answer.failure, answer.limit) == (Failure.LIMIT, "seconds")

    def test_a_query_that_needs_too_much_memory_gives_up(self, tmp_path: Path) -> None:
        (tmp_path / "x.csv").write_text("a\n1\n")
        greedy = "SELECT list(repeat('x', 1000) || i) FROM range(200_000) t(i)"
        answer = look(tmp_path / "x.csv", K.QUERY, greedy, Limits(query_memory=32 * 2**20))
        assert (answer.failure, answer.limit) == (Failure.LIMIT, "query_memory")

    @pytest.mark.parametrize(
        "text", ["a,b\n1\n", "a,b\n1,2,3\n", 'a,b\n1,"x\n', "a,A\n1,2\n", "\n\na,b\n1,2\n", "a,b\n\xff,2\n"]
    )
    def test_text_that_two_readers_may_take_differently_is_undecided(self, tmp_path: Path, text: str) -> None:
        (tmp_path / "x.csv").write_bytes(text.encode("latin-1"))
        assert look(tmp_path / "x.csv", K.QUERY, "SELECT * FROM data").failure is Failure.LIMIT

    @pytest.mark.parametrize("sql", ["count(*)", "count(a)", "max(b)", "a", "count(DISTINCT b)", "1"])
    @pytest.mark.parametrize(
        ("header", "row"), [("a,b", '1,",","x, ""y"""'), ("a,b", '1,2,"""",""""'), ("a,b,c", '1,2,3,"a""","b"""')]
    )
    def test_a_field_too_many_never_goes_unnoticed(
        self, tmp_path: Path, sql: str, header: str, row: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Found by fuzzing: where a query needs some columns only, the engine answered some of the time. With several
        threads it does most of the time."""
        monkeypatch.setattr("specharness.evidence.observers.tabular._THREADS_OF_TEXT", 4)
        last = ",".join("z" * len(header.split(",")))
        (tmp_path / "x.csv").write_text(f"{header}\n{row}\n{last}\n")
        ends = {look(tmp_path / "x.csv", K.QUERY, f"SELECT {sql} FROM data").failure for _ in range(25)}
        assert ends == {Failure.LIMIT}

    def test_a_doubled_quote_is_seen_across_blocks(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("specharness.evidence.observers.tabular._THREADS_OF_TEXT", 4)
        before = 'a,b\n1,2,"'
        before += "x" * (MIB - 1 - len(before))
        (tmp_path / "x.csv").write_text(f'{before}"""\n1,2\n')
        assert {look(tmp_path / "x.csv", K.QUERY, "SELECT 1 FROM data").failure for _ in range(25)} == {Failure.LIMIT}

    def test_no_progress_is_printed_among_our_own_output(self, tmp_path: Path) -> None:
        (tmp_path / "x.csv").write_text("a\n1\n")
        view = seen(tmp_path / "x.csv", K.QUERY, "SELECT current_setting('enable_progress_bar') AS shown")
        assert view == QueryView(("shown",), ("BOOLEAN",), ((False,),), ",")

    def test_names_of_columns(self, tmp_path: Path) -> None:
        (tmp_path / "x.csv").write_text('id,,"it\'s ""q"""\n1,x,\n')
        view = seen(tmp_path / "x.csv", K.QUERY, "SELECT * FROM data")
        assert view == QueryView(("id", "column2", 'it\'s "q"'), ("VARCHAR",) * 3, (("1", "x", ""),), ",")

    def test_equal_queries_of_one_file_read_it_once(self, tmp_path: Path) -> None:
        path = tmp_path / "x.csv"
        path.write_text("a\n1\n")
        os.utime(path, ns=(0, 0))
        observatory = Observatory(Places(workspace=tmp_path))
        requests = [Request(K.QUERY, "x.csv", argument=f"SELECT {number} FROM data") for number in range(3)]
        answers = observatory.observe([*requests, *requests])
        assert len(answers) == 3
        assert {answer.sha256 for answer in answers.values()} == {hashlib.sha256(b"a\n1\n").hexdigest()}

    @settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
    @given(
        st.integers(1, 4).flatmap(
            lambda width: st.lists(
                st.lists(st.text(st.sampled_from('ab ",;\n\t|1.é'), max_size=6), min_size=width, max_size=width),
                min_size=1,
                max_size=6,
            )
        )
    )
    def test_rows_are_those_of_the_table_view_or_undecided(self, tmp_path: Path, rows: list[list[str]]) -> None:
        header = [f"c{number}" for number in range(len(rows[0]))]
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([header, *rows])
        (tmp_path / "x.csv").write_text(out.getvalue())
        answer = look(tmp_path / "x.csv", K.QUERY, "SELECT * FROM data")
        expected = delimited.view(out.getvalue().encode(), Limits())
        if answer.view is None:
            assert answer.failure is Failure.LIMIT
        else:
            assert isinstance(answer.view, QueryView)
            assert answer.view.rows == expected.rows
