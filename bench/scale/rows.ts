import { median } from '../feed/load.ts';
import { type BenchRow, round, row } from '../result.ts';
import { CONNECTIONS, type Latencies } from './calls.ts';
import type { bytesEach } from './disk.ts';
import type { Size } from './ids.ts';
import type { Figures } from './jobs.ts';

/** The cost counts as flat when a larger world is at most this much more expensive. */
const FLAT = 1.5;
const SLOWEST_MS = 100;
/** Seconds below which a job's run is negligible. */
const NOTICED_S = 0.02;

const at = ({ listings }: Size): string => `${listings.toLocaleString('en-US')}: `;
const spread = (values: number[]): string => `(${round(Math.min(...values))}-${round(Math.max(...values))})`;

/** Compares a figure. A time may rise by the factor `FLAT`, and a rate may fall by it. */
function compared(
  name: string,
  values: number[],
  before: number[],
  unit: string,
  more: Partial<BenchRow> = {},
): BenchRow {
  const baseline = before.length > 0 ? round(median(before)) : null;
  return row({
    name: `${name} ${spread(values)}`,
    value: round(median(values)),
    unit,
    baseline,
    target: null,
    lowerIsBetter: true,
    ...more,
  });
}

/** Returns rows on calls in this world, compared with the smallest one in the same minutes. */
export function ofCalls(size: Size, here: Latencies, smallest: Latencies): BenchRow[] {
  return [...here].flatMap(([name, latencies]) =>
    CONNECTIONS.flatMap((connections) => {
      const [now, then] = [latencies.get(connections)!, smallest.get(name)!.get(connections)!];
      const title = `${at(size)}${name}, ${connections === 1 ? 'one connection' : `${connections} connections`}`;
      const flat = connections === 1 ? round(FLAT * median(then.p50)) : null;
      return [
        compared(`${title}, p50`, now.p50, then.p50, 'ms', { target: flat }),
        compared(`${title}, p99`, now.p99, then.p99, 'ms', { target: SLOWEST_MS }),
      ];
    }),
  );
}

const RATES: Record<string, string> = {
  'clips counted and scored': '1/s',
  'clips settled between sweeps': '1/s',
  'clips settled by a sweep': '1/s',
  'clips of a claimed account': '',
  'snapshots of 10 days': '',
  'snapshots ended a second': '1/s',
  'WAL of a counted clip': 'bytes',
  'WAL of a settled clip': 'bytes',
};

/**
 * Returns rows on work in this world, compared with the smallest one in the same minutes, without jobs of
 * negligible time.
 */
export function ofFigures(size: Size, here: Figures, smallest: Figures): BenchRow[] {
  return [...here].flatMap(([name, values]) => {
    const isRate = name in RATES || name.startsWith('dead rows');
    if (!isRate && median(values) < NOTICED_S) return [];
    const unit = isRate ? (RATES[name] ?? '') : 's';
    return [
      compared(`${at(size)}${name}`, values, smallest.get(name) ?? [], unit, {
        lowerIsBetter: unit !== '1/s',
      }),
    ];
  });
}

export const ofDisk = (size: Size, { all, ...each }: Awaited<ReturnType<typeof bytesEach>>): BenchRow[] => [
  ...Object.entries(each).map(([what, bytes]) =>
    compared(`${at(size)}disk of one ${what}`, [bytes], [], 'bytes'),
  ),
  compared(`${at(size)}disk of the world`, [all / 2 ** 30], [], 'GiB'),
];
