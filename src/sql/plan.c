#include "plan.h"

#include <stdio.h>
#include <string.h>

static const char *operator_text(int op)
{
    switch (op) {
    case SQLITE_INDEX_CONSTRAINT_EQ:
        return "=";
    case SQLITE_INDEX_CONSTRAINT_LT:
        return "<";
    case SQLITE_INDEX_CONSTRAINT_LE:
        return "<=";
    case SQLITE_INDEX_CONSTRAINT_GT:
        return ">";
    case SQLITE_INDEX_CONSTRAINT_GE:
        return ">=";
    default:
        return NULL;
    }
}

static double columns_cost(uint64_t used)
{
    double n = 0;
    for (; used != 0; used &= used - 1)
        n++;
    return n;
}

int plan_choose(sqlite3_index_info *info, uint64_t n_rows, bool use_constraints)
{
    char plan[200];
    size_t size = 0;
    double rows = n_rows > 0 ? (double)n_rows : 1;
    bool has_equality = false;
    int n_terms = 0;
    for (int i = 0; i < info->nConstraint && use_constraints; i++) {
        const struct sqlite3_index_constraint *c = &info->aConstraint[i];
        const char *op = operator_text(c->op);
        if (!c->usable || c->iColumn != -1 || op == NULL || size + 20 > sizeof plan)
            continue;
        info->aConstraintUsage[i].argvIndex = ++n_terms;
        size += (size_t)snprintf(plan + size, sizeof plan - size, "%srowid%s?",
                                 size > 0 ? " and " : "", op);
        has_equality = has_equality || c->op == SQLITE_INDEX_CONSTRAINT_EQ;
        rows = rows / 4 > 1 ? rows / 4 : 1;
    }
    if (has_equality)
        rows = 1;
    info->idxStr = sqlite3_mprintf("%s", n_terms > 0 ? plan : "scan");
    if (info->idxStr == NULL)
        return SQLITE_NOMEM;
    info->needToFreeIdxStr = 1;
    /* A row costs its step and each column's value; finding a row by its number costs the
     * pages that it is on. */
    double per_row = 1 + 0.5 * columns_cost(info->colUsed);
    info->estimatedCost = rows * per_row + (n_terms > 0 ? 1000 : 100);
    info->estimatedRows = (sqlite3_int64)(rows < 9e15 ? rows : 9e15);
    return SQLITE_OK;
}

/* The smallest integer >= value, clipped to what a rowid can be compared with. */
static int64_t ceiling(double value)
{
    if (value >= 9223372036854775807.0)
        return INT64_MAX;
    if (value <= -9223372036854775808.0)
        return INT64_MIN;
    int64_t whole = (int64_t)value;
    return (double)whole < value ? whole + 1 : whole;
}

static void limit_first(struct row_range *range, int64_t rowid)
{
    if (rowid > 1 && (uint64_t)(rowid - 1) > range->first)
        range->first = (uint64_t)(rowid - 1);
}

/* rowids stay below. */
static void limit_end(struct row_range *range, int64_t rowid)
{
    uint64_t end = rowid > 1 ? (uint64_t)(rowid - 1) : 0;
    if (end < range->end)
        range->end = end;
}

/* Narrows the range by one term whose operator stands at op. */
static void apply(struct row_range *range, const char *op, sqlite3_value *value)
{
    int type = sqlite3_value_type(value);
    if (type == SQLITE_NULL) {
        range->end = 0; /* a comparison with NULL is never true */
        return;
    }
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT)
        return;
    /* An integer v, or the integers around a real one: lower = ceil, exact or not. */
    int64_t lower = type == SQLITE_INTEGER ? sqlite3_value_int64(value)
                                           : ceiling(sqlite3_value_double(value));
    bool is_whole = type == SQLITE_INTEGER ||
                    (double)lower == sqlite3_value_double(value);
    int64_t above = lower < INT64_MAX && is_whole ? lower + 1 : lower;
    bool or_equal = op[0] == '=' || op[1] == '=';
    if (op[0] == '=' && !is_whole)
        range->end = 0;
    if (op[0] == '>' || op[0] == '=')
        limit_first(range, or_equal ? lower : above);
    if ((op[0] == '<' || op[0] == '=') && lower < INT64_MAX)
        limit_end(range, or_equal ? above : lower);
}

struct row_range plan_rows(const char *plan, int argc, sqlite3_value **argv,
                           uint64_t n_rows)
{
    struct row_range range = {0, n_rows};
    for (int i = 0; i < argc && plan != NULL; i++) {
        plan = strstr(plan, "rowid");
        if (plan == NULL)
            break;
        plan += strlen("rowid");
        apply(&range, plan, argv[i]);
    }
    if (range.end < range.first)
        range.end = range.first;
    return range;
}
