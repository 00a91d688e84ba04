import { describe, expect, test } from 'vitest';
import { centsToMicros } from '#contract/money.ts';
import { clopperPearson } from './clopper-pearson.ts';
import { probabilityOf } from './draw-audits.ts';
import { type AuditSums, lossOf } from './loss.ts';

const dollars = (amount: number) => amount * 1_000_000;
const cents = (micros: bigint) => Math.round(Number(micros) / 10_000);

/** Audits of equal amounts by different people. */
function sums(of: { audits: number; bought?: number; undecided?: number; drawn: number }): AuditSums {
  const weight = dollars(10) * of.audits;
  return {
    drawn: of.drawn,
    audited: dollars(10) * of.audits,
    weight,
    squares: of.audits * dollars(10) ** 2,
    bought: dollars(10) * (of.bought ?? 0),
    undecided: dollars(10) * (of.undecided ?? 0),
  };
}

test('the interval of Clopper and Pearson agrees with published tables', () => {
  for (const [hits, trials, low, high] of [
    [0, 30, 0, 0.1157],
    [5, 50, 0.0333, 0.2181],
    [1, 2, 0.0126, 0.9874],
    [10, 10, 0.6915, 1],
    [3, 2_000, 0.0003, 0.0044],
  ] as const) {
    const found = clopperPearson(hits, trials);
    expect([found.low, found.high]).toEqual([expect.closeTo(low, 4), expect.closeTo(high, 4)]);
  }
});

describe('the loss per $1,000', () => {
  test('counts a bought amount once for each amount like it that was not audited', () => {
    // Of $1,000 drawn at 50%, 40 amounts of $10.00 were audited and 2 found bought: $20.00 like them were paid.
    const loss = lossOf(sums({ audits: 40, bought: 2, drawn: dollars(1_000) }))!;
    expect([cents(loss.micros), loss.isEnough]).toEqual([2_000, true]);
    // Clopper and Pearson of 2 in 40: 0.61% to 16.92%, of the $600.00 that were not audited.
    expect([cents(loss.lowMicros), cents(loss.highMicros)]).toEqual([367, 10_152]);
  });

  test('is unknown with fewer than 30 independent people, with the upper bound that they allow', () => {
    const loss = lossOf(sums({ audits: 29, drawn: dollars(1_000) }))!;
    expect(loss.isEnough).toBe(false);
    // 1 - 0.025^(1/29) = 11.945% of $710.00.
    expect(cents(loss.highMicros)).toBe(8_481);
    const onePerson = sums({ audits: 400, drawn: dollars(10_000) });
    const same = lossOf({ ...onePerson, squares: onePerson.weight ** 2 })!;
    expect([same.isEnough, cents(same.highMicros)]).toEqual([false, 58_500]);
  });

  test('counts undecided audits as bought at the upper end, and never below', () => {
    const decided = lossOf(sums({ audits: 40, drawn: dollars(1_000) }))!;
    const waiting = lossOf(sums({ audits: 40, undecided: 4, drawn: dollars(1_000) }))!;
    expect(waiting.micros).toBe(0n);
    expect(waiting.highMicros).toBeGreaterThan(decided.highMicros);
  });

  test('is unknown without a decided audit', () => {
    expect(lossOf(sums({ audits: 0, drawn: 0 }))).toBeNull();
    expect(lossOf(sums({ audits: 3, undecided: 3, drawn: dollars(90) }))).toBeNull();
  });

  test('is right on average over many draws, and within its interval in 19 of 20 worlds', () => {
    let state = 7;
    const random = () => {
      state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
      return state / 2 ** 32;
    };
    const people = Array.from({ length: 600 }, (_, i) => ({
      fresh: dollars(2 + (i % 40)),
      percent: [50, 30, 15, 8][i % 4]!,
      isBought: i % 9 === 0,
    }));
    const drawn = people.reduce((sum, { fresh }) => sum + fresh, 0);
    let [estimates, losses, covered] = [0, 0, 0];
    const worlds = 400;
    for (let world = 0; world < worlds; world++) {
      const all = { drawn, audited: 0, weight: 0, squares: 0, bought: 0, undecided: 0 };
      let lost = 0;
      for (const { fresh, percent, isBought } of people) {
        const p = probabilityOf({ audit_percent: percent, fresh_micros: centsToMicros(fresh / 10_000) });
        if (random() >= p) {
          lost += isBought ? fresh : 0;
          continue;
        }
        const weight = (fresh * (1 - p)) / p;
        all.audited += fresh;
        all.weight += weight;
        all.squares += weight * weight;
        all.bought += isBought ? weight : 0;
      }
      const found = lossOf(all)!;
      const truth = (1_000_000_000 * lost) / drawn;
      estimates += Number(found.micros);
      losses += truth;
      if (Number(found.lowMicros) <= truth && truth <= Number(found.highMicros)) covered++;
    }
    expect(estimates / losses).toBeCloseTo(1, 1);
    expect(covered / worlds).toBeGreaterThanOrEqual(0.95);
  });
});
