import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { UNDO_SECONDS } from '#contract/limits.ts';
import type { RejectReason } from '#contract/submissions/reject-reasons.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { after, SECOND } from '#server/infra/clock.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { stopTracking } from '#server/modules/tracking/tracking.ts';
import { readNewClipNotices } from './new-clip-notices.ts';

interface Ask {
  submissionId: string;
  hostId: AccountId;
  userId: UserId;
  now: Date;
}

type Refused = 'not_found' | 'submission_state';

/**
 * Stores a host's decision, which takes effect after ten seconds and can be undone until then. Only reviewers
 * decide on an escalated clip.
 */
export async function decide(
  tx: Tx,
  ask: Ask,
  decision: { kind: 'approve' } | { kind: 'reject'; reason: RejectReason; note: string | null },
): Promise<Outcome<{ decisionCommitsAt: Date }, Refused | 'submission_escalated'>> {
  const decisionCommitsAt = after(ask.now, UNDO_SECONDS * SECOND);
  const decided = await tx
    .updateTable('submissions as s')
    .from('listings as l')
    .whereRef('l.id', '=', 's.listing_id')
    .where('l.host_id', '=', ask.hostId)
    .where('s.id', '=', ask.submissionId)
    .where('s.status', '=', 'pending')
    .where('s.decision', 'is', null)
    .where('s.escalated', '=', false)
    .set({
      decision: decision.kind,
      decision_by: ask.userId,
      decision_commits_at: decisionCommitsAt,
      reject_reason: decision.kind === 'reject' ? decision.reason : null,
      reject_note: decision.kind === 'reject' ? decision.note : null,
    })
    .returning('s.id')
    .executeTakeFirst();
  if (!decided) return (await isEscalated(tx, ask)) ? refuse('submission_escalated') : await whyNot(tx, ask);
  await writeAudit(
    tx,
    actBy('host', ask.userId, ask.now),
    `submission.${decision.kind === 'approve' ? 'approval' : 'rejection'}_decided`,
    'submission',
    ask.submissionId,
    decision.kind === 'reject' ? { reason: decision.reason, note: decision.note } : {},
  );
  return { decisionCommitsAt };
}

/** Undoes a decision within its ten seconds. */
export async function undoDecision(tx: Tx, ask: Ask): Promise<Outcome<{ status: 'pending' }, Refused>> {
  const undone = await tx
    .updateTable('submissions as s')
    .from('listings as l')
    .whereRef('l.id', '=', 's.listing_id')
    .where('l.host_id', '=', ask.hostId)
    .where('s.id', '=', ask.submissionId)
    .where('s.status', '=', 'pending')
    .where('s.decision_commits_at', '>', ask.now)
    .set({
      decision: null,
      decision_by: null,
      decision_commits_at: null,
      reject_reason: null,
      reject_note: null,
    })
    .returning('s.id')
    .executeTakeFirst();
  if (!undone) return await whyNot(tx, ask);
  await writeAudit(
    tx,
    actBy('host', ask.userId, ask.now),
    'submission.decision_undone',
    'submission',
    ask.submissionId,
  );
  return { status: 'pending' };
}

async function isEscalated(tx: Tx, { submissionId, hostId }: Ask): Promise<boolean> {
  const theirs = await tx
    .selectFrom('submissions as s')
    .innerJoin('listings as l', 'l.id', 's.listing_id')
    .select('s.id')
    .where('s.id', '=', submissionId)
    .where('l.host_id', '=', hostId)
    .where('s.status', '=', 'pending')
    .where('s.escalated', '=', true)
    .executeTakeFirst();
  return theirs !== undefined;
}

async function whyNot(tx: Tx, { submissionId, hostId }: Ask) {
  const own = await tx
    .selectFrom('submissions as s')
    .innerJoin('listings as l', 'l.id', 's.listing_id')
    .select('s.id')
    .where('s.id', '=', submissionId)
    .where('l.host_id', '=', hostId)
    .executeTakeFirst();
  return refuse(own ? 'submission_state' : 'not_found');
}

/** Withdraws an undecided clip for its clipper. Its post may then be submitted again. */
export async function withdraw(
  tx: Tx,
  ask: { submissionId: string; clipperId: AccountId; userId: UserId; now: Date },
): Promise<Outcome<{ status: 'withdrawn' }, Refused>> {
  const withdrawn = await tx
    .updateTable('submissions')
    .set({ status: 'withdrawn', withdrawn_at: ask.now })
    .where('id', '=', ask.submissionId)
    .where('clipper_id', '=', ask.clipperId)
    .where('status', '=', 'pending')
    .where('decision', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!withdrawn) {
    const own = await tx
      .selectFrom('submissions')
      .select('id')
      .where('id', '=', ask.submissionId)
      .where('clipper_id', '=', ask.clipperId)
      .executeTakeFirst();
    return refuse(own ? 'submission_state' : 'not_found');
  }
  await stopTracking(tx, [ask.submissionId]);
  await readNewClipNotices(tx, [ask.submissionId], ask.now);
  await writeAudit(
    tx,
    actBy('clipper', ask.userId, ask.now),
    'submission.withdrawn',
    'submission',
    ask.submissionId,
  );
  return { status: 'withdrawn' };
}
