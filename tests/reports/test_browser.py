"""The pages in a real browser: content, filters, links, a silent console, no request, no code but ours."""

import re

import pytest

from autograder.reports.class_numbers import Row
from autograder.reports.class_page import Run, class_page
from autograder.reports.feedback_page import feedback_page
from tests.reports.made import GUIDE, HOSTILE, a_result

EXERCISES = ["norm", "drop"]
PHONE = {"viewport": {"width": 360, "height": 740}}
DARK = {"color_scheme": "dark"}


def class_of(names, **run):
    made = [Row.of(a_result(name, wrong=i % 3 == 0)) for i, name in enumerate(names)]
    return class_page(made, GUIDE, EXERCISES, Run(**run))


def shown(page):
    return page.locator("#table tbody tr")


def counted(page):
    return page.locator("#shown").inner_text().split(" of ")[0]


# --- a student's page --------------------------------------------------------------------------------------------


def test_a_student_finds_score_reason_picture_and_code(visit):
    seen = visit(feedback_page(a_result(), GUIDE))
    page = seen.page
    assert page.get_by_role("img", name="1 of 4 points").is_visible()
    section = page.locator("#norm")
    assert section.get_by_text("What it probably is").is_visible()
    assert "8 of 24 entries differ" in section.inner_text()
    assert section.get_by_role("img", name=re.compile("a map of 2 by 3 entries: 4 of 6 cells differ")).is_visible()
    assert section.locator(".listing tr").count() == 3
    assert section.locator(".listing .c").inner_text().startswith("# </script>")
    page.get_by_role("link", name=re.compile("Drop")).click()
    assert page.url.endswith("#drop")
    seen.assert_quiet()


@pytest.mark.parametrize("options", [PHONE, {**PHONE, **DARK}, DARK])
def test_nothing_is_wider_than_the_screen(visit, options):
    result = a_result("x" * 200, text="y" * 400)
    for html in (feedback_page(result, GUIDE), class_of(["a" * 200, "b"])):
        page = visit(html, **options).page
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_paper_everything_is_open(visit):
    page = visit(feedback_page(a_result(), GUIDE)).page
    assert page.locator("details:not([open])").count() > 0
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details:not([open])").count() > 0
    page.emulate_media(media="print")
    assert not page.locator("nav").is_visible()


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_text(visit, text):
    result = a_result(text, text=text)
    result.notes = [text]
    seen = visit(feedback_page(result, GUIDE))
    assert "owned" not in seen.page.title()
    words = seen.page.locator("main").inner_text()
    assert text.replace("\u202e", "\ufffd").replace("\u2066", "\ufffd") in words
    assert seen.page.locator("img, iframe, object, form").count() == 0
    seen.assert_quiet()


def test_the_policy_stops_what_escaping_would_not(visit):
    """Had a script slipped in, it would not run: the second line of defence, tried for real."""
    page = feedback_page(a_result(), GUIDE).replace(
        "</main>", "<script>document.title='owned'</script><img src='http://127.0.0.1:9/x'></main>"
    )
    seen = visit(page)
    assert "owned" not in seen.page.title()
    assert any("Content Security Policy" in line for line in seen.said)
    assert [line for line in seen.blocked if "127.0.0.1" in line] == ["http://127.0.0.1:9/x csp"]


# --- the class report --------------------------------------------------------------------------------------------


def test_links_lead_to_the_students_pages(visit, tmp_path):
    names = ["amara", "ben o'neil", "#hash?", "per%cent", "漢字"]
    for i, name in enumerate(names):
        (tmp_path / name).mkdir()
        (tmp_path / name / "feedback.html").write_text(feedback_page(a_result(name, wrong=i % 3 == 0), GUIDE))
    index = tmp_path / "index.html"
    index.write_text(class_of(names), encoding="utf-8")
    for name in names:
        seen = visit(index)
        seen.page.locator("#table").get_by_role("link", name=name, exact=True).click()
        assert f"Feedback for {name}" in seen.page.locator("header").inner_text()


def test_a_thousand_students_are_sorted_and_filtered(visit):
    names = [f"student_{i:04d}" for i in range(1000)]
    seen = visit(class_of(names))
    page = seen.page
    assert (counted(page), shown(page).count()) == ("1000", 200)
    page.locator("#name").fill("student_01")
    assert (counted(page), shown(page).count()) == ("100", 100)
    page.locator("#flag").select_option("full")
    assert shown(page).count() == sum(i % 3 != 0 for i in range(100, 200))
    assert page.locator("#shown").inner_text() == "67 of 1000 shown"
    page.get_by_role("button", name="show all").click()
    page.locator("#shown", has_text="1000 of 1000 shown").wait_for()
    page.get_by_role("button", name="points").click()  # the best first
    assert page.locator("th[aria-sort]").get_attribute("aria-sort") == "descending"
    assert shown(page).first.locator("td").nth(1).inner_text() == "4"
    page.get_by_role("button", name="points").click()
    assert shown(page).first.locator("td").nth(1).inner_text() == "1"
    page.locator("#lost").select_option(label="drop")
    assert counted(page) == "334"
    page.get_by_role("button", name="norm/forgot-mean").click()
    page.wait_for_url("**/*#mistake=0*")
    assert counted(page) == "334"
    page.get_by_role("button", name="list all").click()
    assert shown(page).count() == 334
    seen.assert_quiet()


def test_without_scripts_everybody_is_listed(visit):
    page = visit(class_of([f"s{i}" for i in range(300)]), java_script_enabled=False).page
    assert shown(page).count() == 300


def test_what_was_chosen_survives_an_update(visit):
    seen = visit(class_of(["amara", "ben", "chen"]))
    page = seen.page
    page.locator("#name").fill("chen")
    page.get_by_role("button", name="share").click()
    page.reload()
    assert page.locator("#name").input_value() == "chen"
    assert shown(page).count() == 1
    assert page.locator("th[aria-sort]").inner_text() == "share"


def test_the_page_of_a_run_loads_itself_again_until_it_is_done(visit, tmp_path):
    index = tmp_path / "index.html"
    index.write_text(class_of(["amara"], state="running", expected=2), encoding="utf-8")
    seen = visit(index)
    assert "1 of 2 submissions are done" in seen.page.locator("header").inner_text()
    index.write_text(class_of(["amara", "ben"]), encoding="utf-8")
    seen.page.get_by_text("2 submissions.").wait_for(timeout=15_000)
    assert seen.page.locator("[data-running]").count() == 0
    seen.assert_quiet()


def test_hostile_names_in_the_table_are_text(visit):
    seen = visit(class_of(HOSTILE))
    assert shown(seen.page).count() == len(HOSTILE)
    assert "owned" not in seen.page.title()
    assert seen.page.locator("img, iframe, b").count() == 0
    links = seen.page.locator("a[href]").evaluate_all("all => all.map(a => a.protocol)")
    assert set(links) == {"file:"}
    seen.assert_quiet()


# --- for everybody -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, DARK, PHONE], ids=["light", "dark", "phone"])
@pytest.mark.parametrize("kind", ["feedback", "class"])
def test_axe_finds_nothing_serious(visit, axe, kind, options):
    page = visit(
        feedback_page(a_result(), GUIDE) if kind == "feedback" else class_of(["amara", "ben", "chen"]),
        **options,
    ).page
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    bad = [f"{v['id']}: {v['nodes'][0]['html'][:200]}" for v in found["violations"] if v["impact"] in ("serious", "critical")]
    assert bad == []
