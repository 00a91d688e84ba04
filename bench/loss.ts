import { reconcile } from '#server/modules/ledger/ledger.ts';
import { assumptions, DAYS } from './loss/assumptions.ts';
import { cheatFigures, honestFigures, honestIncome } from './loss/figures.ts';
import { kinds } from './loss/kinds.ts';
import { placeSlots } from './loss/people.ts';
import { play } from './loss/play.ts';
import { cheatRows, honestRows, profitable } from './loss/rows.ts';
import { cheatTable, honestTable } from './loss/tables.ts';
import { tally } from './loss/tally.ts';
import { openWorld } from './loss/world.ts';
import { type Bench, none, round } from './result.ts';

/** Days of posting: at full size, and with `--small`. */
const SMALL_DAYS = 12;
const SEED = 9_511;

function option(name: string): string | null {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`));
  return given === undefined ? null : given.slice(name.length + 3);
}

/**
 * Plays buyers and honest people through the product's counting, scoring, settlement and release on a moved
 * clock, and reports what fraud costs and earns. Options: --small, --seed=N, --days=N, --kinds=WORDS, --times=N.
 */
export const bench: Bench = async () => {
  const days = Number(option('days') ?? (process.argv.includes('--small') ? SMALL_DAYS : DAYS));
  const seed = Number(option('seed') ?? SEED);
  const words = option('kinds')?.split(',');
  const played = words
    ? kinds.filter(({ name, fraud }) => !fraud || words.some((word) => name.includes(word)))
    : kinds;
  const more = Array.from({ length: Number(option('times') ?? 1) - 1 }, () =>
    played.filter(({ fraud }) => fraud),
  ).flat();
  for (const line of assumptions) console.error(line);
  const started = performance.now();
  const world = await openWorld(seed);
  try {
    const slots = placeSlots([...played, ...more], seed);
    const outcome = await play(world, slots, { days, say: console.error });
    const paid = await tally(world.db, outcome.clips, outcome.taken);
    const { invariants } = await reconcile(world.db);
    const whole = { ...outcome, paid, days };
    const cheats = played.filter(({ fraud }) => fraud).map((kind) => cheatFigures(kind, whole));
    const honest = played.filter(({ fraud }) => !fraud).map((kind) => honestFigures(kind, whole));
    console.error(cheatTable(cheats));
    console.error(honestTable(honest));
    const broken = invariants.filter(({ ok }) => !ok).map((one) => JSON.stringify(one));
    const best = cheats.map(([one]) => one!);
    return {
      rows: [...cheatRows(best), ...honestRows(honest, whole), none('broken invariants', broken)],
      total: {
        ...{ seed, days, clips: outcome.clips.length, kinds: played.length },
        clockDays: Math.round(outcome.hours / 24),
        honestIncomeOf90Days: `$${round(honestIncome(whole))}`,
        profitable:
          profitable(best)
            .map(({ kind }) => kind.name)
            .join('; ') || 'none',
        seconds: Math.round((performance.now() - started) / 1_000),
      },
    };
  } finally {
    await world.close();
  }
};
