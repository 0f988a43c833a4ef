# SPDX-License-Identifier: MIT
"""The faults of fault_runs.py: each function chooses the place of one, and prepares the server."""
import itertools

STATUSES = (200, 204, 206, 301, 304, 400, 401, 403, 404, 408, 410, 412, 416, 421, 429, 451, 500,
            501, 502, 503, 504, 520, 599)
STAYING = (400, 401, 403, 410, 429, 451, 500, 501, 502, 503, 504)
PROXY_STATUSES = (403, 407, 502, 503, 504)
LIES = ("range-start", "range-end", "range-total", "range-missing", "outside", "less", "shorter",
        "shorter-honestly", "longer-honestly", "no-ranges", "gzip-encoded", "empty", "no-etag",
        "weak-etag", "multipart-etag", "garbage", "no-answer", "unsatisfiable", "multipart-ranges",
        "two-answers", "chunked", "closes", "reset-10", "once-503", "big-header-400000")
LOST = ("no-answer", "reset-0", "shorter", "garbage")
names = itertools.count()


class Fault:
    """What is wrong in a run, and what follows from it."""

    def __init__(self, rng, server, n_requests, n_sent, target, files, n_received=0):
        self.rng, self.server, self.target, self.files = rng, server, target, files
        self.n_requests, self.n_sent, self.n_received = n_requests, n_sent, n_received
        self.text = ""
        self.hits = []  # requests that the fault met, as in the log
        self.status = None  # that an error has to name
        self.stays = False  # it does not pass
        self.others = []  # paths whose rows are right, too
        self.is_quiet = False  # an error need not name a range
        self.asks_before = True  # the same URL, while all is well
        self.changes = False  # objects

    @property
    def hit(self):
        return self.hits + self.server.cuts

    def tell_at(self, lie, stays=False):
        """A lie in the answer to the n-th request, or from then on."""
        n = self.rng.randrange(self.n_requests)
        self.text, self.stays = f"{lie} {'from' if stays else 'at'} request {n}", stays

        def choose(request):
            if request.number == n or stays and request.number > n:
                self.hits.append(request.entry)
                return lie
            return None

        self.server.choose = choose

    def change_at(self, text, replaced):
        """From the n-th request on, other objects are there."""
        n = self.rng.randrange(self.n_requests + 1)
        self.text, self.asks_before, self.changes = f"{text} at request {n}", False, True

        def choose(request):
            if request.number >= n:
                self.server.source.replaced = replaced
            return None

        self.server.choose = choose


def cut(fault):
    """One connection is reset after n bytes of all that is sent."""
    fault.server.budget = fault.rng.randint(1, fault.n_sent)
    fault.text = f"cut after {fault.server.budget} of {fault.n_sent} bytes"


def down(fault):
    """... and all later ones."""
    cut(fault)
    fault.server.stays_down = fault.stays = True


def status(fault, statuses=STATUSES, stays=False):
    number = fault.rng.choice(statuses)
    fault.tell_at(f"status-{number}", stays)
    fault.status = number if number >= 400 else None
    fault.is_quiet = number < 400  # what is wrong may be seen later


def status_stays(fault):
    status(fault, STAYING, stays=True)


def lie(fault):
    fault.tell_at(fault.rng.choice(LIES))
    fault.is_quiet = True


def replaced(fault):
    target, (key, path) = fault.target, fault.target.replacement
    if key == path:  # a commit that appears
        fault.server.source.replaced = {key: None}
        fault.change_at("a commit", {})
    else:
        fault.change_at("replaced", {key: str(fault.files / path)})
    fault.others = [target.replaced_path]


def removed(fault):
    fault.change_at("removed", {fault.target.removed: None})
    fault.others = [fault.target.removed_path] if fault.target.removed_path else []


def names_fail(fault):
    """Look-ups of the host's name fail: one, or all from one on."""
    how, which = fault.rng.choice(("fails", "dies")), fault.rng.choice((1, 1, 2, 3))
    fault.text, fault.asks_before = f"{how} at look-up {which}", False
    return f"{how}-{which}-{next(names)}.faults.test"


def proxy_status(fault):
    status(fault, PROXY_STATUSES, fault.rng.random() < 0.5)


READS = {"cut": cut, "down": down, "status": status, "status-stays": status_stays, "lie": lie,
         "replaced": replaced, "removed": removed, "names": names_fail, "proxy-cut": cut,
         "proxy-down": down, "proxy-status": proxy_status}


# ---- Of writes ---------------------------------------------------------------------------

def write_cut(fault):
    """A connection is reset after n bytes of the answers, or of what is written."""
    if fault.rng.random() < 0.3:
        return cut(fault)
    fault.server.intake = fault.rng.randint(1, fault.n_received)
    fault.text = f"cut after {fault.server.intake} of {fault.n_received} bytes written"
    return None


def write_down(fault):
    write_cut(fault)
    fault.server.stays_down = fault.stays = True


def write_status(fault):
    status(fault, STATUSES[5:])
    if fault.status == 412:
        fault.status = None  # it says that the object exists


def write_status_stays(fault):
    status(fault, STAYING, stays=True)


def write_lost(fault):
    """A request is carried out, and its answer lost."""
    fault.tell_at(fault.rng.choice(LOST))


KINDS = {**READS, "write-cut": write_cut, "write-down": write_down, "write-status": write_status,
         "write-stays": write_status_stays, "write-lost": write_lost}
