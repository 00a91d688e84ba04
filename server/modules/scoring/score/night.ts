import { type Cells, toCells } from './cells.ts';
import { arrival, list } from './sentences.ts';
import { along, type Evidence, type Finding, type Signal } from './signal.ts';

/** A night fills one cell of six hours. For two weeks, readings are at least that frequent. */
const CELL_HOURS = 6;
const WINDOWS = [8, 12, 16, 28];
/** A cell with fewer views varies too much by chance. */
const MIN_CELL_VIEWS = 12;

interface Even {
  fromHours: number;
  hours: number;
  views: number;
  /** The views of each quarter of the day, over all days. */
  quarters: number[];
  observed: number;
}

/**
 * `no_daily_cycle`: no slower pace at night. The pace of a real audience, in six-hour cells and without its trend,
 * follows the time of day; a delivery continues through the night. Unlike `linear_delivery`, this works with
 * readings six hours apart and on a delivery that speeds up or slows down.
 */
function noNight(evidence: Evidence): Finding | null {
  const found = mostEvenDays(toCells(evidence.curve, evidence.intervals, CELL_HOURS), evidence.views);
  if (!found) return null;
  const stretch = {
    from: indexAt(evidence, found.fromHours),
    to: indexAt(evidence, found.fromHours + found.hours),
  };
  return {
    observed: found.observed,
    gate: along({ weak: 0.05, strong: 0.25 }, found.views / evidence.views),
    stretch,
    contests: true,
    sentence: () =>
      `${arrival(evidence, found.views, stretch)}, as many by night as by day: ${list(found.quarters)} in the four quarters of a day.`,
  };
}

function indexAt({ curve }: Evidence, hours: number): number {
  let i = 0;
  while (i + 1 < curve.count && curve.hours[i + 1]! <= hours + 0.01) i++;
  return i;
}

/**
 * Returns the stretch of whole days that deviates least from an exponential trend, at the upper bound that
 * chance allows.
 */
function mostEvenDays({ count: cells, start, views }: Cells, total: number): Even | null {
  let best: Even | null = null;
  for (const size of WINDOWS) {
    for (let from = 0; from + size <= cells; from++) {
      let [sum, logs, slope, chance, squares] = [0, 0, 0, 0, 0];
      for (let i = 0; i < size; i++) {
        const value = views[from + i]!;
        if (!(value >= MIN_CELL_VIEWS)) {
          sum = Number.NaN;
          break;
        }
        const log = Math.log(value);
        sum += value;
        logs += log;
        squares += log * log;
        slope += log * (i - (size - 1) / 2);
        chance += 1 / value;
      }
      if (!(sum >= 0.05 * total)) continue;
      const trend = (12 * slope * slope) / (size * size * (size * size - 1));
      const spread = Math.max(0, squares / size - (logs / size) ** 2 - trend);
      const own = Math.sqrt(Math.max(0, spread - chance / size));
      const observed = Math.sqrt(own * own + spread * Math.sqrt(2 / size));
      if (best && observed >= best.observed) continue;
      best = {
        fromHours: start + from * CELL_HOURS,
        hours: size * CELL_HOURS,
        views: sum,
        quarters: [0, 1, 2, 3].map((quarter) => sumOfEvery(views, from, size, quarter)),
        observed,
      };
    }
  }
  return best;
}

function sumOfEvery(views: Float64Array, from: number, size: number, quarter: number): number {
  let sum = 0;
  for (let i = quarter; i < size; i += 4) sum += views[from + i]!;
  return sum;
}

export const nightSignal: Signal = {
  id: 'no_daily_cycle',
  version: 1,
  weight: 0.5,
  needsHistory: true,
  needsLikes: false,
  ramp: { weak: 0.06, strong: 0.02 },
  measure: noNight,
};
