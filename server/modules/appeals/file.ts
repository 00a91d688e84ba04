import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { APPEAL_DECISION_DAYS } from '#contract/limits.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { openAppeal } from '#server/modules/appeal-records/appeal-records.ts';
import { reopenEarnings, reserveAppealed } from '#server/modules/earnings/earnings.ts';
import { reopenHold } from '#server/modules/fraud-holds/fraud-holds.ts';
import { listing, lock } from '#server/modules/ledger/ledger.ts';
import { resumeTracking } from '#server/modules/tracking/tracking.ts';
import { type AppealableClip, findAppealable } from './queries.ts';

interface Ask {
  submissionId: string;
  clipperId: AccountId;
  userId: UserId;
  text: string;
  now: Date;
}

/**
 * Files the only appeal against a rejection or a fraud hold. Locks the listing's ledger account first, as
 * closing the listing does. So the listing is closed either before, and the appeal is refused, or afterwards.
 * Locks the clip second, as counting does.
 */
export async function fileAppeal(
  tx: Tx,
  ask: Ask,
): Promise<
  Outcome<
    { decideBy: Date },
    'not_found' | 'appeal_not_possible' | 'appeal_used' | 'appeal_too_late' | 'appeal_listing_closed'
  >
> {
  const { submissionId, now } = ask;
  const known = await findAppealable(tx, submissionId);
  if (known?.clipperId !== ask.clipperId) return refuse('not_found');
  await lock(tx, [listing(known.listingId)]);
  await tx
    .selectFrom('clip_tracking')
    .select('submission_id')
    .where('submission_id', '=', submissionId)
    .forUpdate()
    .execute();
  const clip = (await findAppealable(tx, submissionId))!;
  if (!clip.kind || !clip.until) return whyNot(clip);
  if (clip.until <= now) return refuse('appeal_too_late');
  const decideBy = after(now, APPEAL_DECISION_DAYS * DAY);
  const filed = await openAppeal(tx, { ...ask, clip, decideBy });
  if (!filed) return refuse('appeal_used');
  if (clip.kind === 'rejection') {
    await resumeTracking(tx, submissionId, now);
    await reserveAppealed(tx, submissionId, now);
  } else if (clip.fraudHoldState === 'upheld') {
    await reopenHold(tx, { fraudHoldId: clip.fraudHoldId!, decideBy, now });
    await reopenEarnings(tx, submissionId);
  }
  return { decideBy };
}

function whyNot(clip: AppealableClip) {
  if (clip.isClosed) return refuse('appeal_listing_closed');
  return refuse(clip.hasAppeals ? 'appeal_used' : 'appeal_not_possible');
}
