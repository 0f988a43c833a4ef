/* SPDX-License-Identifier: MIT */
/*
 * sql_token.h - the tokens of an SQL statement, as SQLite reads them.
 */
#ifndef VECTOR_SQL_TOKEN_H
#define VECTOR_SQL_TOKEN_H

#include "base/arena.h"
#include "base/slice.h"
#include "base/status.h"
#include "value/literal.h"

enum sql_token_kind {
    SQL_END,
    SQL_NAME,         /* a word that is no keyword */
    SQL_KEYWORD,      /* never a name here, even where SQLite accepts it as one */
    SQL_SOFT_KEYWORD, /* one that is a name wherever a name has to follow */
    SQL_QUOTED_NAME,  /* "x", `x` or [x] */
    SQL_TEXT,
    SQL_BLOB,
    SQL_INTEGER,
    SQL_REAL,
    SQL_SIGN, /* = || ( and others */
};

struct sql_token {
    enum sql_token_kind kind;
    struct slice text; /* as written */
};

/* Moves the next token from *rest, after white space and comments.  UNSUPPORTED if that
 * is no token, or one that statements over vectors do not have, such as a parameter; then
 * the token is SQL_END. */
enum status sql_token_next(struct slice *rest, struct sql_token *token,
                           struct error *error) CHECK_RESULT;

/* Whether it is this sign or keyword, whose letters are in upper case. */
bool sql_token_is(const struct sql_token *token, const char *word);

/* The name that a token spells, without quotes, in the statement or in the arena.  The
 * token is one of the kinds of names.  UNSUPPORTED if the name is empty.  NOMEM. */
enum status sql_token_name(const struct sql_token *token, struct arena *arena,
                           struct slice *name, struct error *error) CHECK_RESULT;

/* The value of a text, blob or number, whose bytes are in the arena.  An integer beyond
 * 64 bits is a REAL.  UNSUPPORTED if it is not certain that all versions of SQLite read
 * the number as the same double.  NOMEM. */
enum status sql_token_literal(const struct sql_token *token, struct arena *arena,
                              struct literal *value, struct error *error) CHECK_RESULT;

/* The value of 9223372036854775808, and of no other number that is read: after a minus it
 * is the least integer. */
#define SQL_TOKEN_TWO_TO_63 9223372036854775808.0

#endif
