-- Comparisons of columns of every type with every kind of operand: the Parquet file t must
-- return the same rows as the ordinary table n, which has the same rows.  Each answer is the
-- number of operands tried and the operators that differed, as bits: none.

CREATE TABLE l0(v); -- no affinity, then one of each
CREATE TABLE l1(v TEXT);
CREATE TABLE l2(v INTEGER);
CREATE TABLE l3(v REAL);
CREATE TABLE l4(v NUMERIC);
CREATE TABLE l5(v TEXT COLLATE NOCASE);

INSERT INTO l0 VALUES
    (0), (-0.0), (1), (-1),
    (5), (-2147483648), (9007199254740992), (9007199254740993),
    (9007199254740993.0), (9223372036854775807), (-9223372036854775808), (9223372036854775808),
    (9223372036854775806), (18446744073709551615), (9.3e18), (-9.3e18),
    (9e999), (-9e999), (0.1), (0.5),
    (1.5), (0.10000000149011612), (3.4028234663852886e38), (3.4028235e38),
    (1.401298464324817e-45), (5e-324), (1.7976931348623157e308), (123.45),
    (123.455), (0.01), (0.005), (0.30000000000000004),
    (NULL), (''), (' '), ('5'),
    (' 5.0 '), ('5e0'), ('abc'), ('ABC'),
    ('9223372036854775807'), ('9223372036854775808'), ('18446744073709551615'), ('1e400'),
    ('0x10'), ('2024-01-15'), ('2024-01-1'), ('2024-01-150'),
    ('1970-01-01'), ('1969-12-31 '), ('0000-01-01'), ('9999-12-31'),
    ('+010000-01-01'), ('+'), ('-000001-12-31'), ('-'),
    ('1970-01-01 00:00:00'), ('1970-01-01 00:00:00.'), ('1970-01-01 00:00:00.000'), ('1970-01-01 00:00:00.001'),
    ('1970-01-01 00:00:00.000000001'), ('9999-12-31 23:59:59.999999999'), ('9999-12-31 23:59:60'), ('1970-01-01T00:00:00'),
    ('1677-09-21 00:12:43.145224192'), ('00:00:00'), ('23:59:59.999999'), ('23:59:59.9999990'),
    ('24:00:00'), ('99:59:59'), ('-00:00:01'), (':'),
    ('00112233-4455-6677-8899-aabbccddeeff'), ('00112233-4455-6677-8899-AABBCCDDEEFF'), ('00112233-4455-6677-8899'), ('00112233-4455-6677-8899-aabbccddeeffx'),
    ('ffffffff-ffff-ffff-ffff-ffffffffffff'), ('00000000-0000-0000-0000-00000000000g'), ('g'), ('P0M0DT0S'),
    ('a'||char(0)), (char(0)), ('é'), (X''),
    (X'00'), (X'61'), (X'ffffffffffffffffffffffffffffffffffff'), ('0.00'),
    ('12.340'), ('99999999999999999999999999999999999999');
INSERT INTO l1 SELECT v FROM l0;
INSERT INTO l2 SELECT v FROM l0;
INSERT INTO l3 SELECT v FROM l0;
INSERT INTO l4 SELECT v FROM l0;
INSERT INTO l5 SELECT v FROM l0;

-- The view of literals is created once, t and n again for each column below: SQLite resolves
-- a view when it is used.
CREATE VIEW literals(operand, differing) AS
SELECT '0',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 0) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 0)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 0) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 0)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 0) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 0)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 0 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 0 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (0, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (0, 7, 'x'))) << 4
UNION ALL SELECT '-0.0',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = -0.0) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = -0.0)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < -0.0) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < -0.0)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= -0.0) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= -0.0)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = -0.0 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = -0.0 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (-0.0, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (-0.0, 7, 'x'))) << 4
UNION ALL SELECT '1',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 1) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 1)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 1) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 1)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 1) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 1)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 1 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 1 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (1, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (1, 7, 'x'))) << 4
UNION ALL SELECT '-1',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = -1) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = -1)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < -1) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < -1)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= -1) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= -1)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = -1 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = -1 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (-1, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (-1, 7, 'x'))) << 4
UNION ALL SELECT '5',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 5) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 5)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 5) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 5)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 5) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 5)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 5 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 5 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (5, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (5, 7, 'x'))) << 4
UNION ALL SELECT '-2147483648',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = -2147483648) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = -2147483648)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < -2147483648) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < -2147483648)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= -2147483648) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= -2147483648)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = -2147483648 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = -2147483648 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (-2147483648, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (-2147483648, 7, 'x'))) << 4
UNION ALL SELECT '9007199254740992',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 9007199254740992) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 9007199254740992)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 9007199254740992) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 9007199254740992)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 9007199254740992) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 9007199254740992)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 9007199254740992 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 9007199254740992 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (9007199254740992, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (9007199254740992, 7, 'x'))) << 4
UNION ALL SELECT '9007199254740993',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 9007199254740993) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 9007199254740993)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 9007199254740993) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 9007199254740993)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 9007199254740993) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 9007199254740993)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 9007199254740993 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 9007199254740993 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (9007199254740993, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (9007199254740993, 7, 'x'))) << 4
UNION ALL SELECT '9007199254740993.0',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 9007199254740993.0) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 9007199254740993.0)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 9007199254740993.0) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 9007199254740993.0)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 9007199254740993.0) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 9007199254740993.0)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 9007199254740993.0 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 9007199254740993.0 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (9007199254740993.0, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (9007199254740993.0, 7, 'x'))) << 4
UNION ALL SELECT '9223372036854775807',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 9223372036854775807) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 9223372036854775807)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 9223372036854775807) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 9223372036854775807)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 9223372036854775807) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 9223372036854775807)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 9223372036854775807 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 9223372036854775807 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (9223372036854775807, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (9223372036854775807, 7, 'x'))) << 4
UNION ALL SELECT '-9223372036854775808',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = -9223372036854775808) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = -9223372036854775808)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < -9223372036854775808) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < -9223372036854775808)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= -9223372036854775808) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= -9223372036854775808)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = -9223372036854775808 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = -9223372036854775808 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (-9223372036854775808, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (-9223372036854775808, 7, 'x'))) << 4
UNION ALL SELECT '9223372036854775808',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 9223372036854775808) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 9223372036854775808)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 9223372036854775808) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 9223372036854775808)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 9223372036854775808) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 9223372036854775808)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 9223372036854775808 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 9223372036854775808 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (9223372036854775808, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (9223372036854775808, 7, 'x'))) << 4
UNION ALL SELECT '9223372036854775806',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 9223372036854775806) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 9223372036854775806)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 9223372036854775806) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 9223372036854775806)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 9223372036854775806) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 9223372036854775806)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 9223372036854775806 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 9223372036854775806 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (9223372036854775806, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (9223372036854775806, 7, 'x'))) << 4
UNION ALL SELECT '18446744073709551615',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 18446744073709551615) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 18446744073709551615)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 18446744073709551615) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 18446744073709551615)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 18446744073709551615) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 18446744073709551615)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 18446744073709551615 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 18446744073709551615 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (18446744073709551615, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (18446744073709551615, 7, 'x'))) << 4
UNION ALL SELECT '9.3e18',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 9.3e18) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 9.3e18)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 9.3e18) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 9.3e18)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 9.3e18) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 9.3e18)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 9.3e18 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 9.3e18 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (9.3e18, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (9.3e18, 7, 'x'))) << 4
UNION ALL SELECT '-9.3e18',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = -9.3e18) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = -9.3e18)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < -9.3e18) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < -9.3e18)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= -9.3e18) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= -9.3e18)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = -9.3e18 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = -9.3e18 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (-9.3e18, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (-9.3e18, 7, 'x'))) << 4
UNION ALL SELECT '9e999',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 9e999) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 9e999)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 9e999) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 9e999)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 9e999) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 9e999)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 9e999 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 9e999 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (9e999, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (9e999, 7, 'x'))) << 4
UNION ALL SELECT '-9e999',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = -9e999) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = -9e999)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < -9e999) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < -9e999)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= -9e999) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= -9e999)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = -9e999 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = -9e999 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (-9e999, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (-9e999, 7, 'x'))) << 4
UNION ALL SELECT '0.1',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 0.1) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 0.1)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 0.1) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 0.1)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 0.1) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 0.1)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 0.1 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 0.1 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (0.1, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (0.1, 7, 'x'))) << 4
UNION ALL SELECT '0.5',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 0.5) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 0.5)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 0.5) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 0.5)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 0.5) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 0.5)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 0.5 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 0.5 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (0.5, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (0.5, 7, 'x'))) << 4
UNION ALL SELECT '1.5',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 1.5) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 1.5)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 1.5) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 1.5)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 1.5) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 1.5)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 1.5 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 1.5 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (1.5, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (1.5, 7, 'x'))) << 4
UNION ALL SELECT '0.10000000149011612',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 0.10000000149011612) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 0.10000000149011612)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 0.10000000149011612) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 0.10000000149011612)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 0.10000000149011612) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 0.10000000149011612)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 0.10000000149011612 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 0.10000000149011612 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (0.10000000149011612, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (0.10000000149011612, 7, 'x'))) << 4
UNION ALL SELECT '3.4028234663852886e38',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 3.4028234663852886e38) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 3.4028234663852886e38)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 3.4028234663852886e38) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 3.4028234663852886e38)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 3.4028234663852886e38) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 3.4028234663852886e38)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 3.4028234663852886e38 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 3.4028234663852886e38 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (3.4028234663852886e38, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (3.4028234663852886e38, 7, 'x'))) << 4
UNION ALL SELECT '3.4028235e38',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 3.4028235e38) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 3.4028235e38)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 3.4028235e38) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 3.4028235e38)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 3.4028235e38) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 3.4028235e38)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 3.4028235e38 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 3.4028235e38 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (3.4028235e38, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (3.4028235e38, 7, 'x'))) << 4
UNION ALL SELECT '1.401298464324817e-45',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 1.401298464324817e-45) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 1.401298464324817e-45)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 1.401298464324817e-45) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 1.401298464324817e-45)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 1.401298464324817e-45) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 1.401298464324817e-45)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 1.401298464324817e-45 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 1.401298464324817e-45 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (1.401298464324817e-45, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (1.401298464324817e-45, 7, 'x'))) << 4
UNION ALL SELECT '5e-324',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 5e-324) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 5e-324)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 5e-324) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 5e-324)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 5e-324) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 5e-324)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 5e-324 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 5e-324 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (5e-324, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (5e-324, 7, 'x'))) << 4
UNION ALL SELECT '1.7976931348623157e308',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 1.7976931348623157e308) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 1.7976931348623157e308)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 1.7976931348623157e308) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 1.7976931348623157e308)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 1.7976931348623157e308) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 1.7976931348623157e308)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 1.7976931348623157e308 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 1.7976931348623157e308 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (1.7976931348623157e308, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (1.7976931348623157e308, 7, 'x'))) << 4
UNION ALL SELECT '123.45',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 123.45) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 123.45)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 123.45) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 123.45)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 123.45) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 123.45)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 123.45 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 123.45 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (123.45, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (123.45, 7, 'x'))) << 4
UNION ALL SELECT '123.455',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 123.455) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 123.455)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 123.455) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 123.455)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 123.455) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 123.455)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 123.455 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 123.455 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (123.455, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (123.455, 7, 'x'))) << 4
UNION ALL SELECT '0.01',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 0.01) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 0.01)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 0.01) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 0.01)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 0.01) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 0.01)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 0.01 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 0.01 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (0.01, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (0.01, 7, 'x'))) << 4
UNION ALL SELECT '0.005',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 0.005) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 0.005)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 0.005) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 0.005)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 0.005) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 0.005)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 0.005 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 0.005 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (0.005, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (0.005, 7, 'x'))) << 4
UNION ALL SELECT '0.30000000000000004',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 0.30000000000000004) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 0.30000000000000004)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 0.30000000000000004) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 0.30000000000000004)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 0.30000000000000004) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 0.30000000000000004)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 0.30000000000000004 COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 0.30000000000000004 COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (0.30000000000000004, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (0.30000000000000004, 7, 'x'))) << 4
UNION ALL SELECT 'NULL',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = NULL) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = NULL)) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < NULL) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < NULL)) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= NULL) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= NULL)) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = NULL COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = NULL COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (NULL, 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (NULL, 7, 'x'))) << 4
UNION ALL SELECT '''''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('', 7, 'x'))) << 4
UNION ALL SELECT ''' ''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = ' ') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = ' ')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < ' ') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < ' ')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= ' ') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= ' ')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = ' ' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = ' ' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (' ', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (' ', 7, 'x'))) << 4
UNION ALL SELECT '''5''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '5') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '5')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '5') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '5')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '5') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '5')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '5' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '5' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('5', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('5', 7, 'x'))) << 4
UNION ALL SELECT ''' 5.0 ''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = ' 5.0 ') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = ' 5.0 ')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < ' 5.0 ') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < ' 5.0 ')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= ' 5.0 ') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= ' 5.0 ')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = ' 5.0 ' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = ' 5.0 ' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (' 5.0 ', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (' 5.0 ', 7, 'x'))) << 4
UNION ALL SELECT '''5e0''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '5e0') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '5e0')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '5e0') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '5e0')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '5e0') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '5e0')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '5e0' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '5e0' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('5e0', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('5e0', 7, 'x'))) << 4
UNION ALL SELECT '''abc''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 'abc') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 'abc')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 'abc') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 'abc')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 'abc') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 'abc')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 'abc' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 'abc' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('abc', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('abc', 7, 'x'))) << 4
UNION ALL SELECT '''ABC''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 'ABC') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 'ABC')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 'ABC') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 'ABC')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 'ABC') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 'ABC')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 'ABC' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 'ABC' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('ABC', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('ABC', 7, 'x'))) << 4
UNION ALL SELECT '''9223372036854775807''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '9223372036854775807') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '9223372036854775807')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '9223372036854775807') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '9223372036854775807')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '9223372036854775807') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '9223372036854775807')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '9223372036854775807' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '9223372036854775807' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('9223372036854775807', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('9223372036854775807', 7, 'x'))) << 4
UNION ALL SELECT '''9223372036854775808''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '9223372036854775808') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '9223372036854775808')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '9223372036854775808') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '9223372036854775808')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '9223372036854775808') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '9223372036854775808')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '9223372036854775808' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '9223372036854775808' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('9223372036854775808', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('9223372036854775808', 7, 'x'))) << 4
UNION ALL SELECT '''18446744073709551615''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '18446744073709551615') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '18446744073709551615')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '18446744073709551615') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '18446744073709551615')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '18446744073709551615') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '18446744073709551615')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '18446744073709551615' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '18446744073709551615' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('18446744073709551615', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('18446744073709551615', 7, 'x'))) << 4
UNION ALL SELECT '''1e400''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '1e400') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '1e400')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '1e400') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '1e400')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '1e400') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '1e400')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '1e400' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '1e400' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('1e400', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('1e400', 7, 'x'))) << 4
UNION ALL SELECT '''0x10''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '0x10') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '0x10')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '0x10') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '0x10')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '0x10') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '0x10')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '0x10' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '0x10' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('0x10', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('0x10', 7, 'x'))) << 4
UNION ALL SELECT '''2024-01-15''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '2024-01-15') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '2024-01-15')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '2024-01-15') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '2024-01-15')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '2024-01-15') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '2024-01-15')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '2024-01-15' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '2024-01-15' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('2024-01-15', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('2024-01-15', 7, 'x'))) << 4
UNION ALL SELECT '''2024-01-1''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '2024-01-1') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '2024-01-1')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '2024-01-1') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '2024-01-1')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '2024-01-1') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '2024-01-1')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '2024-01-1' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '2024-01-1' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('2024-01-1', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('2024-01-1', 7, 'x'))) << 4
UNION ALL SELECT '''2024-01-150''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '2024-01-150') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '2024-01-150')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '2024-01-150') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '2024-01-150')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '2024-01-150') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '2024-01-150')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '2024-01-150' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '2024-01-150' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('2024-01-150', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('2024-01-150', 7, 'x'))) << 4
UNION ALL SELECT '''1970-01-01''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '1970-01-01') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '1970-01-01')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '1970-01-01') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '1970-01-01')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '1970-01-01') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '1970-01-01')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '1970-01-01' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '1970-01-01' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('1970-01-01', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('1970-01-01', 7, 'x'))) << 4
UNION ALL SELECT '''1969-12-31 ''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '1969-12-31 ') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '1969-12-31 ')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '1969-12-31 ') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '1969-12-31 ')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '1969-12-31 ') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '1969-12-31 ')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '1969-12-31 ' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '1969-12-31 ' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('1969-12-31 ', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('1969-12-31 ', 7, 'x'))) << 4
UNION ALL SELECT '''0000-01-01''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '0000-01-01') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '0000-01-01')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '0000-01-01') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '0000-01-01')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '0000-01-01') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '0000-01-01')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '0000-01-01' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '0000-01-01' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('0000-01-01', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('0000-01-01', 7, 'x'))) << 4
UNION ALL SELECT '''9999-12-31''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '9999-12-31') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '9999-12-31')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '9999-12-31') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '9999-12-31')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '9999-12-31') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '9999-12-31')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '9999-12-31' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '9999-12-31' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('9999-12-31', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('9999-12-31', 7, 'x'))) << 4
UNION ALL SELECT '''+010000-01-01''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '+010000-01-01') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '+010000-01-01')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '+010000-01-01') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '+010000-01-01')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '+010000-01-01') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '+010000-01-01')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '+010000-01-01' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '+010000-01-01' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('+010000-01-01', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('+010000-01-01', 7, 'x'))) << 4
UNION ALL SELECT '''+''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '+') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '+')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '+') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '+')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '+') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '+')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '+' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '+' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('+', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('+', 7, 'x'))) << 4
UNION ALL SELECT '''-000001-12-31''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '-000001-12-31') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '-000001-12-31')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '-000001-12-31') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '-000001-12-31')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '-000001-12-31') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '-000001-12-31')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '-000001-12-31' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '-000001-12-31' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('-000001-12-31', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('-000001-12-31', 7, 'x'))) << 4
UNION ALL SELECT '''-''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '-') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '-')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '-') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '-')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '-') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '-')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '-' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '-' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('-', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('-', 7, 'x'))) << 4
UNION ALL SELECT '''1970-01-01 00:00:00''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '1970-01-01 00:00:00') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '1970-01-01 00:00:00')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '1970-01-01 00:00:00') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '1970-01-01 00:00:00')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '1970-01-01 00:00:00') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '1970-01-01 00:00:00')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '1970-01-01 00:00:00' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '1970-01-01 00:00:00' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('1970-01-01 00:00:00', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('1970-01-01 00:00:00', 7, 'x'))) << 4
UNION ALL SELECT '''1970-01-01 00:00:00.''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '1970-01-01 00:00:00.') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '1970-01-01 00:00:00.')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '1970-01-01 00:00:00.') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '1970-01-01 00:00:00.')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '1970-01-01 00:00:00.') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '1970-01-01 00:00:00.')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '1970-01-01 00:00:00.' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '1970-01-01 00:00:00.' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('1970-01-01 00:00:00.', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('1970-01-01 00:00:00.', 7, 'x'))) << 4
UNION ALL SELECT '''1970-01-01 00:00:00.000''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '1970-01-01 00:00:00.000') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '1970-01-01 00:00:00.000')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '1970-01-01 00:00:00.000') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '1970-01-01 00:00:00.000')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '1970-01-01 00:00:00.000') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '1970-01-01 00:00:00.000')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '1970-01-01 00:00:00.000' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '1970-01-01 00:00:00.000' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('1970-01-01 00:00:00.000', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('1970-01-01 00:00:00.000', 7, 'x'))) << 4
UNION ALL SELECT '''1970-01-01 00:00:00.001''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '1970-01-01 00:00:00.001') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '1970-01-01 00:00:00.001')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '1970-01-01 00:00:00.001') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '1970-01-01 00:00:00.001')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '1970-01-01 00:00:00.001') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '1970-01-01 00:00:00.001')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '1970-01-01 00:00:00.001' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '1970-01-01 00:00:00.001' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('1970-01-01 00:00:00.001', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('1970-01-01 00:00:00.001', 7, 'x'))) << 4
UNION ALL SELECT '''1970-01-01 00:00:00.000000001''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '1970-01-01 00:00:00.000000001') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '1970-01-01 00:00:00.000000001')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '1970-01-01 00:00:00.000000001') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '1970-01-01 00:00:00.000000001')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '1970-01-01 00:00:00.000000001') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '1970-01-01 00:00:00.000000001')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '1970-01-01 00:00:00.000000001' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '1970-01-01 00:00:00.000000001' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('1970-01-01 00:00:00.000000001', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('1970-01-01 00:00:00.000000001', 7, 'x'))) << 4
UNION ALL SELECT '''9999-12-31 23:59:59.999999999''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '9999-12-31 23:59:59.999999999') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '9999-12-31 23:59:59.999999999')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '9999-12-31 23:59:59.999999999') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '9999-12-31 23:59:59.999999999')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '9999-12-31 23:59:59.999999999') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '9999-12-31 23:59:59.999999999')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '9999-12-31 23:59:59.999999999' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '9999-12-31 23:59:59.999999999' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('9999-12-31 23:59:59.999999999', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('9999-12-31 23:59:59.999999999', 7, 'x'))) << 4
UNION ALL SELECT '''9999-12-31 23:59:60''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '9999-12-31 23:59:60') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '9999-12-31 23:59:60')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '9999-12-31 23:59:60') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '9999-12-31 23:59:60')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '9999-12-31 23:59:60') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '9999-12-31 23:59:60')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '9999-12-31 23:59:60' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '9999-12-31 23:59:60' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('9999-12-31 23:59:60', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('9999-12-31 23:59:60', 7, 'x'))) << 4
UNION ALL SELECT '''1970-01-01T00:00:00''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '1970-01-01T00:00:00') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '1970-01-01T00:00:00')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '1970-01-01T00:00:00') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '1970-01-01T00:00:00')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '1970-01-01T00:00:00') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '1970-01-01T00:00:00')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '1970-01-01T00:00:00' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '1970-01-01T00:00:00' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('1970-01-01T00:00:00', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('1970-01-01T00:00:00', 7, 'x'))) << 4
UNION ALL SELECT '''1677-09-21 00:12:43.145224192''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '1677-09-21 00:12:43.145224192') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '1677-09-21 00:12:43.145224192')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '1677-09-21 00:12:43.145224192') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '1677-09-21 00:12:43.145224192')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '1677-09-21 00:12:43.145224192') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '1677-09-21 00:12:43.145224192')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '1677-09-21 00:12:43.145224192' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '1677-09-21 00:12:43.145224192' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('1677-09-21 00:12:43.145224192', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('1677-09-21 00:12:43.145224192', 7, 'x'))) << 4
UNION ALL SELECT '''00:00:00''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '00:00:00') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '00:00:00')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '00:00:00') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '00:00:00')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '00:00:00') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '00:00:00')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '00:00:00' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '00:00:00' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('00:00:00', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('00:00:00', 7, 'x'))) << 4
UNION ALL SELECT '''23:59:59.999999''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '23:59:59.999999') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '23:59:59.999999')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '23:59:59.999999') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '23:59:59.999999')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '23:59:59.999999') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '23:59:59.999999')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '23:59:59.999999' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '23:59:59.999999' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('23:59:59.999999', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('23:59:59.999999', 7, 'x'))) << 4
UNION ALL SELECT '''23:59:59.9999990''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '23:59:59.9999990') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '23:59:59.9999990')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '23:59:59.9999990') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '23:59:59.9999990')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '23:59:59.9999990') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '23:59:59.9999990')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '23:59:59.9999990' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '23:59:59.9999990' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('23:59:59.9999990', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('23:59:59.9999990', 7, 'x'))) << 4
UNION ALL SELECT '''24:00:00''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '24:00:00') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '24:00:00')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '24:00:00') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '24:00:00')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '24:00:00') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '24:00:00')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '24:00:00' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '24:00:00' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('24:00:00', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('24:00:00', 7, 'x'))) << 4
UNION ALL SELECT '''99:59:59''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '99:59:59') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '99:59:59')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '99:59:59') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '99:59:59')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '99:59:59') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '99:59:59')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '99:59:59' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '99:59:59' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('99:59:59', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('99:59:59', 7, 'x'))) << 4
UNION ALL SELECT '''-00:00:01''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '-00:00:01') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '-00:00:01')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '-00:00:01') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '-00:00:01')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '-00:00:01') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '-00:00:01')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '-00:00:01' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '-00:00:01' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('-00:00:01', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('-00:00:01', 7, 'x'))) << 4
UNION ALL SELECT ''':''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = ':') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = ':')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < ':') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < ':')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= ':') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= ':')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = ':' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = ':' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (':', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (':', 7, 'x'))) << 4
UNION ALL SELECT '''00112233-4455-6677-8899-aabbccddeeff''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '00112233-4455-6677-8899-aabbccddeeff') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '00112233-4455-6677-8899-aabbccddeeff')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '00112233-4455-6677-8899-aabbccddeeff') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '00112233-4455-6677-8899-aabbccddeeff')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '00112233-4455-6677-8899-aabbccddeeff') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '00112233-4455-6677-8899-aabbccddeeff')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '00112233-4455-6677-8899-aabbccddeeff' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '00112233-4455-6677-8899-aabbccddeeff' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('00112233-4455-6677-8899-aabbccddeeff', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('00112233-4455-6677-8899-aabbccddeeff', 7, 'x'))) << 4
UNION ALL SELECT '''00112233-4455-6677-8899-AABBCCDDEEFF''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '00112233-4455-6677-8899-AABBCCDDEEFF') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '00112233-4455-6677-8899-AABBCCDDEEFF')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '00112233-4455-6677-8899-AABBCCDDEEFF') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '00112233-4455-6677-8899-AABBCCDDEEFF')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '00112233-4455-6677-8899-AABBCCDDEEFF') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '00112233-4455-6677-8899-AABBCCDDEEFF')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '00112233-4455-6677-8899-AABBCCDDEEFF' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '00112233-4455-6677-8899-AABBCCDDEEFF' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('00112233-4455-6677-8899-AABBCCDDEEFF', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('00112233-4455-6677-8899-AABBCCDDEEFF', 7, 'x'))) << 4
UNION ALL SELECT '''00112233-4455-6677-8899''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '00112233-4455-6677-8899') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '00112233-4455-6677-8899')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '00112233-4455-6677-8899') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '00112233-4455-6677-8899')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '00112233-4455-6677-8899') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '00112233-4455-6677-8899')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '00112233-4455-6677-8899' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '00112233-4455-6677-8899' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('00112233-4455-6677-8899', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('00112233-4455-6677-8899', 7, 'x'))) << 4
UNION ALL SELECT '''00112233-4455-6677-8899-aabbccddeeffx''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '00112233-4455-6677-8899-aabbccddeeffx') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '00112233-4455-6677-8899-aabbccddeeffx')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '00112233-4455-6677-8899-aabbccddeeffx') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '00112233-4455-6677-8899-aabbccddeeffx')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '00112233-4455-6677-8899-aabbccddeeffx') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '00112233-4455-6677-8899-aabbccddeeffx')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '00112233-4455-6677-8899-aabbccddeeffx' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '00112233-4455-6677-8899-aabbccddeeffx' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('00112233-4455-6677-8899-aabbccddeeffx', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('00112233-4455-6677-8899-aabbccddeeffx', 7, 'x'))) << 4
UNION ALL SELECT '''ffffffff-ffff-ffff-ffff-ffffffffffff''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 'ffffffff-ffff-ffff-ffff-ffffffffffff') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 'ffffffff-ffff-ffff-ffff-ffffffffffff')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 'ffffffff-ffff-ffff-ffff-ffffffffffff') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 'ffffffff-ffff-ffff-ffff-ffffffffffff')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 'ffffffff-ffff-ffff-ffff-ffffffffffff') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 'ffffffff-ffff-ffff-ffff-ffffffffffff')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 'ffffffff-ffff-ffff-ffff-ffffffffffff' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 'ffffffff-ffff-ffff-ffff-ffffffffffff' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('ffffffff-ffff-ffff-ffff-ffffffffffff', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('ffffffff-ffff-ffff-ffff-ffffffffffff', 7, 'x'))) << 4
UNION ALL SELECT '''00000000-0000-0000-0000-00000000000g''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '00000000-0000-0000-0000-00000000000g') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '00000000-0000-0000-0000-00000000000g')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '00000000-0000-0000-0000-00000000000g') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '00000000-0000-0000-0000-00000000000g')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '00000000-0000-0000-0000-00000000000g') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '00000000-0000-0000-0000-00000000000g')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '00000000-0000-0000-0000-00000000000g' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '00000000-0000-0000-0000-00000000000g' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('00000000-0000-0000-0000-00000000000g', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('00000000-0000-0000-0000-00000000000g', 7, 'x'))) << 4
UNION ALL SELECT '''g''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 'g') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 'g')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 'g') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 'g')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 'g') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 'g')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 'g' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 'g' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('g', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('g', 7, 'x'))) << 4
UNION ALL SELECT '''P0M0DT0S''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 'P0M0DT0S') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 'P0M0DT0S')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 'P0M0DT0S') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 'P0M0DT0S')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 'P0M0DT0S') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 'P0M0DT0S')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 'P0M0DT0S' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 'P0M0DT0S' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('P0M0DT0S', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('P0M0DT0S', 7, 'x'))) << 4
UNION ALL SELECT '''a''||char(0)',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 'a'||char(0)) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 'a'||char(0))) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 'a'||char(0)) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 'a'||char(0))) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 'a'||char(0)) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 'a'||char(0))) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 'a'||char(0) COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 'a'||char(0) COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('a'||char(0), 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('a'||char(0), 7, 'x'))) << 4
UNION ALL SELECT 'char(0)',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = char(0)) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = char(0))) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < char(0)) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < char(0))) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= char(0)) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= char(0))) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = char(0) COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = char(0) COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (char(0), 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (char(0), 7, 'x'))) << 4
UNION ALL SELECT '''é''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 'é') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 'é')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < 'é') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < 'é')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= 'é') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= 'é')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = 'é' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = 'é' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('é', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('é', 7, 'x'))) << 4
UNION ALL SELECT 'X''''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = X'') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = X'')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < X'') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < X'')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= X'') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= X'')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = X'' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = X'' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (X'', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (X'', 7, 'x'))) << 4
UNION ALL SELECT 'X''00''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = X'00') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = X'00')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < X'00') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < X'00')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= X'00') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= X'00')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = X'00' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = X'00' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (X'00', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (X'00', 7, 'x'))) << 4
UNION ALL SELECT 'X''61''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = X'61') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = X'61')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < X'61') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < X'61')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= X'61') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= X'61')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = X'61' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = X'61' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (X'61', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (X'61', 7, 'x'))) << 4
UNION ALL SELECT 'X''ffffffffffffffffffffffffffffffffffff''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = X'ffffffffffffffffffffffffffffffffffff') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = X'ffffffffffffffffffffffffffffffffffff')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < X'ffffffffffffffffffffffffffffffffffff') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < X'ffffffffffffffffffffffffffffffffffff')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= X'ffffffffffffffffffffffffffffffffffff') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= X'ffffffffffffffffffffffffffffffffffff')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = X'ffffffffffffffffffffffffffffffffffff' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = X'ffffffffffffffffffffffffffffffffffff' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (X'ffffffffffffffffffffffffffffffffffff', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (X'ffffffffffffffffffffffffffffffffffff', 7, 'x'))) << 4
UNION ALL SELECT '''0.00''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '0.00') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '0.00')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '0.00') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '0.00')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '0.00') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '0.00')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '0.00' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '0.00' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('0.00', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('0.00', 7, 'x'))) << 4
UNION ALL SELECT '''12.340''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '12.340') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '12.340')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '12.340') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '12.340')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '12.340') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '12.340')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '12.340' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '12.340' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('12.340', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('12.340', 7, 'x'))) << 4
UNION ALL SELECT '''99999999999999999999999999999999999999''',
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '99999999999999999999999999999999999999') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '99999999999999999999999999999999999999')) << 0 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c < '99999999999999999999999999999999999999') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c < '99999999999999999999999999999999999999')) << 1 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c >= '99999999999999999999999999999999999999') IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c >= '99999999999999999999999999999999999999')) << 2 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c = '99999999999999999999999999999999999999' COLLATE NOCASE) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c = '99999999999999999999999999999999999999' COLLATE NOCASE)) << 3 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN ('99999999999999999999999999999999999999', 7, 'x')) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN ('99999999999999999999999999999999999999', 7, 'x'))) << 4;
CREATE VIEW joins(operands, differing) AS
SELECT 'l0',
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l0 l CROSS JOIN t WHERE t.c = l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l0 l CROSS JOIN n WHERE n.c = l.v)) << 0 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l0 l CROSS JOIN t WHERE l.v = t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l0 l CROSS JOIN n WHERE l.v = n.c)) << 1 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l0 l CROSS JOIN t WHERE t.c < l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l0 l CROSS JOIN n WHERE n.c < l.v)) << 2 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l0 l CROSS JOIN t WHERE l.v < t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l0 l CROSS JOIN n WHERE l.v < n.c)) << 3 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l0 l CROSS JOIN t WHERE t.c <= l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l0 l CROSS JOIN n WHERE n.c <= l.v)) << 4 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l0 l CROSS JOIN t WHERE l.v <= t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l0 l CROSS JOIN n WHERE l.v <= n.c)) << 5 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l0 l CROSS JOIN t WHERE t.c > l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l0 l CROSS JOIN n WHERE n.c > l.v)) << 6 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l0 l CROSS JOIN t WHERE l.v > t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l0 l CROSS JOIN n WHERE l.v > n.c)) << 7 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l0 l CROSS JOIN t WHERE t.c >= l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l0 l CROSS JOIN n WHERE n.c >= l.v)) << 8 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l0 l CROSS JOIN t WHERE l.v >= t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l0 l CROSS JOIN n WHERE l.v >= n.c)) << 9 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l0 l CROSS JOIN t WHERE t.c <> l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l0 l CROSS JOIN n WHERE n.c <> l.v)) << 10 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l0 l CROSS JOIN t WHERE l.v <> t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l0 l CROSS JOIN n WHERE l.v <> n.c)) << 11 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l0 l CROSS JOIN t WHERE t.c IS l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l0 l CROSS JOIN n WHERE n.c IS l.v)) << 12 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l0 l CROSS JOIN t WHERE l.v IS t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l0 l CROSS JOIN n WHERE l.v IS n.c)) << 13 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l0 l CROSS JOIN t WHERE t.c IS NOT l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l0 l CROSS JOIN n WHERE n.c IS NOT l.v)) << 14 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l0 l CROSS JOIN t WHERE l.v IS NOT t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l0 l CROSS JOIN n WHERE l.v IS NOT n.c)) << 15 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (SELECT v FROM l0)) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (SELECT v FROM l0))) << 16 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN l0) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN l0)) << 17 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c NOT IN (SELECT v FROM l0 WHERE v IS NOT NULL)) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c NOT IN (SELECT v FROM l0 WHERE v IS NOT NULL))) << 18
UNION ALL SELECT 'l1',
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l1 l CROSS JOIN t WHERE t.c = l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l1 l CROSS JOIN n WHERE n.c = l.v)) << 0 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l1 l CROSS JOIN t WHERE l.v = t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l1 l CROSS JOIN n WHERE l.v = n.c)) << 1 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l1 l CROSS JOIN t WHERE t.c < l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l1 l CROSS JOIN n WHERE n.c < l.v)) << 2 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l1 l CROSS JOIN t WHERE l.v < t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l1 l CROSS JOIN n WHERE l.v < n.c)) << 3 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l1 l CROSS JOIN t WHERE t.c <= l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l1 l CROSS JOIN n WHERE n.c <= l.v)) << 4 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l1 l CROSS JOIN t WHERE l.v <= t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l1 l CROSS JOIN n WHERE l.v <= n.c)) << 5 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l1 l CROSS JOIN t WHERE t.c > l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l1 l CROSS JOIN n WHERE n.c > l.v)) << 6 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l1 l CROSS JOIN t WHERE l.v > t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l1 l CROSS JOIN n WHERE l.v > n.c)) << 7 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l1 l CROSS JOIN t WHERE t.c >= l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l1 l CROSS JOIN n WHERE n.c >= l.v)) << 8 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l1 l CROSS JOIN t WHERE l.v >= t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l1 l CROSS JOIN n WHERE l.v >= n.c)) << 9 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l1 l CROSS JOIN t WHERE t.c <> l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l1 l CROSS JOIN n WHERE n.c <> l.v)) << 10 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l1 l CROSS JOIN t WHERE l.v <> t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l1 l CROSS JOIN n WHERE l.v <> n.c)) << 11 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l1 l CROSS JOIN t WHERE t.c IS l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l1 l CROSS JOIN n WHERE n.c IS l.v)) << 12 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l1 l CROSS JOIN t WHERE l.v IS t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l1 l CROSS JOIN n WHERE l.v IS n.c)) << 13 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l1 l CROSS JOIN t WHERE t.c IS NOT l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l1 l CROSS JOIN n WHERE n.c IS NOT l.v)) << 14 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l1 l CROSS JOIN t WHERE l.v IS NOT t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l1 l CROSS JOIN n WHERE l.v IS NOT n.c)) << 15 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (SELECT v FROM l1)) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (SELECT v FROM l1))) << 16 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN l1) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN l1)) << 17 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c NOT IN (SELECT v FROM l1 WHERE v IS NOT NULL)) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c NOT IN (SELECT v FROM l1 WHERE v IS NOT NULL))) << 18
UNION ALL SELECT 'l2',
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l2 l CROSS JOIN t WHERE t.c = l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l2 l CROSS JOIN n WHERE n.c = l.v)) << 0 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l2 l CROSS JOIN t WHERE l.v = t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l2 l CROSS JOIN n WHERE l.v = n.c)) << 1 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l2 l CROSS JOIN t WHERE t.c < l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l2 l CROSS JOIN n WHERE n.c < l.v)) << 2 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l2 l CROSS JOIN t WHERE l.v < t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l2 l CROSS JOIN n WHERE l.v < n.c)) << 3 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l2 l CROSS JOIN t WHERE t.c <= l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l2 l CROSS JOIN n WHERE n.c <= l.v)) << 4 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l2 l CROSS JOIN t WHERE l.v <= t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l2 l CROSS JOIN n WHERE l.v <= n.c)) << 5 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l2 l CROSS JOIN t WHERE t.c > l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l2 l CROSS JOIN n WHERE n.c > l.v)) << 6 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l2 l CROSS JOIN t WHERE l.v > t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l2 l CROSS JOIN n WHERE l.v > n.c)) << 7 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l2 l CROSS JOIN t WHERE t.c >= l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l2 l CROSS JOIN n WHERE n.c >= l.v)) << 8 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l2 l CROSS JOIN t WHERE l.v >= t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l2 l CROSS JOIN n WHERE l.v >= n.c)) << 9 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l2 l CROSS JOIN t WHERE t.c <> l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l2 l CROSS JOIN n WHERE n.c <> l.v)) << 10 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l2 l CROSS JOIN t WHERE l.v <> t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l2 l CROSS JOIN n WHERE l.v <> n.c)) << 11 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l2 l CROSS JOIN t WHERE t.c IS l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l2 l CROSS JOIN n WHERE n.c IS l.v)) << 12 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l2 l CROSS JOIN t WHERE l.v IS t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l2 l CROSS JOIN n WHERE l.v IS n.c)) << 13 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l2 l CROSS JOIN t WHERE t.c IS NOT l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l2 l CROSS JOIN n WHERE n.c IS NOT l.v)) << 14 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l2 l CROSS JOIN t WHERE l.v IS NOT t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l2 l CROSS JOIN n WHERE l.v IS NOT n.c)) << 15 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (SELECT v FROM l2)) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (SELECT v FROM l2))) << 16 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN l2) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN l2)) << 17 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c NOT IN (SELECT v FROM l2 WHERE v IS NOT NULL)) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c NOT IN (SELECT v FROM l2 WHERE v IS NOT NULL))) << 18
UNION ALL SELECT 'l3',
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l3 l CROSS JOIN t WHERE t.c = l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l3 l CROSS JOIN n WHERE n.c = l.v)) << 0 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l3 l CROSS JOIN t WHERE l.v = t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l3 l CROSS JOIN n WHERE l.v = n.c)) << 1 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l3 l CROSS JOIN t WHERE t.c < l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l3 l CROSS JOIN n WHERE n.c < l.v)) << 2 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l3 l CROSS JOIN t WHERE l.v < t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l3 l CROSS JOIN n WHERE l.v < n.c)) << 3 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l3 l CROSS JOIN t WHERE t.c <= l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l3 l CROSS JOIN n WHERE n.c <= l.v)) << 4 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l3 l CROSS JOIN t WHERE l.v <= t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l3 l CROSS JOIN n WHERE l.v <= n.c)) << 5 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l3 l CROSS JOIN t WHERE t.c > l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l3 l CROSS JOIN n WHERE n.c > l.v)) << 6 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l3 l CROSS JOIN t WHERE l.v > t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l3 l CROSS JOIN n WHERE l.v > n.c)) << 7 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l3 l CROSS JOIN t WHERE t.c >= l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l3 l CROSS JOIN n WHERE n.c >= l.v)) << 8 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l3 l CROSS JOIN t WHERE l.v >= t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l3 l CROSS JOIN n WHERE l.v >= n.c)) << 9 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l3 l CROSS JOIN t WHERE t.c <> l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l3 l CROSS JOIN n WHERE n.c <> l.v)) << 10 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l3 l CROSS JOIN t WHERE l.v <> t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l3 l CROSS JOIN n WHERE l.v <> n.c)) << 11 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l3 l CROSS JOIN t WHERE t.c IS l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l3 l CROSS JOIN n WHERE n.c IS l.v)) << 12 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l3 l CROSS JOIN t WHERE l.v IS t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l3 l CROSS JOIN n WHERE l.v IS n.c)) << 13 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l3 l CROSS JOIN t WHERE t.c IS NOT l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l3 l CROSS JOIN n WHERE n.c IS NOT l.v)) << 14 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l3 l CROSS JOIN t WHERE l.v IS NOT t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l3 l CROSS JOIN n WHERE l.v IS NOT n.c)) << 15 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (SELECT v FROM l3)) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (SELECT v FROM l3))) << 16 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN l3) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN l3)) << 17 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c NOT IN (SELECT v FROM l3 WHERE v IS NOT NULL)) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c NOT IN (SELECT v FROM l3 WHERE v IS NOT NULL))) << 18
UNION ALL SELECT 'l4',
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l4 l CROSS JOIN t WHERE t.c = l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l4 l CROSS JOIN n WHERE n.c = l.v)) << 0 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l4 l CROSS JOIN t WHERE l.v = t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l4 l CROSS JOIN n WHERE l.v = n.c)) << 1 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l4 l CROSS JOIN t WHERE t.c < l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l4 l CROSS JOIN n WHERE n.c < l.v)) << 2 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l4 l CROSS JOIN t WHERE l.v < t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l4 l CROSS JOIN n WHERE l.v < n.c)) << 3 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l4 l CROSS JOIN t WHERE t.c <= l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l4 l CROSS JOIN n WHERE n.c <= l.v)) << 4 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l4 l CROSS JOIN t WHERE l.v <= t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l4 l CROSS JOIN n WHERE l.v <= n.c)) << 5 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l4 l CROSS JOIN t WHERE t.c > l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l4 l CROSS JOIN n WHERE n.c > l.v)) << 6 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l4 l CROSS JOIN t WHERE l.v > t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l4 l CROSS JOIN n WHERE l.v > n.c)) << 7 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l4 l CROSS JOIN t WHERE t.c >= l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l4 l CROSS JOIN n WHERE n.c >= l.v)) << 8 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l4 l CROSS JOIN t WHERE l.v >= t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l4 l CROSS JOIN n WHERE l.v >= n.c)) << 9 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l4 l CROSS JOIN t WHERE t.c <> l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l4 l CROSS JOIN n WHERE n.c <> l.v)) << 10 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l4 l CROSS JOIN t WHERE l.v <> t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l4 l CROSS JOIN n WHERE l.v <> n.c)) << 11 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l4 l CROSS JOIN t WHERE t.c IS l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l4 l CROSS JOIN n WHERE n.c IS l.v)) << 12 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l4 l CROSS JOIN t WHERE l.v IS t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l4 l CROSS JOIN n WHERE l.v IS n.c)) << 13 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l4 l CROSS JOIN t WHERE t.c IS NOT l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l4 l CROSS JOIN n WHERE n.c IS NOT l.v)) << 14 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l4 l CROSS JOIN t WHERE l.v IS NOT t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l4 l CROSS JOIN n WHERE l.v IS NOT n.c)) << 15 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (SELECT v FROM l4)) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (SELECT v FROM l4))) << 16 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN l4) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN l4)) << 17 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c NOT IN (SELECT v FROM l4 WHERE v IS NOT NULL)) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c NOT IN (SELECT v FROM l4 WHERE v IS NOT NULL))) << 18
UNION ALL SELECT 'l5',
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l5 l CROSS JOIN t WHERE t.c = l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l5 l CROSS JOIN n WHERE n.c = l.v)) << 0 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l5 l CROSS JOIN t WHERE l.v = t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l5 l CROSS JOIN n WHERE l.v = n.c)) << 1 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l5 l CROSS JOIN t WHERE t.c < l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l5 l CROSS JOIN n WHERE n.c < l.v)) << 2 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l5 l CROSS JOIN t WHERE l.v < t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l5 l CROSS JOIN n WHERE l.v < n.c)) << 3 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l5 l CROSS JOIN t WHERE t.c <= l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l5 l CROSS JOIN n WHERE n.c <= l.v)) << 4 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l5 l CROSS JOIN t WHERE l.v <= t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l5 l CROSS JOIN n WHERE l.v <= n.c)) << 5 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l5 l CROSS JOIN t WHERE t.c > l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l5 l CROSS JOIN n WHERE n.c > l.v)) << 6 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l5 l CROSS JOIN t WHERE l.v > t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l5 l CROSS JOIN n WHERE l.v > n.c)) << 7 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l5 l CROSS JOIN t WHERE t.c >= l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l5 l CROSS JOIN n WHERE n.c >= l.v)) << 8 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l5 l CROSS JOIN t WHERE l.v >= t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l5 l CROSS JOIN n WHERE l.v >= n.c)) << 9 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l5 l CROSS JOIN t WHERE t.c <> l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l5 l CROSS JOIN n WHERE n.c <> l.v)) << 10 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l5 l CROSS JOIN t WHERE l.v <> t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l5 l CROSS JOIN n WHERE l.v <> n.c)) << 11 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l5 l CROSS JOIN t WHERE t.c IS l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l5 l CROSS JOIN n WHERE n.c IS l.v)) << 12 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l5 l CROSS JOIN t WHERE l.v IS t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l5 l CROSS JOIN n WHERE l.v IS n.c)) << 13 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l5 l CROSS JOIN t WHERE t.c IS NOT l.v) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l5 l CROSS JOIN n WHERE n.c IS NOT l.v)) << 14 |
    ((SELECT group_concat(l.rowid || ':' || t.id) FROM l5 l CROSS JOIN t WHERE l.v IS NOT t.c) IS NOT (SELECT group_concat(l.rowid || ':' || n.id) FROM l5 l CROSS JOIN n WHERE l.v IS NOT n.c)) << 15 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN (SELECT v FROM l5)) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN (SELECT v FROM l5))) << 16 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c IN l5) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c IN l5)) << 17 |
    ((SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM t WHERE c NOT IN (SELECT v FROM l5 WHERE v IS NOT NULL)) IS NOT (SELECT count(*) || ' ' || sum(id * (id + 7) % 10007) FROM n WHERE c NOT IN (SELECT v FROM l5 WHERE v IS NOT NULL))) << 18;

CREATE VIRTUAL TABLE v USING parquet('testdata/pyarrow_types.parquet');
CREATE VIEW t AS SELECT rowid AS id, "bool" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "int8" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "int16" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "int32" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "int64" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "uint8" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "uint16" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "uint32" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "uint64" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "float16" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "float" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "double" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "string" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "large_string" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "binary" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "fixed3" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "null" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
DROP TABLE v;

CREATE VIRTUAL TABLE v USING parquet('testdata/pyarrow_dates.parquet');
CREATE VIEW t AS SELECT rowid AS id, "day" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "date" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
DROP TABLE v;

CREATE VIRTUAL TABLE v USING parquet('testdata/pyarrow_times.parquet');
CREATE VIEW t AS SELECT rowid AS id, "ms" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "us" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
DROP TABLE v;

CREATE VIRTUAL TABLE v USING parquet('testdata/pyarrow_timestamps.parquet');
CREATE VIEW t AS SELECT rowid AS id, "ms" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "ms_utc" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "us" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "us_utc" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
DROP TABLE v;

CREATE VIRTUAL TABLE v USING parquet('testdata/pyarrow_int96.parquet');
CREATE VIEW t AS SELECT rowid AS id, "ns" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "at" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
DROP TABLE v;

CREATE VIRTUAL TABLE v USING parquet('testdata/java_int96.parquet');
CREATE VIEW t AS SELECT rowid AS id, "row" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "at" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
DROP TABLE v;

CREATE VIRTUAL TABLE v USING parquet('testdata/pyarrow_floats.parquet');
CREATE VIEW t AS SELECT rowid AS id, "double" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
DROP TABLE v;

CREATE VIRTUAL TABLE v USING parquet('testdata/pyarrow_uuid_json.parquet');
CREATE VIEW t AS SELECT rowid AS id, "u" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "j" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
DROP TABLE v;

CREATE VIRTUAL TABLE v USING parquet('testdata/handmade_times_beyond_day.parquet');
CREATE VIEW t AS SELECT rowid AS id, "row" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "ms" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
DROP TABLE v;

CREATE VIRTUAL TABLE v USING parquet('testdata/pyarrow_decimals_int.parquet');
CREATE VIEW t AS SELECT rowid AS id, "d8_8" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "d9_0" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
DROP TABLE v;

CREATE VIRTUAL TABLE v USING parquet('testdata/java_decimals.parquet');
CREATE VIEW t AS SELECT rowid AS id, "i32" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "i64" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
DROP TABLE v;

CREATE VIRTUAL TABLE v USING parquet('testdata/pyarrow_decimals_int.parquet', decimals=text);
CREATE VIEW t AS SELECT rowid AS id, "d8_8" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "d9_0" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
DROP TABLE v;

CREATE VIRTUAL TABLE v USING parquet('testdata/java_types.parquet');
CREATE VIEW t AS SELECT rowid AS id, "span" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
DROP TABLE v;

CREATE VIRTUAL TABLE v USING parquet('testdata/pyarrow_timestamps.parquet', timestamps=integer);
CREATE VIEW t AS SELECT rowid AS id, "row" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "ms" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "ms_utc" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "us" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "us_utc" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "ns" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
CREATE VIEW t AS SELECT rowid AS id, "ns_utc" AS c FROM v;
CREATE TABLE n AS SELECT * FROM t;
SELECT count(*), sum(differing) FROM (SELECT * FROM literals UNION ALL SELECT * FROM joins);
DROP VIEW t;
DROP TABLE n;
DROP TABLE v;

-- Bounds like those that SQLite derives from LIKE, but written in the query: '\' is between
-- '@' and 'a'.

CREATE VIRTUAL TABLE v USING parquet('testdata/pyarrow_strings.parquet');
CREATE TABLE n AS SELECT * FROM v;
SELECT count(*) FROM v WHERE t >= 'BACK@' COLLATE NOCASE AND t < 'backA' COLLATE NOCASE;
SELECT count(*) FROM n WHERE t >= 'BACK@' COLLATE NOCASE AND t < 'backA' COLLATE NOCASE;
SELECT count(*) FROM v WHERE t LIKE 'BACK@%' OR t LIKE 'back\s%';
DROP TABLE v;
DROP TABLE n;

-- A pattern on rows that a longer scan has already decoded.

CREATE VIRTUAL TABLE v USING parquet('testdata/java_no_dictionary_v1.parquet');
CREATE TABLE n AS SELECT rowid AS id, s FROM v;
CREATE TABLE l(a, b);
INSERT INTO l VALUES (100, 40), (10, 40);
SELECT l.a, count(*), max(v.rowid) FROM l CROSS JOIN v
    WHERE v.rowid <= l.b AND v.rowid <> l.a AND v.s LIKE '%ow%' GROUP BY l.a;
SELECT l.a, count(*), max(n.id) FROM l CROSS JOIN n
    WHERE n.id <= l.b AND n.id <> l.a AND n.s LIKE '%ow%' GROUP BY l.a;
