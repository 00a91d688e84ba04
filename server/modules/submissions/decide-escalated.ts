import { sql } from 'kysely';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { formatUsd } from '#contract/money.ts';
import type { RejectReason } from '#contract/submissions/reject-reasons.ts';
import { decideMoneyAct } from '#server/infra/money-act.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { stopTracking } from '#server/modules/tracking/tracking.ts';
import { type DecidedClip, notifyDecision } from './notify-decision.ts';
import { worthOf } from './queries.ts';

interface Ask {
  submissionId: string;
  adminId: UserId;
  now: Date;
}

export type Review =
  | { kind: 'approve'; note: string }
  | { kind: 'reject'; reason: RejectReason; note: string | null };

interface Reviewed extends DecidedClip {
  host_id: AccountId;
}

/**
 * Stores a reviewer's decision on a clip whose host missed the deadline. The decision is effective at once. A
 * decision of the host that can still be undone takes precedence until its ten seconds are over.
 */
export async function decideEscalated(
  tx: Tx,
  ask: Ask,
  review: Review,
): Promise<Outcome<null, 'not_found' | 'submission_state' | 'second_admin_needed' | 'own_money'>> {
  const { submissionId, adminId, now } = ask;
  const clip = await commit(tx, ask, review);
  if (!clip) return await whyNot(tx, submissionId);
  if (review.kind === 'reject') await stopTracking(tx, [submissionId]);
  const by = { actorId: adminId, actorKind: 'admin' as const, data: { how: 'admin', note: review.note } };
  await notifyDecision(tx, clip, by, now);
  await notify(
    tx,
    {
      accountId: clip.host_id,
      kind: 'listing.clip_reviewed',
      title: clip.status === 'approved' ? 'Clip approved by Permille' : 'Clip rejected by Permille',
      body: `The deadline to decide on a clip for “${clip.title}” had passed, so Permille decided.`,
      link: `/clips/${clip.id}`,
    },
    now,
  );
  return review.kind === 'approve' ? await decideMoney(tx, ask, clip) : null;
}

/** Decides whether one admin alone may approve a clip whose views are worth this much now. */
async function decideMoney(tx: Tx, { submissionId, adminId, now }: Ask, clip: Reviewed) {
  const amountMicros = await worthOf(tx, submissionId);
  return await decideMoneyAct(tx, {
    kind: 'submission.approve',
    subjectId: submissionId,
    adminId,
    shares: [{ accountId: clip.clipper_id, amountMicros }],
    summary: `a clip for “${clip.title}” is approved, and earns ${formatUsd(amountMicros)} at once.`,
    now,
  });
}

async function commit(tx: Tx, { submissionId, now }: Ask, review: Review): Promise<Reviewed | undefined> {
  const change =
    review.kind === 'approve'
      ? sql`status = 'approved', approved_how = 'admin', approved_at = ${now},
          tracking_until = ${now}::timestamptz + v.tracking_days * interval '1 day'`
      : sql`status = 'rejected', reject_reason = ${review.reason}, reject_note = ${review.note}`;
  const { rows } = await sql<Reviewed>`
    update submissions s set decided_at = ${now}, ${change}
    from listing_versions v, listings l
    where s.id = ${submissionId} and s.status = 'pending' and s.escalated and s.decision is null
      and v.listing_id = s.listing_id and v.version = s.listing_version and l.id = s.listing_id
    returning s.id, s.status, s.clipper_id, v.title, s.reject_reason, s.reject_note, l.host_id`.execute(tx);
  return rows[0];
}

async function whyNot(tx: Tx, submissionId: string) {
  const known = await tx
    .selectFrom('submissions')
    .select('id')
    .where('id', '=', submissionId)
    .executeTakeFirst();
  return refuse(known ? 'submission_state' : 'not_found');
}
