import { sql } from 'kysely';
import type { UserId } from '#contract/accounts/ids.ts';
import { analyticsSignals } from '#contract/clips/clip-analytics.ts';
import { HOLD_DECISION_DAYS, HOLD_SCORE } from '#contract/limits.ts';
import { actBy, bySystem, writeAudit } from '#server/infra/audit.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { closeHoldAppeal } from '#server/modules/appeal-records/appeal-records.ts';
import {
  notifyClipper,
  resumeTracking,
  saveJudgement,
  stopTracking,
} from '#server/modules/tracking/tracking.ts';
import { type DecidedHold, excludeViews, heldRange } from './exclude-views.ts';
import type { Finding } from './finding.ts';
import { IS_AUDIT } from './queries.ts';
import { clearMatches } from './same-identity.ts';
import type { ViewRange } from './view-ranges.ts';

interface NewHold {
  submissionId: string;
  score: Finding;
  views: bigint;
  now: Date;
}

/**
 * Holds a clip's views until an admin decides. A clip has at most one open hold; doubtful views found later
 * extend it, and the admin decides on all of them.
 */
export async function openFraudHold(tx: Tx, { submissionId, score, views, now }: NewHold): Promise<void> {
  const id = newId();
  const range = score.contestedRange;
  const strongest = score.contributions.toSorted((a, b) => b.points - a.points)[0];
  const opened = await tx
    .insertInto('fraud_holds')
    .values({
      id,
      submission_id: submissionId,
      state: 'open',
      score: score.score,
      reason: strongest?.sentence ?? score.summary,
      // A falling count can give a range an end below its start.
      from_views: BigInt(range ? Math.min(range.fromViews, range.toViews) : 0),
      to_views: range ? BigInt(Math.max(range.fromViews, range.toViews)) : null,
      opened_at: now,
      decide_by: after(now, HOLD_DECISION_DAYS * DAY),
      by_analytics: score.contributions.some(
        ({ signal, points }) => points > 0 && analyticsSignals.includes(signal),
      ),
    })
    .onConflict((oc) =>
      oc
        .column('submission_id')
        .where('state', 'in', ['open', 'escalated'])
        .doUpdateSet({
          score: sql`greatest(fraud_holds.score, excluded.score)`,
          by_analytics: sql`fraud_holds.by_analytics or excluded.by_analytics`,
          from_views: sql`least(fraud_holds.from_views, excluded.from_views)`,
          to_views: sql`case when excluded.to_views is null then null
            when fraud_holds.to_views is not null then greatest(fraud_holds.to_views, excluded.to_views) end`,
        }),
    )
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirstOrThrow();
  if (!opened.is_new) return;
  await writeAudit(tx, bySystem(now), 'fraud_hold.opened', 'submission', submissionId, {
    fraudHoldId: id,
    score: score.score,
    views,
    signals: score.contributions.map((c) => c.signal),
  });
  await notifyClipper(tx, submissionId, now, {
    kind: 'fraud_hold.opened',
    title: 'Views on hold',
    body: `Some views of your clip are held until a reviewer has checked them. ${strongest?.sentence ?? ''}`.trim(),
  });
}

/** Counts an approved clip again after an earlier decision stopped it. */
async function resumeApproved(tx: Tx, submissionId: string, now: Date): Promise<void> {
  const clip = await tx
    .selectFrom('submissions')
    .select('id')
    .where('id', '=', submissionId)
    .where('status', 'in', ['pending', 'approved'])
    .executeTakeFirst();
  if (clip) await resumeTracking(tx, submissionId, now);
}

interface Decision {
  fraudHoldId: string;
  /** The admin who decided; null if a deadline decided. */
  adminId: UserId | null;
  note: string;
  now: Date;
  /**
   * Used only by upholding: the part of the held range to exclude. The rest is released. Absent or null
   * excludes everything held.
   */
  range?: ViewRange | null;
}

/**
 * Releases a hold because an admin found the views real or its deadline passed. The views may be paid. An
 * admin's decision also proves views, and only a higher score holds them again.
 */
export async function releaseFraudHold(
  tx: Tx,
  decision: Decision,
): Promise<Outcome<null, 'not_found' | 'fraud_hold_state'>> {
  const hold = await decide(tx, decision, 'released');
  if ('code' in hold) return hold;
  if (hold.identity_match_id) await clearMatches(tx, hold.identity_match_id, decision.adminId, decision.now);
  if (isAboutPeople(hold)) await resumeApproved(tx, hold.submission_id, decision.now);
  if (decision.adminId !== null && (!isAboutPeople(hold) || hold.score >= HOLD_SCORE))
    await saveJudgement(tx, hold.submission_id, { proven_views: provenBy(decision.fraudHoldId, hold) });
  if (await isJudged(tx, decision, hold)) {
    await saveJudgement(tx, hold.submission_id, {
      cleared_score: sql<number>`greatest(${hold.score}::int, score)`,
    });
  }
  const wasAppealed = await closeHoldAppeal(tx, decision.fraudHoldId, { outcome: 'overturned', ...decision });
  if (wasAppealed) return null;
  await notifyClipper(tx, hold.submission_id, decision.now, {
    kind: 'fraud_hold.released',
    title: 'Views released',
    body:
      decision.adminId === null
        ? `The held views of your clip were released. ${decision.note}`
        : 'A reviewer checked the held views of your clip and released them.',
  });
  return null;
}

/**
 * SQL: the position up to which an admin's release proves the views. The picture that answers an audit shows the
 * audited views, so views that were counted later stay unproven.
 */
const provenBy = (fraudHoldId: string, { score }: DecidedHold) =>
  score >= HOLD_SCORE
    ? sql<bigint>`greatest(proven_views, views)`
    : sql<bigint>`greatest(proven_views, least(views, coalesce((select a.views from clip_audits a where a.fraud_hold_id = ${fraudHoldId}), 0)))`;

/**
 * Returns whether the hold is about identities: one person on both sides of a listing, or behind several
 * clippers.
 */
const isAboutPeople = ({ identity_match_id, cohort_id }: DecidedHold): boolean =>
  identity_match_id !== null || cohort_id !== null;

/**
 * Returns whether a person judged the score. False for an automatic decision, for a hold only about
 * identities, and for an audit that a fresh screenshot answered.
 */
async function isJudged(
  tx: Tx,
  { fraudHoldId, adminId }: Decision,
  { score, cohort_id }: DecidedHold,
): Promise<boolean> {
  if (adminId === null || (cohort_id !== null && score === 0)) return false;
  if (score >= HOLD_SCORE) return true;
  const audit = await tx
    .selectFrom('fraud_holds as h')
    .select('id')
    .where('id', '=', fraudHoldId)
    .where(IS_AUDIT)
    .executeTakeFirst();
  return audit === undefined;
}

/**
 * Upholds a hold because an admin found the views bought: the contested views are never paid. Views that were
 * already released stay paid. Without a range everything else is excluded.
 */
export async function upholdFraudHold(
  tx: Tx,
  decision: Decision,
): Promise<Outcome<null, 'not_found' | 'fraud_hold_state' | 'invalid_input'>> {
  const decided = await decide(tx, decision, 'upheld');
  if ('code' in decided) return decided;
  const { views } = await tx
    .selectFrom('clip_tracking')
    .select('views')
    .where('submission_id', '=', decided.submission_id)
    .executeTakeFirstOrThrow();
  const held = await heldRange(tx, decision.fraudHoldId, decided, views);
  const hold = narrowed(decision, decided, held);
  if ('code' in hold) return hold;
  await excludeViews(tx, decision.fraudHoldId, hold, decision.adminId === null ? null : held);
  // Later counts of this clip must not be paid either, so counting stops.
  if (isAboutPeople(hold)) await stopTracking(tx, [hold.submission_id]);
  if (await closeHoldAppeal(tx, decision.fraudHoldId, { outcome: 'dismissed', ...decision })) return null;
  await notifyClipper(tx, hold.submission_id, decision.now, {
    kind: 'fraud_hold.upheld',
    title: 'Views not paid',
    body:
      decision.adminId === null
        ? `The held views of your clip are not paid. ${decision.note}`
        : `A reviewer found that ${decision.range ? 'some of ' : ''}the held views of your clip are not real. ${decision.note}`,
  });
  return null;
}

/**
 * Returns the hold with the part of its range that a reviewer chose. A hold about identities can't be
 * narrowed to a range of views.
 */
function narrowed(
  { range }: Decision,
  hold: DecidedHold,
  held: ViewRange,
): Outcome<DecidedHold, 'invalid_input'> {
  if (!range) return hold;
  if (isAboutPeople(hold) || range.from >= range.to || range.from < held.from || range.to > held.to) {
    const detail = `Only views after ${held.from} and up to ${held.to} are held.`;
    return refuse('invalid_input', { field: 'range', detail });
  }
  return { ...hold, from_views: range.from, to_views: range.to };
}

/**
 * Locks the clip before its hold, in the same order as counting. Returns the clip's id; null if there is no
 * such hold.
 */
export async function lockHeldClip(tx: Tx, fraudHoldId: string): Promise<string | null> {
  const clip = await tx
    .selectFrom('clip_tracking')
    .select('submission_id')
    .where('submission_id', '=', (eb) =>
      eb.selectFrom('fraud_holds').select('submission_id').where('id', '=', fraudHoldId),
    )
    .forUpdate()
    .executeTakeFirst();
  return clip?.submission_id ?? null;
}

async function decide(
  tx: Tx,
  { fraudHoldId, adminId, note, now, range }: Decision,
  state: 'released' | 'upheld',
) {
  await lockHeldClip(tx, fraudHoldId);
  const hold: DecidedHold | undefined = await tx
    .updateTable('fraud_holds')
    .set({ state, decided_at: now, decided_by: adminId, note })
    .where('id', '=', fraudHoldId)
    .where('state', 'in', ['open', 'escalated'])
    .returning(['submission_id', 'score', 'from_views', 'to_views', 'identity_match_id', 'cohort_id'])
    .executeTakeFirst();
  if (!hold) {
    const known = await tx
      .selectFrom('fraud_holds')
      .select('id')
      .where('id', '=', fraudHoldId)
      .executeTakeFirst();
    return refuse(known ? 'fraud_hold_state' : 'not_found');
  }
  await writeAudit(
    tx,
    actBy(adminId ? 'admin' : 'system', adminId, now),
    `fraud_hold.${state}`,
    'submission',
    hold.submission_id,
    {
      fraudHoldId,
      note,
      score: hold.score,
      ...(range && { fromViews: range.from, toViews: range.to }),
    },
  );
  return hold;
}
