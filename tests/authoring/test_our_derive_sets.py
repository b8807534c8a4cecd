"""Sets that ask for a derivation: nothing that a student gets with one may still hold the formula."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.authoring.notebook import build_notebook
from autograder.course.load import find_course

COURSE = find_course(Path(__file__).parents[2])

FORMULAS = {
    "bce_loss": (
        r"-\big[y\ln p + (1-y)\ln(1-p)\big]",
        "y ln p + (1 - y) ln(1 - p) ]",
        "max(z, 0) - z y + ln(1 + e^(-|z|))",
    ),
    "cross_entropy": (r"\ln\sum_c e^{z_c} - z_y", "sum over n and c of Y ln P", "ln( sum over c of e^(Z[n, c]) )"),
    "gaussian_nll": (
        "1/2 [ ln(2 pi var) + (y - mu)^2 / var ]",
        "The variance comes out with 1/N",
        "the least sum of distances",
    ),
    "gumbel_distribution": ("mean(x) - sum(x_i e_i) / sum(e_i)", "-beta ln( mean of e_i )"),
    "linear_regression_fit": (r"(A^\top A)V = A^\top Y", "(A^T A) V = A^T Y"),
    "logistic_regression_gd": ("prediction minus truth, times input", "The slope of the sigmoid cancels"),
    "receptive_field": (r"r_{l-1} + d_l", "d (k - 1) j_{l-1}"),
    "conv2d_backward": (r"\frac{\partial L}{\partial w_{fcuv}}",),
    "rnn_backward": (r"(1 - h_t^2)\odot(dh_t", "(1 - h_t^2) * (dh_t + da_{t+1} Wh^T)"),
    "rnn_state_jacobian": (r"\operatorname{diag}(1-h_m^2)", "diag(1 - h_t^2) Wh^T"),
    "ssm_discretize": (r"\frac{e^{a\,dt}-1}{a}", r"(1+a\,dt/2)/(1-a\,dt/2)", "(exp(a dt) - 1) / a", "1 - a dt / 2"),
    "ssm_convolution": (r"\bar a_i^{\,k}\,\bar b_i", r"\bar a^2\odot", "abar_i^k bbar_i"),
    "linear_ae_optimum": (
        r"\lambda_{k+1}",
        "right singular vectors",
        "smallest eigenvalues",
    ),
    "kl_gaussians": (
        r"\mu^2 + \sigma^2 - 1 - \ln\sigma^2",
        "1/2 (mu^2 + sigma^2 - 1 - ln sigma^2)",
        r"\mathrm{tr}(\Sigma_2^{-1}\Sigma_1)",
        "tr(s2^-1 s1)",
        "mu**2 + logvar - 1",
    ),
    "elbo_discrete": (r"\underbrace{\mathrm{KL}\big(q\,\Vert\,p(z\mid x)\big)}", "KL( q || posterior )"),
    "elbo_mc": (
        r"\ln p(x\mid z_s) + \ln p(z_s) - \ln q(z_s\mid x)",
        "ln p(x | z) + ln p(z) - ln q(z | x)",
        "[ ln p(x | z) ] - KL(",
    ),
    "iwae_bound": (r"\ln\frac1K\sum_{k=1}^K w_k", "bound = ln ( 1/K sum"),
    "score_function_gradient": (r"\nabla q = q\,\nabla\ln q", "E[f(z) * d/dtheta ln N"),
    "vae_loss": (r"\sum_d -\ln p(x_{nd}", "x_nd ln p_nd + (1 - x_nd) ln(1 - p_nd)"),
    "posterior_mean_variance": (
        r"\frac{\sqrt{\bar\alpha_{t-1}}\,\beta_t}{1-\bar\alpha_t}",
        r"\frac{1-\bar\alpha_{t-1}}{1-\bar\alpha_t}",
        "(1 - alpha_bar_{t-1}) / (1 - alpha_bar_t)",
    ),
    "mean_from_eps": (
        r"\frac{\beta_t}{\sqrt{1-\bar\alpha_t}}",
        "beta_t / sqrt(1 - alpha_bar_t)",
        "beta / sqrt(1 - alpha)",
    ),
    "vlb_term": (r"{2\sigma_t^2}", r"{2\sigma_t^2\,\alpha_t(1-\bar\alpha_t)}", "/ (2 sigma^2)"),
    "ddpm_step": ("mean + sigma_t noise", r"+ \sigma_t z", "sigma_t^2 = (1 - alpha_bar_{t-1})"),
    "ddim_step": (
        r"\sqrt{1-\bar\alpha_{s}-\sigma^2}",
        "sqrt(1 - ab_prev - sigma^2)",
        "eta sqrt(",
        r"\bar x_s = \bar x_t",
    ),
    "cfg_combine": (
        "(1 + w) eps_cond",
        r"(1+w)\,\hat\varepsilon",
        r"(1+w)\,\varepsilon_c",
        "-eps / sqrt(",
        r"-\hat\varepsilon",
    ),
    "gan_g_loss": (r"\text{slope } -(1-D)", "mean of ln(1 - D), the generator's part of V", "mean of -ln D"),
    "js_divergence": (r"\tfrac12\mathrm{KL}(p\,\Vert\,m)", "1/2 KL(p || m) + 1/2 KL(q || m)"),
    "optimal_discriminator": (
        r"\frac{p(x)}{p(x)+q(x)}",
        "p(x) / (p(x) + q(x))",
        r"-\ln 4 + 2\,\mathrm{JSD}(p, q)",
        "-ln 4 + 2 JSD(p, q)",
    ),
    "wasserstein1_1d": (r"\int |F_x(t)-F_y(t)|", "integral of |F_x(t) - F_y(t)| dt"),
}
"""Exercise -> passages that say its formula, wherever they stand."""
DERIVED = [a.name for a in COURSE.assignments() if "derive" in a.sets and FORMULAS.keys() & set(a.sets["derive"].derive)]


def handed_out(name: str, chosen: str | None) -> str:
    """Notebook and public checks, without white space."""
    selection = COURSE.assignment(name).select(set_name=chosen)
    checks = {selection.assignment.concept(e.module).folder / "test_public.py" for e in selection.exercises}
    cells = build_notebook(COURSE, selection).cells
    return squeezed("\n".join([c.source for c in cells] + [path.read_text(encoding="utf-8") for path in sorted(checks)]))


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("name", DERIVED)
def test_formulas_are_in_the_whole_assignment_and_not_in_the_set_that_derives_them(name):
    wanted = COURSE.assignment(name).sets["derive"].derive
    assert set(wanted) <= FORMULAS.keys()
    whole, derived = handed_out(name, None), handed_out(name, "derive")
    for exercise_id in wanted:
        for formula in map(squeezed, FORMULAS[exercise_id]):
            assert formula in whole, f"{exercise_id}: {formula} is not what the notebook says any more: update this test"
            assert formula not in derived, f"{exercise_id}: {formula} is still there"


@pytest.mark.parametrize("name", DERIVED)
def test_a_set_to_derive_is_of_a_size_that_one_hands_out(name):
    chosen = COURSE.assignment(name).sets["derive"]
    assert 8 <= len(chosen.points) <= 14
    assert max(chosen.points.values()) <= sum(chosen.points.values()) / 4
