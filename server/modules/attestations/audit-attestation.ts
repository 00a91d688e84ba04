import { sql } from 'kysely';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { momentText } from '#contract/dates.ts';
import { AUDIT_DAYS, HOLD_SCORE } from '#contract/limits.ts';
import { reasonsWith } from '#contract/submissions/reject-reasons.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Tx } from '#server/infra/transaction.ts';
import {
  ABOUT_PEOPLE,
  hasFallen,
  openAuditHold,
  releaseFraudHold,
} from '#server/modules/fraud-holds/fraud-holds.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { auditShare, type TrackRecord } from './audit-share.ts';

/**
 * Returns an unpredictable number from 0 to 99. A clipper who could predict it would repeat a screenshot
 * until it escapes the audit.
 */
export type Draw = () => number;

interface Counted {
  attestationId: string;
  submissionId: string;
  clipperId: AccountId;
  /** The count before and after this confirmation. */
  before: bigint;
  views: bigint;
  now: Date;
}

/**
 * Draws at random whether a newly confirmed count is audited, more often for clippers with little good
 * history. The new views of an audited count are held until two people confirm a fresh screenshot. A clip
 * with an open hold is not audited, because a person reviews it anyway.
 */
export async function drawAudit(tx: Tx, counted: Counted, draw: Draw): Promise<void> {
  const { attestationId, submissionId, clipperId, before, views, now } = counted;
  if (views <= before) return;
  const share = auditShare(await recordOf(tx, clipperId, now));
  const drawn = draw();
  const fraudHoldId = drawn < share ? await openAuditHold(tx, counted) : null;
  await writeAudit(
    tx,
    bySystem(now),
    fraudHoldId ? 'attestation.drawn' : 'attestation.not_drawn',
    'submission',
    submissionId,
    { attestationId, sharePercent: share, drawn, fraudHoldId },
  );
  if (!fraudHoldId) return;
  const due = after(now, AUDIT_DAYS * DAY);
  await tx
    .insertInto('attestation_audits')
    .values({
      attestation_id: attestationId,
      submission_id: submissionId,
      fraud_hold_id: fraudHoldId,
      share_percent: share,
      drawn,
      opened_at: now,
      due_at: due,
    })
    .execute();
  await notify(
    tx,
    {
      accountId: clipperId,
      kind: 'fraud_hold.audit',
      title: 'Send a fresh screenshot',
      body: `Your confirmed count was chosen at random for an audit. Send a fresh screenshot by ${momentText(due)}; its new views don’t earn until that is confirmed.`,
      link: `/clips/${submissionId}`,
    },
    now,
  );
}

/**
 * Returns whether the confirmed screenshot answers the clip's open audit. If so, releases the audit's hold,
 * except in three cases that an admin decides: a fresh count was below the audited one, the score holds the
 * clip too, or host and clipper look like one person.
 */
export async function answerAudit(tx: Tx, counted: Counted, personId: UserId): Promise<boolean> {
  const open = await tx
    .selectFrom('attestation_audits as a')
    .innerJoin('fraud_holds as h', 'h.id', 'a.fraud_hold_id')
    .innerJoin('view_attestations as fresh', (join) => join.on('fresh.id', '=', counted.attestationId))
    .select(['h.id', 'h.score', ABOUT_PEOPLE.as('is_about_people'), hasFallen.as('has_fallen')])
    .where('a.submission_id', '=', counted.submissionId)
    .where('h.state', 'in', ['open', 'escalated'])
    .whereRef('fresh.sent_at', '>=', 'a.opened_at')
    .executeTakeFirst();
  if (!open) return false;
  if (open.has_fallen || open.score >= HOLD_SCORE || open.is_about_people) return true;
  const note = 'A fresh screenshot confirms the count.';
  await releaseFraudHold(tx, { fraudHoldId: open.id, adminId: personId, note, now: counted.now });
  return true;
}

async function recordOf(tx: Tx, clipperId: AccountId, now: Date): Promise<TrackRecord> {
  const { rows } = await sql<{ good: number; bad: number }>`
    select
      (select count(*)::int from submissions s where s.clipper_id = ${clipperId} and s.status = 'approved'
        and not exists (select from fraud_holds h where h.submission_id = s.id and h.state = 'upheld')) as good,
      (select count(*)::int from fraud_holds h join submissions s on s.id = h.submission_id
        where s.clipper_id = ${clipperId} and h.state = 'upheld' and h.decided_at > ${after(now, -RECORD_DAYS * DAY)})
      + (select count(*)::int from submissions s where s.clipper_id = ${clipperId} and s.status = 'rejected'
        and s.reject_reason = any(${reasonsWith('fraud')})
        and s.decided_at > ${after(now, -RECORD_DAYS * DAY)}) as bad`.execute(tx);
  return rows[0]!;
}

const RECORD_DAYS = 180;
