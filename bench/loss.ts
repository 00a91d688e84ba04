import { reconcile } from '#server/modules/ledger/ledger.ts';
import { assumptions, BUYING_ACCOUNTS, CPM, DAYS, TARGET_CPM, TARGET_PRICE } from './loss/assumptions.ts';
import { cheatFigures, honestFigures, honestIncome, profitOf } from './loss/figures.ts';
import { kinds } from './loss/kinds.ts';
import { placeSlots } from './loss/people.ts';
import { play } from './loss/play.ts';
import { cheatTable, honestTable } from './loss/tables.ts';
import { tally } from './loss/tally.ts';
import { openWorld } from './loss/world.ts';
import { type Bench, none, round, row } from './result.ts';

/** Days of posting: at full size, and with `--small`. */
const SMALL_DAYS = 12;
const SEED = 9_511;
const TARGETS = { loss: 20, perfectLoss: 100, profit: 0, inTime: 0.9, held: 0.02, asked: 0.05 };

function option(name: string): string | null {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`));
  return given === undefined ? null : given.slice(name.length + 3);
}

/**
 * Plays buyers and honest people through the product's counting, scoring, settlement and release on a moved
 * clock, and reports what fraud costs and earns. Options: --small, --seed=N, --days=N, --kinds=WORDS.
 */
export const bench: Bench = async () => {
  const days = Number(option('days') ?? (process.argv.includes('--small') ? SMALL_DAYS : DAYS));
  const seed = Number(option('seed') ?? SEED);
  const words = option('kinds')?.split(',');
  const played = words
    ? kinds.filter(({ name, fraud }) => !fraud || words.some((word) => name.includes(word)))
    : kinds;
  for (const line of assumptions) console.error(line);
  const started = performance.now();
  const world = await openWorld(seed);
  try {
    const slots = placeSlots(played, 1, seed);
    const outcome = await play(world, slots, { days, say: console.error });
    const paid = await tally(world.db, outcome.clips, outcome.taken);
    const { invariants } = await reconcile(world.db);
    const whole = { ...outcome, paid, days };
    const cheats = played.filter(({ fraud }) => fraud).flatMap((kind) => [cheatFigures(kind, whole)]);
    const honest = played.filter(({ fraud }) => !fraud).map((kind) => honestFigures(kind, whole));
    console.error(cheatTable(cheats));
    console.error(honestTable(honest));
    const all = honestFigures(null, whole);
    const ordinary = cheats.map(([best]) => best!).filter(({ kind }) => !kind.isPerfect);
    const perfect = cheats.map(([best]) => best!).filter(({ kind }) => kind.isPerfect);
    const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
    const dollars = (name: string, value: number, target: number | null, unit = '$') =>
      row({ name, value: round(value), unit, baseline: null, target, lowerIsBetter: true });
    const share = (name: string, value: number, target: number | null, lowerIsBetter = true) =>
      row({ name, value: round(value), unit: 'share', baseline: null, target, lowerIsBetter });
    const profitable = ordinary.filter((one) => profitOf(one) > 0);
    return {
      rows: [
        share('bought views paid, mean of the kinds', mean(ordinary.map((one) => one.paidPart)), null),
        dollars(
          'loss per $1,000, mean of the kinds',
          mean(ordinary.map((one) => one.lossPerThousand)),
          TARGETS.loss,
        ),
        dollars(
          'loss per $1,000, worst kind',
          Math.max(0, ...ordinary.map((one) => one.lossPerThousand)),
          null,
        ),
        dollars(
          'loss per $1,000, perfect imitations',
          Math.max(0, ...perfect.map((one) => one.lossPerThousand)),
          TARGETS.perfectLoss,
        ),
        dollars(
          `kinds that profit at $${TARGET_PRICE} and CPM $${TARGET_CPM}`,
          profitable.length,
          0,
          `of ${ordinary.length}`,
        ),
        share('bought clips held', mean(ordinary.map((one) => one.held)), null, false),
        share('bought clips asked about', mean(ordinary.map((one) => one.asked)), null, false),
        dollars('honest money: hours until the release, median', all.median, null, 'hours'),
        dollars('honest money: hours until the release, slowest tenth', all.slowestTenth, 96, 'hours'),
        share('honest money released within 96 hours', all.inTime, TARGETS.inTime, false),
        share('honest clips held', all.held, null),
        share('honest clips held, worst kind', Math.max(0, ...honest.map((one) => one.held)), TARGETS.held),
        share('honest clips asked about', all.asked, TARGETS.asked),
        share('honest clips audited', all.audited, null),
        none(
          'broken invariants',
          invariants.filter(({ ok }) => !ok).map((one) => JSON.stringify(one)),
        ),
      ],
      total: {
        ...{
          seed,
          days,
          clips: outcome.clips.length,
          kinds: played.length,
          clockDays: Math.round(outcome.hours / 24),
        },
        honestIncomeOf90Days: `$${round(honestIncome(whole))}`,
        rate: `$${CPM} per 1,000`,
        buyingAccounts: BUYING_ACCOUNTS,
        profitable: profitable.map(({ kind }) => kind.name).join('; ') || 'none',
        seconds: Math.round((performance.now() - started) / 1_000),
      },
    };
  } finally {
    await world.close();
  }
};
