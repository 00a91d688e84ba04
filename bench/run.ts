import type { Bench, BenchResult } from './result.ts';

/** npm run bench -- NAME [--json]. A new benchmark is one file that exports `bench`, and one line here. */
const benches: Record<string, () => Promise<{ bench: Bench }>> = {
  books: () => import('./books.ts'),
  failover: () => import('./failover.ts'),
  faults: () => import('./faults.ts'),
  feed: () => import('./feed.ts'),
  fraud: () => import('./fraud.ts'),
  'fraud-audience': () => import('./fraud-audience.ts'),
  'fraud-model': () => import('./fraud-model.ts'),
  ingest: () => import('./ingest.ts'),
  interaction: () => import('./interaction.ts'),
  ledger: () => import('./ledger.ts'),
  live: () => import('./live.ts'),
  loss: () => import('./loss.ts'),
  media: () => import('./media.ts'),
  opening: () => import('./opening.ts'),
  panel: () => import('./panel.ts'),
  partitions: () => import('./partitions.ts'),
  polling: () => import('./polling.ts'),
  processes: () => import('./processes.ts'),
  recover: () => import('./recover.ts'),
  restarts: () => import('./restarts.ts'),
  restore: () => import('./restore.ts'),
  scale: () => import('./scale.ts'),
  settle: () => import('./settle.ts'),
  upgrade: () => import('./upgrade.ts'),
  web: () => import('./web.ts'),
};

function printTable({ rows, total }: BenchResult): void {
  const header = ['name', 'value', 'unit', 'baseline', 'ratio', 'target', ''];
  const cells = rows.map((row) => [
    row.name,
    String(row.value),
    row.unit,
    row.baseline === null ? '-' : String(row.baseline),
    row.ratio === null ? '-' : String(row.ratio),
    row.target === null ? '-' : `${row.lowerIsBetter ? '<=' : '>='} ${row.target}`,
    row.target === null
      ? ''
      : row.lowerIsBetter === row.value > row.target && row.value !== row.target
        ? 'missed'
        : 'met',
  ]);
  const widths = header.map((title, i) => Math.max(title.length, ...cells.map((cell) => cell[i]!.length)));
  for (const line of [header, ...cells]) {
    console.log(
      line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
    );
  }
  console.log('');
  for (const [name, value] of Object.entries(total)) console.log(`${name}: ${value}`);
}

const [name, ...flags] = process.argv.slice(2);
const load = name === undefined ? undefined : benches[name];
if (!load) {
  console.error(
    `${name ? `No benchmark is called "${name}".` : 'Name a benchmark.'} There are: ${Object.keys(benches).join(', ')}.`,
  );
  process.exitCode = 1;
} else {
  const result = await (await load()).bench();
  if (flags.includes('--json')) console.log(JSON.stringify(result));
  else printTable(result);
}
