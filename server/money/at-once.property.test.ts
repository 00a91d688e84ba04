import fc from 'fast-check';
import { test } from 'vitest';
import { DAY, HOUR } from '#server/infra/clock.ts';
import { act, anyStep, beginning, type Step } from '#server/testing/money/actions.ts';
import type { Booked } from '#server/testing/money/done.ts';
import { expectReconciled, runOutside } from '#server/testing/money/round.ts';
import { expectBooked, expectOutsideAgrees } from '#server/testing/money/truth.ts';
import { type MoneyWorld, moneyWorld } from '#server/testing/money/world.ts';
import { moneyRuns } from '#server/testing/runs.ts';

/** Does everything that is due in two processes at once, each at its own speed. */
async function runAll(w: MoneyWorld): Promise<void> {
  const { deposits, decisions, listings, payouts } = w.jobs;
  const process = async () => {
    await Promise.all([runOutside(w), w.run(decisions), w.earn(), w.run(listings), w.run(payouts)]);
  };
  await Promise.all([process(), process(), w.run(deposits)]);
}

async function expectSafety(batches: Step[][], losesReplies: boolean): Promise<void> {
  const w = await moneyWorld();
  try {
    w.network.losesReplies = losesReplies;
    const booked: Booked[] = [];
    for (const step of beginning) {
      booked.push(...(await act(w, step)).booked);
      await runAll(w);
    }
    for (const steps of batches) {
      // Time passes between transactions, never during one.
      for (const step of steps.filter(({ of }) => of === 'time')) await act(w, step);
      const batch = steps.filter(({ of }) => of !== 'time');
      const [done] = await Promise.all([Promise.all(batch.map((step) => act(w, step))), runAll(w)]);
      booked.push(...done.flatMap((one) => one.booked));
      await expectReconciled(w);
      await expectBooked(w, booked);
    }
    await act(w, { of: 'payouts', step: { do: 'paypal', mode: 'ok' } });
    for (const ms of [2 * HOUR, 2 * HOUR, 4 * DAY, DAY + HOUR]) {
      w.clock.advance(ms);
      await runAll(w);
    }
    await expectReconciled(w);
    await expectBooked(w, booked);
    await expectOutsideAgrees(w);
  } finally {
    await w.close();
  }
}

test('when many people act on money at once, everything confirmed to them is in the books once, and nothing is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyStep, { minLength: 4, maxLength: 7, size: 'max' }), {
        minLength: 3,
        maxLength: 5,
        size: 'max',
      }),
      fc.boolean(),
      expectSafety,
    ),
    { ...moneyRuns(1), endOnFailure: true },
  );
}, 3_600_000);
