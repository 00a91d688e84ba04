import { buildServerWhenStale } from '../scripts/steps/build.mjs';
import { findingRows } from './faults/books.ts';
import { runRestarts } from './restarts/drill.ts';
import { missingProxies, proxies } from './restarts/proxies.ts';
import { sentTwice } from './restarts/sent-twice.ts';
import { type Bench, none } from './result.ts';

/**
 * Restarts two web processes and a worker on one PostgreSQL one after the other, under load, behind each
 * proxy with its file in ops/. Counts failures and requests that a proxy sent twice.
 */
export const bench: Bench = async () => {
  const missing = missingProxies();
  if (missing.length > 0) {
    console.error(`Packages are missing: apt-get install --no-install-recommends ${missing.join(' ')}`);
    process.exit(1);
  }
  await buildServerWhenStale();
  const seed = Math.floor(Math.random() * 1_000_000);
  const repeated = await sentTwice();
  const { failed, counts, findings } = await runRestarts(seed);
  return {
    rows: [
      none('changes that a proxy sends twice', repeated),
      ...proxies.map(({ name }) => none(`${name}: failed`, failed[name] ?? [])),
      ...findingRows(findings),
    ],
    total: { seed, ...counts },
  };
};
