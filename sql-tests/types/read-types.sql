-- The option `types`: values mean something else than the file states; a table with the same
-- values in an ordinary table returns the same rows, with pushdown and without.
CREATE TABLE made AS WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 FROM n WHERE i < 2999)
    SELECT i, nullif(15887 + i / 100, 15890) AS d, 1372680000 + i * 600 AS t, (1372680000 + i * 600) * 1000000 + i % 7 * 250000 AS us, (1372680000 + i * 60) * 1000000000 + 2 * i + 1 AS ns,
           i - 1500 AS neg, (i - 1500) * 10000000 AS far, i AS money, CASE WHEN i % 11 THEN CAST('u/' || i AS BLOB) END AS url, CAST('{"k":' || (i % 10) || '}' AS BLOB) AS js,
           CAST(char(i % 120 + 1) AS TEXT) AS raw, '00000000-0000-0000-0000-' || printf('%012x', i) AS uid, (1372680000 + i * 60) * 1000 AS back,
           json_object('d', nullif(15887 + i / 100, 15900), 'url', hex('g' || i)) AS g, json_array(15887 + i % 3, NULL, i) AS list FROM n;
SELECT parquet_write('${TESTTMP}/f.parquet', 'SELECT * FROM made', 'row_group_size=500', 'page_size=1000', 'bloom_filter=d,t,url,uid', 'types=i=INT32 NOT NULL, d=UINT16, t=UINT32, us=INT64, ns=INT64, neg=INT16, far=INT64, money=INT32, url=BLOB, js=BLOB, raw=STRING, uid=UUID, back=TIMESTAMP(MILLIS), g=STRUCT<d UINT16, url BLOB>, list=LIST<INT32>');

CREATE VIRTUAL TABLE v USING parquet('${TESTTMP}/f.parquet', types='d=DATE, t=timestamp_s, US=TIMESTAMP, ns=TIMESTAMP_NS, neg=DATE, far=DATE, money="DECIMAL(9,2)", url=TEXT, js=JSON, raw=BLOB, back=BIGINT, "g.d"=DATE, g.url=VARCHAR, "list.list.element"=DATE');
CREATE VIRTUAL TABLE off USING parquet('${TESTTMP}/f.parquet', types='d=DATE, t=timestamp_s, US=TIMESTAMP, ns=TIMESTAMP_NS, neg=DATE, far=DATE, money="DECIMAL(9,2)", url=TEXT, js=JSON, raw=BLOB, back=BIGINT, "g.d"=DATE, g.url=VARCHAR, "list.list.element"=DATE', pushdown=off);
SELECT group_concat(name || ' ' || type, ', ') FROM pragma_table_xinfo('v') WHERE name NOT LIKE '\_%' ESCAPE '\';
SELECT * FROM v WHERE i IN (0, 1499, 2999);
CREATE TABLE n(i INTEGER, d "DATE TEXT", t "TIMESTAMP TEXT", us "TIMESTAMP TEXT", ns "TIMESTAMP TEXT", neg "DATE TEXT", far "DATE TEXT", money "DECIMAL REAL(9,2)", url TEXT, js "JSON TEXT", raw BLOB, uid "UUID TEXT", back BIGINT, g "JSON TEXT", list "JSON TEXT", "g.d" "DATE TEXT", "g.url" TEXT);
INSERT INTO n SELECT i, date(d * 86400, 'unixepoch'), datetime(t, 'unixepoch'), datetime(us / 1000000, 'unixepoch') || CASE WHEN us % 1000000 THEN printf('.%03d', us % 1000000 / 1000) ELSE '' END,
    datetime(ns / 1000000000, 'unixepoch') || CASE WHEN ns % 1000000000 THEN printf('.%09d', ns % 1000000000) ELSE '' END, date(neg * 86400, 'unixepoch'),
    (SELECT far FROM off WHERE off.i = made.i), money / 100.0, CAST(url AS TEXT), CAST(js AS TEXT), CAST(raw AS BLOB), uid, back,
    json_object('d', date(json_extract(g, '$.d') * 86400, 'unixepoch'), 'url', 'g' || i), json_array(date((15887 + i % 3) * 86400, 'unixepoch'), NULL, date(i * 86400, 'unixepoch')),
    date(json_extract(g, '$.d') * 86400, 'unixepoch'), 'g' || i FROM made;
SELECT count(*) FROM (SELECT *, "g.d", "g.url" FROM v EXCEPT SELECT * FROM n);
SELECT count(*) FROM (SELECT * FROM n EXCEPT SELECT *, "g.d", "g.url" FROM off);
-- A row for each condition: how many rows of each table it accepts, if not the same ones.
SELECT name, min(rows), max(rows) FROM (
  SELECT 0 AS c, 'd >= ''2013-07-01''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE d >= '2013-07-01'
  UNION ALL
  SELECT 0 AS c, 'd >= ''2013-07-01''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE d >= '2013-07-01'
  UNION ALL
  SELECT 0 AS c, 'd >= ''2013-07-01''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE d >= '2013-07-01'
  UNION ALL
  SELECT 1 AS c, 'd = ''2013-07-15''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE d = '2013-07-15'
  UNION ALL
  SELECT 1 AS c, 'd = ''2013-07-15''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE d = '2013-07-15'
  UNION ALL
  SELECT 1 AS c, 'd = ''2013-07-15''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE d = '2013-07-15'
  UNION ALL
  SELECT 2 AS c, 'd BETWEEN ''2013-07-10'' AND ''2013-07-12''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE d BETWEEN '2013-07-10' AND '2013-07-12'
  UNION ALL
  SELECT 2 AS c, 'd BETWEEN ''2013-07-10'' AND ''2013-07-12''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE d BETWEEN '2013-07-10' AND '2013-07-12'
  UNION ALL
  SELECT 2 AS c, 'd BETWEEN ''2013-07-10'' AND ''2013-07-12''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE d BETWEEN '2013-07-10' AND '2013-07-12'
  UNION ALL
  SELECT 3 AS c, 'd IN (''2013-07-02'', ''2013-08-01'', ''x'', 15900)' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE d IN ('2013-07-02', '2013-08-01', 'x', 15900)
  UNION ALL
  SELECT 3 AS c, 'd IN (''2013-07-02'', ''2013-08-01'', ''x'', 15900)' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE d IN ('2013-07-02', '2013-08-01', 'x', 15900)
  UNION ALL
  SELECT 3 AS c, 'd IN (''2013-07-02'', ''2013-08-01'', ''x'', 15900)' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE d IN ('2013-07-02', '2013-08-01', 'x', 15900)
  UNION ALL
  SELECT 4 AS c, 'd < ''2013''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE d < '2013'
  UNION ALL
  SELECT 4 AS c, 'd < ''2013''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE d < '2013'
  UNION ALL
  SELECT 4 AS c, 'd < ''2013''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE d < '2013'
  UNION ALL
  SELECT 5 AS c, 'd > 5' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE d > 5
  UNION ALL
  SELECT 5 AS c, 'd > 5' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE d > 5
  UNION ALL
  SELECT 5 AS c, 'd > 5' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE d > 5
  UNION ALL
  SELECT 6 AS c, 'd IS NULL' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE d IS NULL
  UNION ALL
  SELECT 6 AS c, 'd IS NULL' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE d IS NULL
  UNION ALL
  SELECT 6 AS c, 'd IS NULL' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE d IS NULL
  UNION ALL
  SELECT 7 AS c, 'd LIKE ''2013-07-2%''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE d LIKE '2013-07-2%'
  UNION ALL
  SELECT 7 AS c, 'd LIKE ''2013-07-2%''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE d LIKE '2013-07-2%'
  UNION ALL
  SELECT 7 AS c, 'd LIKE ''2013-07-2%''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE d LIKE '2013-07-2%'
  UNION ALL
  SELECT 8 AS c, 't = ''2013-07-01 12:00:00''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE t = '2013-07-01 12:00:00'
  UNION ALL
  SELECT 8 AS c, 't = ''2013-07-01 12:00:00''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE t = '2013-07-01 12:00:00'
  UNION ALL
  SELECT 8 AS c, 't = ''2013-07-01 12:00:00''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE t = '2013-07-01 12:00:00'
  UNION ALL
  SELECT 9 AS c, 't > ''2013-07-20''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE t > '2013-07-20'
  UNION ALL
  SELECT 9 AS c, 't > ''2013-07-20''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE t > '2013-07-20'
  UNION ALL
  SELECT 9 AS c, 't > ''2013-07-20''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE t > '2013-07-20'
  UNION ALL
  SELECT 10 AS c, 't <= ''2013-07-02 01:02:03''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE t <= '2013-07-02 01:02:03'
  UNION ALL
  SELECT 10 AS c, 't <= ''2013-07-02 01:02:03''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE t <= '2013-07-02 01:02:03'
  UNION ALL
  SELECT 10 AS c, 't <= ''2013-07-02 01:02:03''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE t <= '2013-07-02 01:02:03'
  UNION ALL
  SELECT 11 AS c, 't GLOB ''2013-07-1?*''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE t GLOB '2013-07-1?*'
  UNION ALL
  SELECT 11 AS c, 't GLOB ''2013-07-1?*''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE t GLOB '2013-07-1?*'
  UNION ALL
  SELECT 11 AS c, 't GLOB ''2013-07-1?*''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE t GLOB '2013-07-1?*'
  UNION ALL
  SELECT 12 AS c, 't = 1372680000' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE t = 1372680000
  UNION ALL
  SELECT 12 AS c, 't = 1372680000' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE t = 1372680000
  UNION ALL
  SELECT 12 AS c, 't = 1372680000' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE t = 1372680000
  UNION ALL
  SELECT 13 AS c, 'us >= ''2013-07-15 12:00:00.000001''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE us >= '2013-07-15 12:00:00.000001'
  UNION ALL
  SELECT 13 AS c, 'us >= ''2013-07-15 12:00:00.000001''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE us >= '2013-07-15 12:00:00.000001'
  UNION ALL
  SELECT 13 AS c, 'us >= ''2013-07-15 12:00:00.000001''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE us >= '2013-07-15 12:00:00.000001'
  UNION ALL
  SELECT 14 AS c, 'us = ''2013-07-01 12:10:00.250''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE us = '2013-07-01 12:10:00.250'
  UNION ALL
  SELECT 14 AS c, 'us = ''2013-07-01 12:10:00.250''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE us = '2013-07-01 12:10:00.250'
  UNION ALL
  SELECT 14 AS c, 'us = ''2013-07-01 12:10:00.250''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE us = '2013-07-01 12:10:00.250'
  UNION ALL
  SELECT 15 AS c, 'ns < ''2013-07-03''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE ns < '2013-07-03'
  UNION ALL
  SELECT 15 AS c, 'ns < ''2013-07-03''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE ns < '2013-07-03'
  UNION ALL
  SELECT 15 AS c, 'ns < ''2013-07-03''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE ns < '2013-07-03'
  UNION ALL
  SELECT 16 AS c, 'neg < ''1970-01-01''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE neg < '1970-01-01'
  UNION ALL
  SELECT 16 AS c, 'neg < ''1970-01-01''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE neg < '1970-01-01'
  UNION ALL
  SELECT 16 AS c, 'neg < ''1970-01-01''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE neg < '1970-01-01'
  UNION ALL
  SELECT 17 AS c, 'neg > ''1969-12-01'' AND neg <> ''1970-01-02''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE neg > '1969-12-01' AND neg <> '1970-01-02'
  UNION ALL
  SELECT 17 AS c, 'neg > ''1969-12-01'' AND neg <> ''1970-01-02''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE neg > '1969-12-01' AND neg <> '1970-01-02'
  UNION ALL
  SELECT 17 AS c, 'neg > ''1969-12-01'' AND neg <> ''1970-01-02''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE neg > '1969-12-01' AND neg <> '1970-01-02'
  UNION ALL
  SELECT 18 AS c, 'far > ''9999''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE far > '9999'
  UNION ALL
  SELECT 18 AS c, 'far > ''9999''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE far > '9999'
  UNION ALL
  SELECT 18 AS c, 'far > ''9999''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE far > '9999'
  UNION ALL
  SELECT 19 AS c, 'far < ''0000-01-01''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE far < '0000-01-01'
  UNION ALL
  SELECT 19 AS c, 'far < ''0000-01-01''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE far < '0000-01-01'
  UNION ALL
  SELECT 19 AS c, 'far < ''0000-01-01''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE far < '0000-01-01'
  UNION ALL
  SELECT 20 AS c, 'far >= ''+010000''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE far >= '+010000'
  UNION ALL
  SELECT 20 AS c, 'far >= ''+010000''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE far >= '+010000'
  UNION ALL
  SELECT 20 AS c, 'far >= ''+010000''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE far >= '+010000'
  UNION ALL
  SELECT 21 AS c, 'money = 12.34' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE money = 12.34
  UNION ALL
  SELECT 21 AS c, 'money = 12.34' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE money = 12.34
  UNION ALL
  SELECT 21 AS c, 'money = 12.34' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE money = 12.34
  UNION ALL
  SELECT 22 AS c, 'money > 25 AND money < 25.5' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE money > 25 AND money < 25.5
  UNION ALL
  SELECT 22 AS c, 'money > 25 AND money < 25.5' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE money > 25 AND money < 25.5
  UNION ALL
  SELECT 22 AS c, 'money > 25 AND money < 25.5' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE money > 25 AND money < 25.5
  UNION ALL
  SELECT 23 AS c, 'url = ''u/123''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE url = 'u/123'
  UNION ALL
  SELECT 23 AS c, 'url = ''u/123''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE url = 'u/123'
  UNION ALL
  SELECT 23 AS c, 'url = ''u/123''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE url = 'u/123'
  UNION ALL
  SELECT 24 AS c, 'url LIKE ''U/12%''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE url LIKE 'U/12%'
  UNION ALL
  SELECT 24 AS c, 'url LIKE ''U/12%''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE url LIKE 'U/12%'
  UNION ALL
  SELECT 24 AS c, 'url LIKE ''U/12%''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE url LIKE 'U/12%'
  UNION ALL
  SELECT 25 AS c, 'url GLOB ''u/9*''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE url GLOB 'u/9*'
  UNION ALL
  SELECT 25 AS c, 'url GLOB ''u/9*''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE url GLOB 'u/9*'
  UNION ALL
  SELECT 25 AS c, 'url GLOB ''u/9*''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE url GLOB 'u/9*'
  UNION ALL
  SELECT 26 AS c, 'url > ''u/9'' OR url IS NULL' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE url > 'u/9' OR url IS NULL
  UNION ALL
  SELECT 26 AS c, 'url > ''u/9'' OR url IS NULL' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE url > 'u/9' OR url IS NULL
  UNION ALL
  SELECT 26 AS c, 'url > ''u/9'' OR url IS NULL' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE url > 'u/9' OR url IS NULL
  UNION ALL
  SELECT 27 AS c, 'url = x''752f3132''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE url = x'752f3132'
  UNION ALL
  SELECT 27 AS c, 'url = x''752f3132''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE url = x'752f3132'
  UNION ALL
  SELECT 27 AS c, 'url = x''752f3132''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE url = x'752f3132'
  UNION ALL
  SELECT 28 AS c, 'json_extract(js, ''$.k'') = 7' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE json_extract(js, '$.k') = 7
  UNION ALL
  SELECT 28 AS c, 'json_extract(js, ''$.k'') = 7' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE json_extract(js, '$.k') = 7
  UNION ALL
  SELECT 28 AS c, 'json_extract(js, ''$.k'') = 7' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE json_extract(js, '$.k') = 7
  UNION ALL
  SELECT 29 AS c, 'uid = ''00000000-0000-0000-0000-0000000000ff''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE uid = '00000000-0000-0000-0000-0000000000ff'
  UNION ALL
  SELECT 29 AS c, 'uid = ''00000000-0000-0000-0000-0000000000ff''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE uid = '00000000-0000-0000-0000-0000000000ff'
  UNION ALL
  SELECT 29 AS c, 'uid = ''00000000-0000-0000-0000-0000000000ff''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE uid = '00000000-0000-0000-0000-0000000000ff'
  UNION ALL
  SELECT 30 AS c, 'uid > ''00000000-0000-0000-0000-000000000a''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE uid > '00000000-0000-0000-0000-000000000a'
  UNION ALL
  SELECT 30 AS c, 'uid > ''00000000-0000-0000-0000-000000000a''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE uid > '00000000-0000-0000-0000-000000000a'
  UNION ALL
  SELECT 30 AS c, 'uid > ''00000000-0000-0000-0000-000000000a''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE uid > '00000000-0000-0000-0000-000000000a'
  UNION ALL
  SELECT 31 AS c, 'raw = x''62''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE raw = x'62'
  UNION ALL
  SELECT 31 AS c, 'raw = x''62''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE raw = x'62'
  UNION ALL
  SELECT 31 AS c, 'raw = x''62''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE raw = x'62'
  UNION ALL
  SELECT 32 AS c, 'raw > ''a''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE raw > 'a'
  UNION ALL
  SELECT 32 AS c, 'raw > ''a''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE raw > 'a'
  UNION ALL
  SELECT 32 AS c, 'raw > ''a''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE raw > 'a'
  UNION ALL
  SELECT 33 AS c, '"g.d" = ''2013-07-15''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE "g.d" = '2013-07-15'
  UNION ALL
  SELECT 33 AS c, '"g.d" = ''2013-07-15''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE "g.d" = '2013-07-15'
  UNION ALL
  SELECT 33 AS c, '"g.d" = ''2013-07-15''' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE "g.d" = '2013-07-15'
  UNION ALL
  SELECT 34 AS c, '"g.d" > ''2013-07-25'' OR "g.d" IS NULL' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE "g.d" > '2013-07-25' OR "g.d" IS NULL
  UNION ALL
  SELECT 34 AS c, '"g.d" > ''2013-07-25'' OR "g.d" IS NULL' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE "g.d" > '2013-07-25' OR "g.d" IS NULL
  UNION ALL
  SELECT 34 AS c, '"g.d" > ''2013-07-25'' OR "g.d" IS NULL' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE "g.d" > '2013-07-25' OR "g.d" IS NULL
  UNION ALL
  SELECT 35 AS c, 'd = substr(t, 1, 10)' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE d = substr(t, 1, 10)
  UNION ALL
  SELECT 35 AS c, 'd = substr(t, 1, 10)' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE d = substr(t, 1, 10)
  UNION ALL
  SELECT 35 AS c, 'd = substr(t, 1, 10)' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE d = substr(t, 1, 10)
  UNION ALL
  SELECT 36 AS c, 'back > 1372680000 AND back < 1372700000' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM v WHERE back > 1372680000 AND back < 1372700000
  UNION ALL
  SELECT 36 AS c, 'back > 1372680000 AND back < 1372700000' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM off WHERE back > 1372680000 AND back < 1372700000
  UNION ALL
  SELECT 36 AS c, 'back > 1372680000 AND back < 1372700000' AS name, count(*) || ' ' || ifnull(sum(i), '') AS rows FROM n WHERE back > 1372680000 AND back < 1372700000
) GROUP BY c HAVING min(rows) <> max(rows);
-- How many rows each accepts: none of the comparisons above was empty for the wrong reason.
SELECT (SELECT count(*) FROM v WHERE d >= '2013-07-01'), (SELECT count(*) FROM v WHERE d = '2013-07-15'), (SELECT count(*) FROM v WHERE d BETWEEN '2013-07-10' AND '2013-07-12'), (SELECT count(*) FROM v WHERE d IN ('2013-07-02', '2013-08-01', 'x', 15900)), (SELECT count(*) FROM v WHERE d < '2013'), (SELECT count(*) FROM v WHERE d > 5), (SELECT count(*) FROM v WHERE d IS NULL), (SELECT count(*) FROM v WHERE d LIKE '2013-07-2%'), (SELECT count(*) FROM v WHERE t = '2013-07-01 12:00:00'), (SELECT count(*) FROM v WHERE t > '2013-07-20'), (SELECT count(*) FROM v WHERE t <= '2013-07-02 01:02:03'), (SELECT count(*) FROM v WHERE t GLOB '2013-07-1?*'), (SELECT count(*) FROM v WHERE t = 1372680000), (SELECT count(*) FROM v WHERE us >= '2013-07-15 12:00:00.000001'), (SELECT count(*) FROM v WHERE us = '2013-07-01 12:10:00.250'), (SELECT count(*) FROM v WHERE ns < '2013-07-03'), (SELECT count(*) FROM v WHERE neg < '1970-01-01'), (SELECT count(*) FROM v WHERE neg > '1969-12-01' AND neg <> '1970-01-02'), (SELECT count(*) FROM v WHERE far > '9999'), (SELECT count(*) FROM v WHERE far < '0000-01-01'), (SELECT count(*) FROM v WHERE far >= '+010000'), (SELECT count(*) FROM v WHERE money = 12.34), (SELECT count(*) FROM v WHERE money > 25 AND money < 25.5), (SELECT count(*) FROM v WHERE url = 'u/123'), (SELECT count(*) FROM v WHERE url LIKE 'U/12%'), (SELECT count(*) FROM v WHERE url GLOB 'u/9*'), (SELECT count(*) FROM v WHERE url > 'u/9' OR url IS NULL), (SELECT count(*) FROM v WHERE url = x'752f3132'), (SELECT count(*) FROM v WHERE json_extract(js, '$.k') = 7), (SELECT count(*) FROM v WHERE uid = '00000000-0000-0000-0000-0000000000ff'), (SELECT count(*) FROM v WHERE uid > '00000000-0000-0000-0000-000000000a'), (SELECT count(*) FROM v WHERE raw = x'62'), (SELECT count(*) FROM v WHERE raw > 'a'), (SELECT count(*) FROM v WHERE "g.d" = '2013-07-15'), (SELECT count(*) FROM v WHERE "g.d" > '2013-07-25' OR "g.d" IS NULL), (SELECT count(*) FROM v WHERE d = substr(t, 1, 10)), (SELECT count(*) FROM v WHERE back > 1372680000 AND back < 1372700000);

-- Statistics, page indexes and Bloom filters still exclude what they excluded.
SELECT count(*) FROM v WHERE d >= '2013-07-25';
SELECT row_groups, row_groups_by_statistics, pages_by_bounds > 0 FROM parquet_scan_stats WHERE seq = (SELECT max(seq) FROM parquet_scan_stats);
--! host >= 3.38.0
SELECT count(*) FROM v WHERE t = '2013-07-10 00:00:01';
SELECT row_groups, row_groups_by_statistics, row_groups_by_bloom FROM parquet_scan_stats WHERE seq = (SELECT max(seq) FROM parquet_scan_stats);
SELECT count(*) FROM v WHERE url = 'u/1234x';
SELECT row_groups, row_groups_by_statistics + row_groups_by_bloom FROM parquet_scan_stats WHERE seq = (SELECT max(seq) FROM parquet_scan_stats);
--! end
SELECT max(d), min(us), max(far) = (SELECT max(far) FROM n) FROM v;
SELECT d, count(*) FROM v GROUP BY d ORDER BY d DESC LIMIT 2;
SELECT t FROM v ORDER BY t DESC LIMIT 1 OFFSET 1000;

-- Copies get the types that were read.
SELECT parquet_write('${TESTTMP}/copy.parquet', 'SELECT * FROM v');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/copy.parquet') WHERE type IS NOT NULL;
CREATE VIRTUAL TABLE copy USING parquet('${TESTTMP}/copy.parquet');
SELECT count(*) FROM (SELECT * FROM copy EXCEPT SELECT * FROM v);

-- Functions.
SELECT json_extract(row, '$.d'), json_extract(row, '$.g.d'), json_extract(row, '$.list[0]') FROM read_parquet('${TESTTMP}/f.parquet', 'types=d=DATE, "g.d"=DATE, list.list.element=DATE') LIMIT 1;
SELECT column_type, min, max, q50 FROM parquet_summarize('${TESTTMP}/f.parquet', 'types=t=TIMESTAMP_S', 'columns=t');
SELECT column_type, min, max FROM parquet_summarize('${TESTTMP}/f.parquet', 'types=t=TIMESTAMP_S', 'columns=t', 'exact=off');

-- What cannot be read so.
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/f.parquet', types='nothing=DATE');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/f.parquet', types='g=TEXT');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/f.parquet', types='d=UUID');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/f.parquet', types='d=UTINYINT');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/f.parquet', types='d=DATE NOT NULL');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/f.parquet', types='url=DATE');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/f.parquet', types='uid=TEXT');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/f.parquet', types='raw=NONSENSE');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/f.parquet', types='d');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/f.parquet', types='=DATE');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/f.parquet', types='d=');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/f.parquet', types='money=DECIMAL(19,2)');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/f.parquet', types='money=REAL');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/f.parquet', types='t=INTEGER');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/f.parquet', types='d=DOUBLE');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/f.parquet', types='back=TIMESTAMP');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/f.parquet', types='back=DATE');
SELECT count(*) FROM sqlite_master WHERE name = 'x';
CREATE VIRTUAL TABLE uids USING parquet('${TESTTMP}/f.parquet', types='uid=BLOB, uid=BLOB');
SELECT uid FROM uids WHERE uid = x'000000000000000000000000000000ff';
CREATE VIRTUAL TABLE fares USING parquet('testdata/trips.parquet', types='fare=DECIMAL(8,3)');
CREATE VIRTUAL TABLE u64 USING parquet('testdata/duckdb_types.parquet', types='u64=TIMESTAMP');
CREATE VIRTUAL TABLE f64 USING parquet('testdata/duckdb_types.parquet', types='f64=DATE');
CREATE VIRTUAL TABLE int96 USING parquet('testdata/java_int96.parquet', types='at=BIGINT');
-- Tables of the same file with different options, and without.
CREATE VIRTUAL TABLE plain USING parquet('testdata/trips.parquet');
CREATE VIRTUAL TABLE micros USING parquet('testdata/trips.parquet', types='pickup_at=BIGINT, fare=BIGINT');
CREATE VIRTUAL TABLE blobs USING parquet('testdata/trips.parquet', types='vendor=BLOB, passengers=DATE');
CREATE VIRTUAL TABLE same USING parquet('testdata/trips.parquet', types='vendor=BLOB, passengers=DATE');
SELECT pickup_at, fare, vendor, passengers FROM plain WHERE vendor = 'Metro Ride' LIMIT 1;
SELECT pickup_at, fare, vendor, passengers FROM micros WHERE vendor = 'Metro Ride' LIMIT 1;
SELECT pickup_at, fare, vendor, passengers FROM blobs WHERE vendor = x'4d6574726f2052696465' LIMIT 1;
SELECT count(*) FROM blobs JOIN same USING (vendor) WHERE blobs.trip_id = 100001 AND vendor > 'z';
SELECT pickup_at, fare, vendor, passengers FROM plain WHERE vendor = 'Metro Ride' LIMIT 1;

-- A table keeps its option when the database is opened again, and when the file is replaced.
SELECT count(*) FROM v WHERE d = '2013-07-01';
--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/new.parquet" && mv "${TESTTMP}/new.parquet" "${TESTTMP}/f.parquet"
SELECT count(*) FROM v WHERE d = '2013-07-01';
