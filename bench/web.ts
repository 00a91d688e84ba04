import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromiumPath } from '../scripts/steps/chromium.mjs';
import { BASELINE_BYTES } from '../scripts/steps/web-sizes.mjs';
import { median } from './feed/load.ts';
import { type Bench, type BenchRow, round, row } from './result.ts';
import { categories, startBrowser, startServer, type Visit, visit } from './web/visits.ts';

const ROUNDS = 5;

async function publicPaths(baseUrl: string): Promise<string[]> {
  const reply = await fetch(`${baseUrl}/api/listings`);
  const { rows } = (await reply.json()) as { rows: { id: string; host: { username: string } }[] };
  const { id, host } = rows[0]!;
  return ['/', '/explore', '/pricing', '/help-center', '/auth', `/listings/${id}`, `/@${host.username}`];
}

const nameOf = (path: string): string =>
  path.startsWith('/listings/') ? 'a listing' : path.startsWith('/@') ? 'a profile' : path;

const scriptBytes = (scripts: string[]): number =>
  [...new Set(scripts)]
    .map((url) => gzipSync(readFileSync(join('dist/web', new URL(url).pathname))).length)
    .reduce((sum, bytes) => sum + bytes, 0);

function rowsOf(path: string, visits: Visit[]): BenchRow[] {
  const name = nameOf(path);
  const middle = (pick: (one: Visit) => number) => round(median(visits.map(pick)));
  const plain = { baseline: null, lowerIsBetter: true };
  const kilobytes = round(scriptBytes(visits[0]!.scripts) / 1000);
  return [
    ...categories.map((category) =>
      row({
        name: `${name}: ${category}`,
        value: middle((one) => one.scores[category]),
        unit: 'of 100',
        baseline: null,
        target: 98,
        lowerIsBetter: false,
      }),
    ),
    row({
      ...plain,
      name: `${name}: layout shift`,
      value: middle((one) => one.layoutShift),
      unit: '',
      target: 0,
    }),
    row({
      ...plain,
      name: `${name}: largest paint`,
      value: middle((one) => one.largestPaintMs),
      unit: 'ms',
      target: null,
    }),
    row({
      ...plain,
      name: `${name}: scripts (baseline: React and router alone)`,
      value: kilobytes,
      unit: 'kB gzip',
      baseline: BASELINE_BYTES / 1000,
      target: null,
    }),
  ];
}

/** Measures first visits to public pages of the built server, with Lighthouse on its simulated phone. */
export const bench: Bench = async () => {
  const server = await startServer();
  try {
    const paths = await publicPaths(server.address);
    const visits = new Map<string, Visit[]>(paths.map((path) => [path, []]));
    const browser = await startBrowser(await chromiumPath());
    try {
      for (let n = 0; n < ROUNDS; n++)
        for (const path of paths) visits.get(path)!.push(await visit(server.address + path, browser.address));
    } finally {
      await browser.stop();
    }
    const failures = [...visits].map(([path, seen]) => [
      `below 100 on ${nameOf(path)}`,
      [...new Set(seen.flatMap((one) => one.failures))].join(', ') || 'nothing',
    ]);
    return {
      rows: [...visits].flatMap(([path, seen]) => rowsOf(path, seen)),
      total: {
        rounds: ROUNDS,
        load: loadavg()
          .map((load) => load.toFixed(1))
          .join(' '),
        ...Object.fromEntries(failures),
      },
    };
  } finally {
    await server.stop();
  }
};
