import type { AccountId } from '#contract/accounts/ids.ts';
import { formatUsdExact, micros } from '#contract/money.ts';
import { decideMoneyAct } from '#server/infra/money-act.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { type TakenBack, takeBack } from '#server/modules/earnings/earnings.ts';
import { excludeFraud, type Fraud } from '#server/modules/fraud-holds/fraud-holds.ts';
import {
  clipperAvailable,
  clipperOwed,
  clipperPending,
  host,
  listing,
  lock,
} from '#server/modules/ledger/ledger.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { type CalledBack, cancelWaiting } from './cancel-waiting.ts';

/**
 * Applies an admin's ruling that views were bought, including released ones. The views are excluded, and the
 * money paid for them returns to the listing, newest accrual first. Payouts that were not sent are canceled
 * first. Pending and available money is taken now; paid-out money becomes a debt. All accounts are locked
 * before anything is computed, so that no payout runs meanwhile.
 */
export async function upholdFraud(
  tx: Tx,
  fraud: Fraud,
): Promise<
  Outcome<
    TakenBack & CalledBack,
    | 'not_found'
    | 'submission_state'
    | 'fraud_hold_undecided'
    | 'fraud_range'
    | 'second_admin_needed'
    | 'own_money'
  >
> {
  const clip = await tx
    .selectFrom('submissions as s')
    .innerJoin('listings as l', 'l.id', 's.listing_id')
    .select(['s.listing_id', 's.clipper_id', 's.status', 'l.host_id', 'l.title'])
    .where('s.id', '=', fraud.submissionId)
    .executeTakeFirst();
  if (!clip) return refuse('not_found');
  if (clip.status !== 'approved') return refuse('submission_state');
  if (fraud.toViews !== null && fraud.toViews <= fraud.fromViews) {
    return refuse('fraud_range', { field: 'toViews' });
  }
  const { listing_id, clipper_id, host_id } = clip;
  await lock(tx, [
    host(host_id),
    listing(listing_id),
    clipperPending(clipper_id),
    clipperAvailable(clipper_id),
    clipperOwed(clipper_id),
  ]);
  const excluded = await excludeFraud(tx, fraud);
  if (isRefusal(excluded)) return excluded;
  const calledBack = await cancelWaiting(tx, clipper_id, fraud.now);
  const taken = {
    ...(await takeBack(tx, {
      submissionId: fraud.submissionId,
      listingId: listing_id,
      clipperId: clipper_id,
      now: fraud.now,
    })),
    ...calledBack,
  };
  await notifyClipper(tx, fraud, { ...clip, ...taken });
  const amountMicros = micros(taken.takenBackMicros + taken.owedMicros);
  const alone = await decideMoneyAct(tx, {
    kind: 'submission.uphold_fraud',
    subjectId: fraud.submissionId,
    adminId: fraud.adminId,
    shares: [{ accountId: host_id, amountMicros }],
    // The second admin agrees to these terms. The amount is not one of them, because it changes with every
    // count of a clip that still earns.
    terms: { fromViews: fraud.fromViews, toViews: fraud.toViews },
    partly: fraud.toViews !== null,
    summary: `views of a clip for “${clip.title}” count as bought, and ${formatUsdExact(amountMicros)} goes back to the listing.`,
    now: fraud.now,
  });
  return alone ?? taken;
}

const notifyClipper = (
  tx: Tx,
  { submissionId, note, now }: Fraud,
  clip: { clipper_id: AccountId; title: string } & TakenBack & CalledBack,
): Promise<void> =>
  notify(
    tx,
    {
      accountId: clip.clipper_id,
      kind: 'fraud_hold.fraud_upheld',
      title: 'Views not paid',
      body: `A reviewer found that views of your clip for “${clip.title}” were bought. ${textsOf(clip)} ${note}`,
      link: `/clips/${submissionId}`,
    },
    now,
  );

/** A debt is explained first by payouts under way, because their money is newer than paid-out money. */
function textsOf({
  takenBackMicros,
  owedMicros,
  canceledMicros,
  inFlightMicros,
}: TakenBack & CalledBack): string {
  const onItsWay = owedMicros < inFlightMicros ? owedMicros : inFlightMicros;
  const paidOut = micros(owedMicros - onItsWay);
  return [
    canceledMicros > 0n && `${formatUsdExact(canceledMicros)} that was waiting to be paid out was canceled.`,
    `${formatUsdExact(micros(takenBackMicros + owedMicros))} went back to the listing.`,
    onItsWay > 0n &&
      `${formatUsdExact(onItsWay)} is being paid out already and is taken from what you earn next, or from what comes back.`,
    paidOut > 0n && `${formatUsdExact(paidOut)} was already paid out, and your next earnings pay it back.`,
  ]
    .filter(Boolean)
    .join(' ');
}
