// SPDX-License-Identifier: MIT
// Draws the pictures of the demo page in the documents: dist/wasm/pictures.mjs, after `make wasm`.
import { Browser, DESKTOP, PHONE } from "./browser.mjs";

const SQL = `SELECT [dropoff.zone] AS zone, count(*) AS rides, round(avg(distance_km), 1) AS km, max(pickup_at) AS latest
  FROM trips
 WHERE pickup_at >= '2024-01-03' AND [dropoff.zone] IS NOT NULL
 GROUP BY zone
 ORDER BY rides DESC`;

const page = await Browser.start({ ...DESKTOP, width: 1100, height: 640 });
await page.click("#sample");
await page.query(SQL);
await page.screenshot("docs/pictures/demo.png");
await page.resize({ ...PHONE, height: 740 });
await page.open();
await page.click("#sample-examples button", "Rides per day");
await page.click("[role=tab]", "Chart");
await page.evaluate("document.querySelector('textarea').scrollIntoView()");
await page.screenshot("docs/pictures/demo-phone.png");
await page.close();
