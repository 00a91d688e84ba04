import { APPEAL_DECISION_DAYS } from '#contract/limits.ts';
import { writeAudit } from '#server/infra/audit.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { listing, lock } from '#server/modules/ledger/ledger.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { type AppealableClip, findAppealable } from './queries.ts';

/** What an appeal changes in later modules, injected. */
export interface AppealDeps {
  /** Counts a rejected clip again while it is under appeal. */
  resumeTracking(tx: Tx, submissionId: string, now: Date): Promise<void>;
  stopTracking(tx: Tx, submissionIds: string[]): Promise<void>;
  /** Puts the views of an upheld hold on hold again. */
  reopenHold(tx: Tx, hold: { fraudHoldId: string; decideBy: Date; now: Date }): Promise<void>;
  releaseHold(tx: Tx, decision: HoldDecision): Promise<Outcome<null, 'not_found' | 'fraud_hold_state'>>;
  upholdHold(
    tx: Tx,
    decision: HoldDecision,
  ): Promise<Outcome<null, 'not_found' | 'fraud_hold_state' | 'invalid_input'>>;
  /** Reserves what a rejected clip would earn. */
  reserveAppealed(tx: Tx, submissionId: string, now: Date): Promise<void>;
  /** Lets a finished clip earn again. */
  reopenEarnings(tx: Tx, submissionId: string): Promise<void>;
  /** Pays a clip that was under appeal from now on. */
  acceptAppealed(tx: Tx, submissionId: string): Promise<void>;
}

interface HoldDecision {
  fraudHoldId: string;
  adminId: string | null;
  note: string;
  now: Date;
}

interface Ask {
  submissionId: string;
  clipperId: string;
  text: string;
  now: Date;
}

/**
 * Files the one appeal against a rejection or a fraud hold. Locks the listing's account first, as closing the listing does, so
 * that the listing is closed either before, and the appeal refused, or after; then the clip, as counting does.
 */
export async function fileAppeal(
  tx: Tx,
  ask: Ask,
  deps: AppealDeps,
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
  const filed = await insert(tx, { ...ask, clip, decideBy });
  if (!filed) return refuse('appeal_used');
  if (clip.kind === 'rejection') {
    await deps.resumeTracking(tx, submissionId, now);
    await deps.reserveAppealed(tx, submissionId, now);
  } else if (clip.holdState === 'upheld') {
    await deps.reopenHold(tx, { fraudHoldId: clip.fraudHoldId!, decideBy, now });
    await deps.reopenEarnings(tx, submissionId);
  }
  return { decideBy };
}

function whyNot(clip: AppealableClip) {
  if (clip.isClosed) return refuse('appeal_listing_closed');
  return refuse(clip.hasAppeals ? 'appeal_used' : 'appeal_not_possible');
}

async function insert(
  tx: Tx,
  { clip, decideBy, ...ask }: Ask & { clip: AppealableClip; decideBy: Date },
): Promise<boolean> {
  const id = newId();
  const inserted = await tx
    .insertInto('appeals')
    .values({
      id,
      submission_id: ask.submissionId,
      listing_id: clip.listingId,
      clipper_id: ask.clipperId,
      fraud_hold_id: clip.fraudHoldId,
      text: ask.text,
      opened_at: ask.now,
      decide_by: decideBy,
    })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return false;
  await writeAudit(tx, {
    at: ask.now,
    actorId: ask.clipperId,
    actorKind: 'clipper',
    action: 'appeal.opened',
    subjectType: 'submission',
    subjectId: ask.submissionId,
    data: { appealId: id, of: clip.kind, fraudHoldId: clip.fraudHoldId },
  });
  const what = clip.kind === 'hold' ? 'the hold on the views of a clip' : 'the rejection of a clip';
  await notify(
    tx,
    {
      userId: clip.hostId,
      kind: 'listing.appeal_opened',
      title: 'A clipper appealed',
      body: `Permille looks at ${what} for “${clip.title}” again and decides within ${APPEAL_DECISION_DAYS} days. What the clip could earn is reserved until then, if the budget allows.`,
      link: '/host/submissions',
    },
    ask.now,
  );
  return true;
}
