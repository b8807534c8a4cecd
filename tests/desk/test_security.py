"""Who gets in, and what a page may do: tried over HTTP, and in a browser with an answer that tries everything."""

import json
import re
import shutil

import httpx
import pytest

from autograder.desk.app import make_app
from tests.desk.desk_making import HOSTILE, QUESTIONS, make_class, notebook, served

GETS = [
    "/written",
    "/written/dead_relu",
    "/written/dead_relu/rubric",
    "/students",
    "/student/u0",
    "/requests",
    "/copies",
    "/copies/0",
    "/decisions",
    "/report/",
    "/report/amara_okafor/feedback.html",
    "/report/amara_okafor/results.json",
]
POSTS = [
    "/leave",
    "/settle",
    "/names",
    "/written/dead_relu/rubric",
    "/written/dead_relu/0123456789",
    "/student/u0",
    "/copies",
]


@pytest.fixture(scope="module")
def server(class_folder, tmp_path_factory):
    """One for all that only knock: nothing below changes a grade."""
    out = tmp_path_factory.mktemp("knocked") / "graded"
    shutil.copytree(class_folder / "graded", out)
    with served(out, by="Ada") as running:
        yield running


@pytest.fixture
def base(server):
    return f"http://127.0.0.1:{server.port}"


def routes(server):
    return [(r.path, m) for r in make_app(server.desk, server.door).app.routes for m in r.methods - {"HEAD"}]


def test_every_address_is_tried_below(server):
    """A page that is added has to be added to the lists above, and so to the tests below."""
    concrete = {re.sub(r"{[^}]*}", "X", path) for path, _ in routes(server)}
    tried = {re.sub(r"(?<=/written/)\w+", "X", p) for p in (*GETS, *POSTS)}
    tried = {
        re.sub(r"(?<=/written/X/)(?!rubric)\w+|(?<=/student/)\w+|(?<=/report/)\w+|(?<=/copies/)\w+", "X", p) for p in tried
    }
    assert concrete - {"/", "/enter", "/static/X"} == tried


@pytest.mark.parametrize("path", ["/", *GETS, "/?token=wrong", "/?token="])
def test_nobody_gets_in_without_the_key(base, path):
    answer = httpx.get(base + path)
    assert answer.status_code == 403
    assert "Okafor" not in answer.text and "csrf" not in answer.text


@pytest.mark.parametrize("path", POSTS)
def test_nothing_changes_without_a_session(base, path):
    assert httpx.post(base + path, data={"csrf": ""}, headers={"Origin": base}).status_code == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://127.0.0.1:1", "https://127.0.0.1"])
@pytest.mark.parametrize("path", POSTS)
def test_a_form_of_another_page_is_refused(server, person, path, origin):
    ada = person(server, "Ada")
    headers = {"Origin": origin} if origin else {}
    if not origin:
        del ada.http.headers["Origin"]
    assert ada.http.post(path, data={"csrf": ada.csrf}, headers=headers).status_code == 403


@pytest.mark.parametrize("given", [{}, {"csrf": ""}, {"csrf": "x" * 32}])
@pytest.mark.parametrize("path", POSTS)
def test_a_form_without_the_sessions_secret_is_refused(server, person, path, given):
    ada = person(server, "Ada")
    assert ada.http.post(path, data=given).status_code == 403


def test_the_secret_of_another_session_is_refused(server, person):
    ada, ben = person(server, "Ada"), person(server, "Ben")
    assert ada.http.post("/names", data={"csrf": ben.csrf}).status_code == 403
    assert ada.post("/names").status_code == 303


def test_the_desk_answers_to_its_own_name_only(server, person, base):
    """A page elsewhere may let its own name point to 127.0.0.1 and would then share our origin."""
    ada = person(server, "Ada")
    for path in ("/", "/students", "/static/desk.css"):
        assert ada.http.get(path, headers={"Host": "evil.example"}).status_code == 403
    assert ada.http.get("/students", headers={"Host": f"evil.example:{server.port}"}).status_code == 403
    assert ada.http.get("/students").status_code == 200


def test_the_cookie_is_for_us_alone(server, base):
    entered = httpx.post(base + "/enter", data={"token": server.door.token, "name": "Ada"}, headers={"Origin": base})
    cookie = entered.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and str(server.port) in cookie
    assert server.door.token not in cookie
    for wrong in ({"token": "x"}, {}):
        assert httpx.post(base + "/enter", data=wrong, headers={"Origin": base}).status_code == 403
    good = {"token": server.door.token}
    assert httpx.post(base + "/enter", data=good, headers={"Origin": "http://evil.example"}).status_code == 403


def test_leaving_ends_the_session(server, person):
    ada = person(server, "Ada")
    assert ada.post("/leave").status_code == 200
    assert ada.get("/students").status_code == 403


def test_every_answer_carries_the_policy(server, person):
    ada = person(server, "Ada")
    for path in (
        "/",
        "/written/dead_relu/rubric",
        "/students",
        "/nothing",
        "/static/desk.js",
        "/report/",
        "/student/nobody",
    ):
        headers = ada.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http:" not in policy, path
        assert "frame-ancestors 'none'" in policy
        assert (headers["x-content-type-options"], headers["cache-control"]) == ("nosniff", "no-store")


def test_a_form_that_is_too_large_is_refused(server, person):
    ada = person(server, "Ada")
    assert ada.post("/student/u0", do="comment", text="x" * 2_000_000).status_code == 403


@pytest.mark.parametrize(
    "path",
    [
        "/static/../desk.py",
        "/static/%2e%2e%2fdesk.py",
        "/report/..%2f..%2frun.db/feedback.html",
        "/static/base.html",
        "/report/%2e%2e/results.json",
        "/copies/999999",
        "/written/nothing",
    ],
)
def test_no_path_leads_to_a_file(server, person, path):
    answer = person(server, "Ada").get(path)
    assert answer.status_code in (403, 404) and "SQLite" not in answer.text


def test_it_listens_on_loopback_only(server):
    assert server._socket.getsockname()[0] == "127.0.0.1"


@pytest.fixture
def hostile_class(tmp_path):
    out = make_class(tmp_path / "hostile", students=2, answers=lambda i, q: HOSTILE, troubles=False)
    attached = json.loads(notebook(dict.fromkeys(QUESTIONS, "![a](attachment:a.svg) ![b](attachment:b.png)")))
    for cell in attached["cells"]:
        svg = "<svg xmlns='http://www.w3.org/2000/svg' onload='document.title=1'/>"
        cell["attachments"] = {"a.svg": {"image/svg+xml": svg}, "b.png": {"image/png": "PHN2Zz48L3N2Zz4="}}
    (tmp_path / "hostile" / "submissions" / "ben_okafor.ipynb").write_text(json.dumps(attached))
    return out


def test_a_hostile_answer_does_nothing(serve, sit, hostile_class):
    """Shown as text, its links gone, nothing run, nothing asked for; the policy has nothing left to stop."""
    server = serve(hostile_class)
    seat = sit(server, "Ada")
    page = seat.page
    for _ in range(2):
        for question in QUESTIONS:
            seat.go(f"/written/{question}")
            page.wait_for_selector(".answer")
            assert "owned" not in page.title()
            answer = page.locator(".answer")
            assert (
                answer.locator("script, iframe, object, svg, style, form, button, input, img, [onerror], [onfocus]").count()
                == 0
            )
            links = [a.get_attribute("href") or "" for a in answer.locator("a, math, mrow, [href]").all()]
            assert not [link for link in links if link and not link.startswith(("http://", "https://", "mailto:"))]
            assert answer.locator("[style]").count() == 0
            page.mouse.move(300, 300)
            seat.leaves("j")
            assert "owned" not in page.title()
    assert "<script>" in page.locator(".answer").inner_text() or "picture not shown" in page.locator(".answer").inner_text()
    seat.assert_quiet()


def test_a_hostile_comment_and_name_are_text(serve, sit, person, out):
    server = serve(out)
    mallory = "<img src=x onerror=\"document.title='owned'\">"
    ben = person(server, mallory)
    bad = "</textarea><script>document.title='owned'</script>"
    for do, more in (
        ("comment", {"text": bad}),
        ("request", {"words": bad}),
        ("override", {"points": "1", "reason": bad}),
    ):
        assert ben.post("/student/u0", do=do, **more).status_code == 303
    seat = sit(server, "Ada")
    for path in (
        "/student/u0",
        "/decisions",
        "/requests",
        "/",
        "/report/",
        "/report/amara_okafor/feedback.html",
    ):
        seat.go(path)
        assert "owned" not in seat.page.title()
    seat.assert_quiet()


def test_the_policy_stops_what_the_cleaning_would_not(serve, sit, out, monkeypatch):
    """Had something slipped through, it would not run: the second line of defence, tried for real."""
    from markupsafe import Markup

    from autograder.desk import written_pages

    slipped = Markup(
        "<script>document.title='owned'</script><img src='http://127.0.0.1:9/x'><img src=x onerror=\"document.title='owned'\">"
    )
    monkeypatch.setattr(written_pages, "answer_html", lambda answer: slipped)
    seat = sit(serve(out), "Ada")
    seat.go("/written/dead_relu")
    seat.page.wait_for_selector(".answer")
    assert "owned" not in seat.page.title()
    assert any("Content Security Policy" in line for line in seat.said)


def test_looking_writes_nothing(serve, out, person):
    names = {p.name for p in out.iterdir()}
    ada = person(serve(out), "Ada")
    for path in ("/", "/students", "/written/dead_relu"):
        ada.get(path)
    assert {p.name for p in out.iterdir()} - names <= {"run.db-wal", "run.db-shm"}
