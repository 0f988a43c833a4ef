SELECT count(*) FROM hits
SELECT count(*) FROM hits WHERE AdvEngineID <> 0
SELECT sum(AdvEngineID), count(*), avg(ResolutionWidth) FROM hits
SELECT avg(UserID) FROM hits
SELECT count(DISTINCT UserID) FROM hits
SELECT count(DISTINCT SearchPhrase) FROM hits
SELECT min(EventDate), max(EventDate) FROM hits
SELECT AdvEngineID, count(*) AS n FROM hits WHERE AdvEngineID <> 0 GROUP BY AdvEngineID ORDER BY n DESC
SELECT RegionID, count(DISTINCT UserID) AS n FROM hits GROUP BY RegionID ORDER BY n DESC LIMIT 10
SELECT RegionID, sum(AdvEngineID), count(*) AS n, avg(ResolutionWidth), count(DISTINCT UserID) FROM hits GROUP BY RegionID ORDER BY n DESC LIMIT 10
SELECT MobilePhoneModel, count(DISTINCT UserID) AS n FROM hits WHERE MobilePhoneModel <> '' GROUP BY MobilePhoneModel ORDER BY n DESC LIMIT 10
SELECT MobilePhone, MobilePhoneModel, count(DISTINCT UserID) AS n FROM hits WHERE MobilePhoneModel <> '' GROUP BY MobilePhone, MobilePhoneModel ORDER BY n DESC LIMIT 10
SELECT SearchPhrase, count(*) AS n FROM hits WHERE SearchPhrase <> '' GROUP BY SearchPhrase ORDER BY n DESC LIMIT 10
SELECT SearchPhrase, count(DISTINCT UserID) AS n FROM hits WHERE SearchPhrase <> '' GROUP BY SearchPhrase ORDER BY n DESC LIMIT 10
SELECT SearchEngineID, SearchPhrase, count(*) AS n FROM hits WHERE SearchPhrase <> '' GROUP BY SearchEngineID, SearchPhrase ORDER BY n DESC LIMIT 10
SELECT UserID, count(*) AS n FROM hits GROUP BY UserID ORDER BY n DESC LIMIT 10
SELECT UserID, SearchPhrase, count(*) AS n FROM hits GROUP BY UserID, SearchPhrase ORDER BY n DESC LIMIT 10
SELECT UserID, SearchPhrase, count(*) FROM hits GROUP BY UserID, SearchPhrase LIMIT 10
SELECT UserID, {minute} AS m, SearchPhrase, count(*) AS n FROM hits GROUP BY UserID, m, SearchPhrase ORDER BY n DESC LIMIT 10
SELECT UserID FROM hits WHERE UserID = {user}
SELECT count(*) FROM hits WHERE URL LIKE '%google%'
SELECT SearchPhrase, min(URL), count(*) AS n FROM hits WHERE URL LIKE '%google%' AND SearchPhrase <> '' GROUP BY SearchPhrase ORDER BY n DESC LIMIT 10
SELECT SearchPhrase, min(URL), min(Title), count(*) AS n, count(DISTINCT UserID) FROM hits WHERE Title LIKE '%Google%' AND URL NOT LIKE '%.google.%' AND SearchPhrase <> '' GROUP BY SearchPhrase ORDER BY n DESC LIMIT 10
SELECT * FROM hits WHERE URL LIKE '%google%' ORDER BY EventTime LIMIT 10
SELECT SearchPhrase FROM hits WHERE SearchPhrase <> '' ORDER BY EventTime LIMIT 10
SELECT SearchPhrase FROM hits WHERE SearchPhrase <> '' ORDER BY SearchPhrase LIMIT 10
SELECT SearchPhrase FROM hits WHERE SearchPhrase <> '' ORDER BY EventTime, SearchPhrase LIMIT 10
SELECT CounterID, avg(length(URL)) AS l, count(*) AS n FROM hits WHERE URL <> '' GROUP BY CounterID HAVING count(*) > {many} ORDER BY l DESC LIMIT 25
SELECT {host} AS k, avg(length(Referer)) AS l, count(*) AS n, min(Referer) FROM hits WHERE Referer <> '' GROUP BY k HAVING count(*) > {many} ORDER BY l DESC LIMIT 25
SELECT {sums} FROM hits
SELECT SearchEngineID, ClientIP, count(*) AS n, sum(IsRefresh), avg(ResolutionWidth) FROM hits WHERE SearchPhrase <> '' GROUP BY SearchEngineID, ClientIP ORDER BY n DESC LIMIT 10
SELECT WatchID, ClientIP, count(*) AS n, sum(IsRefresh), avg(ResolutionWidth) FROM hits WHERE SearchPhrase <> '' GROUP BY WatchID, ClientIP ORDER BY n DESC LIMIT 10
SELECT WatchID, ClientIP, count(*) AS n, sum(IsRefresh), avg(ResolutionWidth) FROM hits GROUP BY WatchID, ClientIP ORDER BY n DESC LIMIT 10
SELECT URL, count(*) AS n FROM hits GROUP BY URL ORDER BY n DESC LIMIT 10
SELECT 1, URL, count(*) AS n FROM hits GROUP BY 1, URL ORDER BY n DESC LIMIT 10
SELECT ClientIP, ClientIP - 1, ClientIP - 2, ClientIP - 3, count(*) AS n FROM hits GROUP BY ClientIP, ClientIP - 1, ClientIP - 2, ClientIP - 3 ORDER BY n DESC LIMIT 10
SELECT URL, count(*) AS n FROM hits WHERE {july} AND DontCountHits = 0 AND IsRefresh = 0 AND URL <> '' GROUP BY URL ORDER BY n DESC LIMIT 10
SELECT Title, count(*) AS n FROM hits WHERE {july} AND DontCountHits = 0 AND IsRefresh = 0 AND Title <> '' GROUP BY Title ORDER BY n DESC LIMIT 10
SELECT URL, count(*) AS n FROM hits WHERE {july} AND IsRefresh = 0 AND IsLink <> 0 AND IsDownload = 0 GROUP BY URL ORDER BY n DESC LIMIT 10 OFFSET 100
SELECT TraficSourceID, SearchEngineID, AdvEngineID, CASE WHEN SearchEngineID = 0 AND AdvEngineID = 0 THEN Referer ELSE '' END AS src, URL AS dst, count(*) AS n FROM hits WHERE {july} AND IsRefresh = 0 GROUP BY TraficSourceID, SearchEngineID, AdvEngineID, src, dst ORDER BY n DESC LIMIT 10 OFFSET 1000
SELECT URLHash, EventDate, count(*) AS n FROM hits WHERE {july} AND IsRefresh = 0 AND TraficSourceID IN (-1, 6) AND RefererHash = {referer} GROUP BY URLHash, EventDate ORDER BY n DESC LIMIT 10 OFFSET 10
SELECT WindowClientWidth, WindowClientHeight, count(*) AS n FROM hits WHERE {july} AND IsRefresh = 0 AND DontCountHits = 0 AND URLHash = {url} GROUP BY WindowClientWidth, WindowClientHeight ORDER BY n DESC LIMIT 10 OFFSET 10
SELECT {to_minute} AS m, count(*) FROM hits WHERE CounterID = 62 AND EventDate >= '2013-07-14' AND EventDate <= '2013-07-15' AND IsRefresh = 0 AND DontCountHits = 0 GROUP BY m ORDER BY m LIMIT 10 OFFSET 100
