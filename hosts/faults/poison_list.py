# SPDX-License-Identifier: MIT
"""The poisons of a format, by name.  poisons.py and orc_poisons.py say what a poison is."""


class PoisonList:
    """The decorators `poison` and `structure` put functions into it."""

    def __init__(self):
        self.poisons = {}      # name: function
        self.may_fail = set()  # names of those that may make queries fail

    def poison(self, function):
        self.poisons[function.__name__] = function
        return function

    def structure(self, function):
        self.may_fail.add(function.__name__)
        return self.poison(function)

    def names(self):
        return sorted(self.poisons)
