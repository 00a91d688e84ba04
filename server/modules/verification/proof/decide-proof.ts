import { CONFIRMATIONS_NEEDED } from '#contract/limits.ts';
import { writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import type { Reading } from '#server/modules/connections/connections.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { scoreClips } from '../score-clips.ts';
import { storeCounts } from '../store-counts.ts';
import { answerAudit, type Draw, drawAudit } from './audit-proof.ts';

interface Decision {
  proofId: string;
  personId: string;
  now: Date;
}

/** A figure under this share of what was reported is another one, not a rounded one. */
const ROUNDED_PERCENT = 90n;

/**
 * One person says what the screenshot shows. With the second one it becomes a count of the moment at which it was sent:
 * the lowest figure that anybody named, so that no one alone can raise it.
 */
export async function confirmProof(
  tx: Tx,
  { views, ...decision }: Decision & { views: number },
  draw: Draw,
): Promise<
  Outcome<
    { countedViews: number | null },
    'not_found' | 'proof_state' | 'proof_confirmed_by_you' | 'proof_figure_differs'
  >
> {
  const { proofId, personId, now } = decision;
  const proof = await lockUndecided(tx, decision);
  if ('code' in proof) return proof;
  if (BigInt(views) * 100n < proof.reported_views * ROUNDED_PERCENT) return refuse('proof_figure_differs');
  const isNew = await tx
    .insertInto('proof_confirmations')
    .values({ proof_id: proofId, person_id: personId, views: BigInt(views), confirmed_at: now })
    .onConflict((oc) => oc.doNothing())
    .returning('person_id')
    .executeTakeFirst();
  if (!isNew) return refuse('proof_confirmed_by_you');
  await audit(tx, decision, proof.submission_id, 'submission.proof_confirmed', { views });
  const named = await tx
    .selectFrom('proof_confirmations as c')
    .innerJoin('users as u', 'u.id', 'c.person_id')
    .select('c.views')
    .where('c.proof_id', '=', proofId)
    // What somebody said who had to go since is worth nothing.
    .where('u.banned_at', 'is', null)
    .execute();
  if (named.length < CONFIRMATIONS_NEEDED) return { countedViews: null };
  const read = proof.state === 'match' && proof.read_views !== null ? [proof.read_views] : [];
  const counted = [proof.reported_views, ...read, ...named.map((one) => one.views)].reduce((a, b) =>
    a < b ? a : b,
  );
  await count(tx, proof, { views: Number(counted), personId, now }, draw);
  return { countedViews: Number(counted) };
}

/** One person is enough to say that it does not match; the clipper may send another one. */
export async function refuseProof(
  tx: Tx,
  { note, ...decision }: Decision & { note: string },
): Promise<Outcome<Record<string, never>, 'not_found' | 'proof_state'>> {
  const proof = await lockUndecided(tx, decision);
  if ('code' in proof) return proof;
  await tx
    .updateTable('clip_proofs')
    .set({ decision: 'refused', decided_at: decision.now, refusal_note: note })
    .where('id', '=', proof.id)
    .where('decision', 'is', null)
    .execute();
  await audit(tx, decision, proof.submission_id, 'submission.proof_refused', { note });
  await notifyClipper(tx, proof, decision.now, {
    kind: 'submission.proof_refused',
    title: 'Screenshot not accepted',
    body: `${note} You can send another screenshot.`,
  });
  return {};
}

type Undecided = Exclude<Awaited<ReturnType<typeof lockUndecided>>, { code: string }>;

/** The clip's row orders all who decide on its screenshots, and the clipper who sends another one. */
async function lockUndecided(tx: Tx, { proofId, personId }: Decision) {
  await tx
    .selectFrom('submissions')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('clip_proofs').select('submission_id').where('id', '=', proofId))
    .forNoKeyUpdate()
    .execute();
  const proof = await tx
    .selectFrom('clip_proofs as p')
    .innerJoin('submissions as s', 's.id', 'p.submission_id')
    .innerJoin('clip_tracking as t', 't.submission_id', 's.id')
    .innerJoin('listings as l', 'l.id', 's.listing_id')
    .selectAll('p')
    .select(['s.clipper_id', 't.state as tracking', 't.views as counted_before'])
    .where('p.id', '=', proofId)
    .where('t.count_level', '=', 'attested')
    // Nobody confirms what one is paid for, or pays for.
    .where('s.clipper_id', '<>', personId)
    .where('l.host_id', '<>', personId)
    .executeTakeFirst();
  if (!proof) return refuse('not_found');
  const isOpen = proof.decision === null && proof.replaced_at === null && proof.state !== 'waiting';
  return isOpen && proof.tracking === 'polling' ? proof : refuse('proof_state');
}

/** As a reading of a platform would be: of one moment, and nothing of a clip whose counting is over. */
async function count(
  tx: Tx,
  proof: Undecided,
  { views, personId, now }: { views: number; personId: string; now: Date },
  draw: Draw,
): Promise<void> {
  await tx
    .updateTable('clip_proofs')
    .set({ decision: 'confirmed', decided_at: now, counted_views: BigInt(views) })
    .where('id', '=', proof.id)
    .where('decision', 'is', null)
    .execute();
  const clips = await storeCounts(tx, new Map([[proof.submission_id, readingOf(views)]]), proof.sent_at);
  await scoreClips(tx, clips, now);
  await notifyClipper(tx, proof, now, {
    kind: 'submission.proof_counted',
    title: 'Views confirmed',
    body: `Two people confirmed your screenshot. Your clip counts ${views.toLocaleString('en-US')} attested views.`,
  });
  const counted = {
    proofId: proof.id,
    submissionId: proof.submission_id,
    clipperId: proof.clipper_id,
    before: proof.counted_before,
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
  { proofId, personId, now }: Decision,
  subjectId: string,
  action: string,
  data: Record<string, unknown>,
): Promise<void> {
  await writeAudit(tx, {
    at: now,
    actorId: personId,
    actorKind: 'admin',
    action,
    subjectType: 'submission',
    subjectId,
    data: { proofId, ...data },
  });
}

const notifyClipper = (
  tx: Tx,
  { clipper_id, submission_id }: Undecided,
  now: Date,
  message: { kind: string; title: string; body: string },
) => notify(tx, { userId: clipper_id, ...message, link: `/clipper/submissions/${submission_id}` }, now);
