import { sql } from 'kysely';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { momentText } from '#contract/dates.ts';
import { ATTESTATIONS_A_DAY } from '#contract/limits.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { isConnected } from '#server/modules/connections/connections.ts';
import { eraseFile, type KeepScreenshot, type ScreenshotCode } from '#server/modules/media/media.ts';
import { answersRequest, isUndecided } from './proof-requests.ts';
import { analyticsAskedAt, takesPictures } from './queries.ts';

type ClipCode =
  | 'not_found'
  | 'submission_state'
  | 'account_not_connected'
  | 'attestation_daily_limit'
  | 'attestation_being_decided'
  | 'attestation_used_before';

interface NewAttestation {
  submissionId: string;
  clipperId: AccountId;
  userId: UserId;
  /** The count that the clipper reports for this screenshot; null for the count reported with the clip. */
  views: number | null;
  now: Date;
}

/**
 * Adds a screenshot to a clip, replacing an older one. A job reads the screenshot later. A screenshot pays
 * nothing until people confirm it.
 */
export async function sendAttestation(
  { db, keepScreenshot }: { db: Database; keepScreenshot: KeepScreenshot },
  attestation: NewAttestation,
  sent: Buffer,
): Promise<Outcome<{ id: string }, ScreenshotCode | ClipCode>> {
  const picture = await keepScreenshot(sent);
  if (isRefusal(picture)) return picture;
  let entered = false;
  try {
    const result = await transact(db, async (tx) => {
      const clip = await lockClip(tx, attestation);
      if (isRefusal(clip)) return clip;
      const tooMuch = await refusedTurn(tx, attestation);
      if (tooMuch) return tooMuch;
      const { analyticsSince } = clip;
      if (
        (clip.isAttested || analyticsSince) &&
        (await wasUsed(tx, attestation.submissionId, picture.sha256, analyticsSince))
      ) {
        return refuse('attestation_used_before');
      }
      const mediaId = await picture.enter(tx, attestation.clipperId, attestation.now);
      return await enter(tx, attestation, clip.reportedViews, { id: mediaId, sha256: picture.sha256 });
    });
    entered = !isRefusal(result);
    return result;
  } finally {
    if (!entered) await picture.forget();
  }
}

/** Locks the clip's row, which serializes concurrent screenshots and decisions on them. */
async function lockClip(
  tx: Tx,
  { submissionId, clipperId, now }: NewAttestation,
): Promise<Outcome<{ reportedViews: bigint; isAttested: boolean; analyticsSince: Date | null }, ClipCode>> {
  const clip = await tx
    .selectFrom('submissions as s')
    .innerJoin('clip_tracking as t', 't.submission_id', 's.id')
    .select([
      's.status',
      's.reported_views',
      's.connection_id',
      't.count_level',
      takesPictures(now).as('takes'),
    ])
    .select(analyticsAskedAt(now).as('analytics_since'))
    .where('s.id', '=', submissionId)
    .where('s.clipper_id', '=', clipperId)
    .forNoKeyUpdate('s')
    .executeTakeFirst();
  if (!clip) return refuse('not_found');
  const isAttested = clip.count_level === 'attested';
  if (clip.status === 'withdrawn' || !clip.takes) return refuse('submission_state');
  if (isAttested && !(await isConnected(tx, clip.connection_id))) return refuse('account_not_connected');
  return { reportedViews: clip.reported_views, isAttested, analyticsSince: clip.analytics_since };
}

/**
 * Refuses a screenshot that is sent too often, because reading takes processor time and confirming takes
 * people's time. After an audit's deadline, the screenshot sent in time can't be replaced until it is
 * decided. Otherwise a clipper could prevent every confirmation until the hold is released.
 */
async function refusedTurn(tx: Tx, { submissionId, now }: NewAttestation) {
  const { rows } = await sql<{ again_at: Date | null; is_being_decided: boolean }>`
    select
      (select p.sent_at + interval '24 hours' from view_attestations p where p.submission_id = ${submissionId}
        and p.sent_at > ${after(now, -DAY)} order by p.sent_at desc offset ${ATTESTATIONS_A_DAY - 1} limit 1) as again_at,
      exists (select from attestation_audits a join fraud_holds h on h.id = a.fraud_hold_id and h.state in ('open', 'escalated')
        join view_attestations p on p.submission_id = a.submission_id and p.replaced_at is null and p.decision is null
          and p.sent_at <= a.due_at
        where a.submission_id = ${submissionId} and a.due_at < ${now})
      or exists (select from clip_audits a join fraud_holds h on h.id = a.fraud_hold_id and h.state in ('open', 'escalated')
        join view_attestations p on p.submission_id = a.submission_id and p.replaced_at is null and p.sent_at between a.opened_at and a.due_at
        where a.submission_id = ${submissionId} and a.due_at < ${now})
      or exists (select from proof_requests r join clip_tracking t on t.submission_id = r.submission_id
        join view_attestations p on ${answersRequest}
        where r.submission_id = ${submissionId} and r.due_at < ${now} and ${isUndecided}) as is_being_decided`.execute(
    tx,
  );
  const { again_at: againAt, is_being_decided: isBeingDecided } = rows[0]!;
  if (isBeingDecided) return refuse('attestation_being_decided');
  if (!againAt) return null;
  const detail = `A clip takes ${ATTESTATIONS_A_DAY} screenshots in 24 hours. You can send the next one from ${momentText(againAt)} on.`;
  return refuse('attestation_daily_limit', { detail });
}

/**
 * Whether a picture was used before: it was decided on, or was sent with another clip, by anybody. A picture attests one
 * count once, and a picture of analytics is newer than the request for it.
 */
async function wasUsed(
  tx: Tx,
  submissionId: string,
  sha256: string,
  analyticsSince: Date | null,
): Promise<boolean> {
  // This lock makes concurrent uploads of one picture wait, so that the second upload sees the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 0))`.execute(tx);
  const same = await tx
    .selectFrom('view_attestations')
    .select('id')
    .where('sha256', '=', sha256)
    .where((eb) =>
      eb.or([
        eb('submission_id', '<>', submissionId),
        eb('decision', 'is not', null),
        ...(analyticsSince ? [eb('sent_at', '<', analyticsSince)] : []),
      ]),
    )
    .executeTakeFirst();
  return same !== undefined;
}

/** Whether an admin decided on a picture of the clip's analytics. */
async function isEvidence(
  tx: Tx,
  submissionId: string,
  { id, sent_at }: { id: string; sent_at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from proof_requests where attestation_id = ${id}
    union all
    select from clip_audits a join fraud_holds h on h.id = a.fraud_hold_id where a.submission_id = ${submissionId}
      and h.decided_by is not null and ${sent_at} between a.opened_at and h.decided_at`.execute(tx);
  return rows.length > 0;
}

async function enter(
  tx: Tx,
  attestation: NewAttestation,
  reported: bigint,
  picture: { id: string; sha256: string },
): Promise<{ id: string }> {
  const { submissionId, userId, now } = attestation;
  const old = await tx
    .updateTable('view_attestations')
    .set({ replaced_at: now })
    .where('submission_id', '=', submissionId)
    .where('replaced_at', 'is', null)
    .returning(['id', 'media_id', 'decision', 'waiting_since', 'sent_at'])
    .executeTakeFirst();
  // A picture that was decided on is kept, because payments are based on it.
  if (old && old.decision !== 'confirmed' && !(await isEvidence(tx, submissionId, old)))
    await eraseFile(tx, old.media_id);
  const id = newId();
  const reportedViews = attestation.views === null ? reported : BigInt(attestation.views);
  await tx
    .insertInto('view_attestations')
    .values({
      id,
      submission_id: submissionId,
      media_id: picture.id,
      sha256: picture.sha256,
      reported_views: reportedViews,
      sent_at: now,
      waiting_since: old && old.decision === null ? old.waiting_since : now,
      state: 'waiting',
    })
    .execute();
  await writeAudit(
    tx,
    actBy('clipper', userId, now),
    'submission.attestation_sent',
    'submission',
    submissionId,
    { attestationId: id, reportedViews },
  );
  return { id };
}
