from autograder.suite import Mistake

SNR = "snr = alpha_bar / (1 - alpha_bar)"
LAST = "last = float(alpha_bar[-1])"
REPORT = 'return {"snr": snr, "snr_T": float(snr[-1]), "signal_std": last**0.5, "ok": last < 1e-3}'

MISTAKES = [
    Mistake(
        "terminal_noise_report/inverse",
        old=SNR,
        new="snr = (1 - alpha_bar) / alpha_bar",
        hint="Your ratio is noise to signal: it grows with every step. The signal is on top.",
    ),
    Mistake(
        "terminal_noise_report/first",
        old=LAST,
        new="last = float(alpha_bar[0])",
        also=((REPORT, REPORT.replace("snr[-1]", "snr[0]")),),
        hint="You report the first step. The question is what the last one leaves.",
    ),
    Mistake(
        "terminal_noise_report/root",
        old=SNR,
        new="snr = np.sqrt(alpha_bar / (1 - alpha_bar))",
        hint="Your ratio is one of standard deviations. The task asks for variance against variance.",
    ),
    Mistake(
        "terminal_noise_report/variance-not-std",
        old=REPORT,
        new=REPORT.replace("last**0.5", "last"),
        hint="signal_std is the variance of what is left of the data. A standard deviation is its root.",
    ),
    Mistake(
        "terminal_noise_report/border-of-snr",
        old=REPORT,
        new=REPORT.replace("last < 1e-3", "bool(snr[-1] < 1e-3)"),
        hint="You hold the ratio against the border. The border is for alpha_bar at the last step, which is a little smaller.",
    ),
    Mistake(
        "terminal_noise_report/border-of-std",
        old=REPORT,
        new=REPORT.replace("last < 1e-3", "last**0.5 < 1e-3"),
        hint="You hold the standard deviation against the border. The border is for alpha_bar itself, at the last step.",
    ),
    Mistake(
        "terminal_noise_report/any-step",
        old=REPORT,
        new=REPORT.replace("last < 1e-3", "bool(alpha_bar.min() < 1e-3)"),
        hint="You look for any step with little signal. It is the last one that sampling starts from.",
    ),
]
