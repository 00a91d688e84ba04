import fc from 'fast-check';
import { test } from 'vitest';
import { DAY, HOUR } from '#server/infra/clock.ts';
import { act, anyStep, beginning, type Step } from '#server/testing/money/actions.ts';
import { nothing } from '#server/testing/money/done.ts';
import type { Model } from '#server/testing/money/model.ts';
import { advanceAndCompare, expectReconciled, modelOf } from '#server/testing/money/round.ts';
import { expectOutsideAgrees } from '#server/testing/money/truth.ts';
import { type MoneyWorld, moneyWorld } from '#server/testing/money/world.ts';
import { moneyRuns } from '#server/testing/runs.ts';

async function expectAgreement(steps: Step[], losesReplies: boolean): Promise<void> {
  const w = await moneyWorld();
  try {
    const model = modelOf(w);
    w.network.losesReplies = losesReplies;
    await advanceAndCompare(w, model, nothing);
    for (const step of [...beginning, ...steps]) {
      await advanceAndCompare(w, model, await act(w, step));
      await expectReconciled(w);
    }
    await conclude(w, model);
  } finally {
    await w.close();
  }
}

/** Waits until nothing is in doubt any more, then checks that the ledger agrees with Stripe and PayPal. */
async function conclude(w: MoneyWorld, model: Model): Promise<void> {
  await act(w, { of: 'payouts', step: { do: 'paypal', mode: 'ok' } });
  for (const ms of [2 * HOUR, 2 * HOUR, 4 * DAY, DAY + HOUR]) {
    w.clock.advance(ms);
    await advanceAndCompare(w, model, nothing);
  }
  await expectReconciled(w);
  await expectOutsideAgrees(w);
}

test('after any acts on money in any order, every balance equals a simple recalculation', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { minLength: 12, maxLength: 30, size: 'max' }),
      fc.boolean(),
      expectAgreement,
    ),
    { ...moneyRuns(1), endOnFailure: true },
  );
}, 3_600_000);
