-- There are more unusable rows than the list of losses can hold: the last reported loss
-- extends exactly to the end of the row group.
CREATE VIRTUAL TABLE temp.g USING parquet('testdata/regressions/many_damaged_geometries.parquet', salvage=on);
SELECT count(*), count(g), count("g.xmin"), sum("g.xmin") FROM g;
SELECT values_lost, json_array_length(losses), json_extract(losses, '$[#-1]._file_row_number'), json_extract(losses, '$[#-1].rows') FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT group_concat(rowid, ' ') FROM g WHERE "g.xmin" IS NOT NULL AND rowid > 120;
