// Prints a month of a clipper's earnings, in dollars.
import { createClient, rowsOf } from '../client.mjs';

const { PERMILLE_URL: baseUrl, PERMILLE_KEY: key, MONTH: month = '2026-03' } = process.env;
const permille = createClient({ baseUrl, key });

/** @param {string} micros */
const dollars = (micros) => (Number(micros) / 1_000_000).toFixed(2);

for await (const row of rowsOf(permille.clipperStatement, { month })) {
  console.log(`${row.section}, ${row.name}: $${dollars(row.amountMicros)}`);
}
