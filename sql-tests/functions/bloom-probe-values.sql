-- parquet_bloom_probe() converts a value as a comparison with the column does.
SELECT parquet_write('${TESTTMP}/b.parquet', 'SELECT ''5'' AS s, 5 AS i, 5.0 AS r, x''35'' AS b UNION ALL SELECT ''5.5'', 7, 5.5, x''00'' UNION ALL SELECT ''1e3'', -1, -0.0, x''''', 'bloom_filter=s,i,b');
SELECT v, typeof(v), (SELECT bloom_filter_excludes FROM parquet_bloom_probe('${TESTTMP}/b.parquet', 's', v)) AS s,
       (SELECT bloom_filter_excludes FROM parquet_bloom_probe('${TESTTMP}/b.parquet', 'i', v)) AS i,
       (SELECT bloom_filter_excludes FROM parquet_bloom_probe('${TESTTMP}/b.parquet', 'b', v)) AS b
  FROM (SELECT 5 AS v UNION ALL VALUES (5.5), (6), ('5'), ('5.5'), ('05'), ('7'), ('7.0'), (' 7 '), ('x'), (7.0), (7.5), (x'35'), (x'36'), (1000.0), ('1e3'), (''), (NULL));
