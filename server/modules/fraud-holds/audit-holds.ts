import { sql } from 'kysely';
import { AUDIT_DAYS, HOLD_DECISION_DAYS } from '#contract/limits.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import type { Tx } from '#server/infra/transaction.ts';

const REASON =
  'This count was chosen at random for an audit. It does not mean that anything is wrong with the clip.';

interface AuditedCount {
  submissionId: string;
  before: bigint;
  views: bigint;
  now: Date;
}

/**
 * Holds the new views of a count that was drawn for an audit. Returns null if the clip already has an open
 * hold.
 */
export async function openAuditHold(
  tx: Tx,
  { submissionId, before, views, now }: AuditedCount,
): Promise<string | null> {
  const opened = await tx
    .insertInto('fraud_holds')
    .values({
      id: newId(),
      submission_id: submissionId,
      state: 'open',
      score: 0,
      reason: REASON,
      from_views: before,
      to_views: views,
      opened_at: now,
      // Time for the clipper to send a screenshot, plus time for people to decide.
      decide_by: after(now, (AUDIT_DAYS + HOLD_DECISION_DAYS) * DAY),
    })
    .onConflict((oc) => oc.column('submission_id').where('state', 'in', ['open', 'escalated']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return opened?.id ?? null;
}

/** SQL: a fresh screenshot for audit `a` arrived in time and is confirmed or undecided. */
export const isAnswered = sql`exists (
  select from view_attestations p where p.submission_id = a.submission_id and p.id <> a.attestation_id
    and p.sent_at between a.opened_at and a.due_at
    and (p.decision = 'confirmed' or (p.decision is null and p.replaced_at is null)))`;

/** SQL: a picture of the analytics for audit `a` of a clip arrived in time. */
export const isShown = sql<boolean>`exists (
  select from view_attestations p where p.submission_id = a.submission_id and p.sent_at between a.opened_at and a.due_at)`;

/**
 * SQL: a fresh screenshot, confirmed after audit `a` was drawn, shows fewer views than the count that was
 * drawn.
 */
export const hasFallen = sql<boolean>`exists (
  select from view_attestations d join view_attestations p on p.submission_id = d.submission_id and p.id <> d.id
  where d.id = a.attestation_id and p.sent_at >= a.opened_at and p.decision = 'confirmed' and p.counted_views < d.counted_views)`;
