import type { UserId } from '#contract/accounts/ids.ts';
import { CONFIRMATIONS_NEEDED } from '#contract/limits.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import type { Reading } from '#server/modules/connections/connections.ts';
import { type Notice, notify } from '#server/modules/notifications/notifications.ts';
import { scoreClips } from '#server/modules/scoring/scoring.ts';
import { storeCounts } from '#server/modules/tracking/tracking.ts';
import { answerAudit, type Draw, drawAudit } from './audit-attestation.ts';

interface Decision {
  attestationId: string;
  personId: UserId;
  now: Date;
}

/**
 * A figure in a screenshot may be below the reported count by rounding. A figure below this share contradicts
 * the report.
 */
const ROUNDED_PERCENT = 90n;

/**
 * Records one person's confirmation of a screenshot's figure. Nobody can raise a count alone: only the second
 * confirmation makes a count, with the lower of the two figures. The count gets the time at which the
 * screenshot was sent.
 */
export async function confirmAttestation(
  tx: Tx,
  { views, ...decision }: Decision & { views: number },
  draw: Draw,
): Promise<
  Outcome<
    { countedViews: number | null },
    'not_found' | 'attestation_state' | 'attestation_confirmed_by_you' | 'attestation_figure_differs'
  >
> {
  const { attestationId, personId, now } = decision;
  const attestation = await lockUndecided(tx, decision);
  if ('code' in attestation) return attestation;
  if (BigInt(views) * 100n < attestation.reported_views * ROUNDED_PERCENT)
    return refuse('attestation_figure_differs');
  const isNew = await tx
    .insertInto('attestation_confirmations')
    .values({ attestation_id: attestationId, person_id: personId, views: BigInt(views), confirmed_at: now })
    .onConflict((oc) => oc.doNothing())
    .returning('person_id')
    .executeTakeFirst();
  if (!isNew) return refuse('attestation_confirmed_by_you');
  await audit(tx, decision, attestation.submission_id, 'submission.attestation_confirmed', { views });
  const named = await tx
    .selectFrom('attestation_confirmations as c')
    .innerJoin('users as u', 'u.id', 'c.person_id')
    .select('c.views')
    .where('c.attestation_id', '=', attestationId)
    // The confirmation of an admin who was banned afterwards does not count.
    .where('u.banned_at', 'is', null)
    .execute();
  if (named.length < CONFIRMATIONS_NEEDED) return { countedViews: null };
  const read =
    attestation.state === 'match' && attestation.read_views !== null ? [attestation.read_views] : [];
  const counted = [attestation.reported_views, ...read, ...named.map((one) => one.views)].reduce((a, b) =>
    a < b ? a : b,
  );
  await count(tx, attestation, { views: Number(counted), personId, now }, draw);
  return { countedViews: Number(counted) };
}

/** Refuses a screenshot. One person may refuse it alone, and the clipper may send another one. */
export async function refuseAttestation(
  tx: Tx,
  { note, ...decision }: Decision & { note: string },
): Promise<Outcome<Record<string, never>, 'not_found' | 'attestation_state'>> {
  const attestation = await lockUndecided(tx, decision);
  if ('code' in attestation) return attestation;
  await tx
    .updateTable('view_attestations')
    .set({ decision: 'refused', decided_at: decision.now, refusal_note: note })
    .where('id', '=', attestation.id)
    .where('decision', 'is', null)
    .execute();
  await audit(tx, decision, attestation.submission_id, 'submission.attestation_refused', { note });
  await notifyClipper(tx, attestation, decision.now, {
    kind: 'submission.attestation_refused',
    title: 'Screenshot not accepted',
    body: `${note} You can send another screenshot.`,
  });
  return {};
}

type Undecided = Exclude<Awaited<ReturnType<typeof lockUndecided>>, { code: string }>;

/**
 * Finds a screenshot that this person may decide on. Locks the clip's row, which serializes decisions on its
 * screenshots with the clipper sending another one.
 */
async function lockUndecided(tx: Tx, { attestationId, personId }: Decision) {
  await tx
    .selectFrom('submissions')
    .select('id')
    .where('id', '=', (eb) =>
      eb.selectFrom('view_attestations').select('submission_id').where('id', '=', attestationId),
    )
    .forNoKeyUpdate()
    .execute();
  const attestation = await tx
    .selectFrom('view_attestations as p')
    .innerJoin('submissions as s', 's.id', 'p.submission_id')
    .innerJoin('clip_tracking as t', 't.submission_id', 's.id')
    .innerJoin('listings as l', 'l.id', 's.listing_id')
    .selectAll('p')
    .select(['s.clipper_id', 't.state as tracking', 't.views as counted_before'])
    .where('p.id', '=', attestationId)
    .where('t.count_level', '=', 'attested')
    // Members of the clip's clipper and host may not confirm its count.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('members as m')
            .select('m.user_id')
            .where('m.user_id', '=', personId)
            .where(({ eb, or }) =>
              or([
                eb('m.account_id', '=', eb.ref('s.clipper_id')),
                eb('m.account_id', '=', eb.ref('l.host_id')),
              ]),
            ),
        ),
      ),
    )
    .executeTakeFirst();
  if (!attestation) return refuse('not_found');
  const isOpen =
    attestation.decision === null && attestation.replaced_at === null && attestation.state !== 'waiting';
  return isOpen && attestation.tracking === 'polling' ? attestation : refuse('attestation_state');
}

/** Records the count like a platform reading. Records nothing if the clip's counting has ended. */
async function count(
  tx: Tx,
  attestation: Undecided,
  { views, personId, now }: { views: number; personId: UserId; now: Date },
  draw: Draw,
): Promise<void> {
  await tx
    .updateTable('view_attestations')
    .set({ decision: 'confirmed', decided_at: now, counted_views: BigInt(views) })
    .where('id', '=', attestation.id)
    .where('decision', 'is', null)
    .execute();
  const clips = await storeCounts(
    tx,
    new Map([[attestation.submission_id, readingOf(views)]]),
    attestation.sent_at,
  );
  await scoreClips(tx, clips, now);
  await notifyClipper(tx, attestation, now, {
    kind: 'submission.attestation_counted',
    title: 'Views confirmed',
    body: `Two reviewers confirmed your screenshot. Your clip counts ${views.toLocaleString('en-US')} attested views.`,
  });
  const counted = {
    attestationId: attestation.id,
    submissionId: attestation.submission_id,
    clipperId: attestation.clipper_id,
    before: attestation.counted_before,
    views: BigInt(views),
    now,
  };
  if (!(await answerAudit(tx, counted, personId))) await drawAudit(tx, counted, draw);
}

const readingOf = (views: number): Reading => ({
  views,
  likes: null,
  comments: null,
  shares: null,
  source: 'screenshot',
  countingRule: 'attested.screenshot@2026-11',
});

async function audit(
  tx: Tx,
  { attestationId, personId, now }: Decision,
  subjectId: string,
  action: string,
  data: Record<string, unknown>,
): Promise<void> {
  await writeAudit(tx, actBy('admin', personId, now), action, 'submission', subjectId, {
    attestationId,
    ...data,
  });
}

const notifyClipper = (
  tx: Tx,
  { clipper_id, submission_id }: Undecided,
  now: Date,
  message: Pick<Notice, 'kind' | 'title' | 'body'>,
) => notify(tx, { accountId: clipper_id, ...message, link: `/clips/${submission_id}` }, now);
