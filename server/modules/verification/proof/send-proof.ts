import { writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { eraseFile, type KeepProof, type ProofCode } from '#server/modules/media/media.ts';

interface NewProof {
  submissionId: string;
  clipperId: string;
  /** What the screenshot is said to show; null: what was reported with the clip. */
  views: number | null;
  now: Date;
}

/** Puts a screenshot with a clip, in the place of an older one. It is read later and pays nothing by itself. */
export async function sendProof(
  { db, keepProof }: { db: Database; keepProof: KeepProof },
  proof: NewProof,
  sent: Buffer,
): Promise<Outcome<{ id: string }, ProofCode | 'not_found' | 'submission_state'>> {
  const picture = await keepProof(sent);
  if (isRefusal(picture)) return picture;
  let entered = false;
  try {
    const result = await transact(db, async (tx) => {
      const clip = await lockClip(tx, proof);
      if (isRefusal(clip)) return clip;
      const mediaId = await picture.enter(tx, proof.clipperId, proof.now);
      return await enter(tx, proof, clip.reported_views, mediaId);
    });
    entered = !isRefusal(result);
    return result;
  } finally {
    if (!entered) await picture.forget();
  }
}

/** The row orders two screenshots of one clip that come at once. */
async function lockClip(tx: Tx, { submissionId, clipperId }: NewProof) {
  const clip = await tx
    .selectFrom('submissions')
    .select(['status', 'reported_views'])
    .where('id', '=', submissionId)
    .where('clipper_id', '=', clipperId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!clip) return refuse('not_found');
  return clip.status === 'withdrawn' ? refuse('submission_state') : clip;
}

async function enter(tx: Tx, proof: NewProof, reported: bigint, mediaId: string): Promise<{ id: string }> {
  const { submissionId, clipperId, now } = proof;
  const old = await tx
    .updateTable('clip_proofs')
    .set({ replaced_at: now })
    .where('submission_id', '=', submissionId)
    .where('replaced_at', 'is', null)
    .returning('media_id')
    .executeTakeFirst();
  if (old) await eraseFile(tx, old.media_id);
  const id = newId();
  const reportedViews = proof.views === null ? reported : BigInt(proof.views);
  await tx
    .insertInto('clip_proofs')
    .values({
      id,
      submission_id: submissionId,
      media_id: mediaId,
      reported_views: reportedViews,
      sent_at: now,
      state: 'waiting',
    })
    .execute();
  await writeAudit(tx, {
    at: now,
    actorId: clipperId,
    actorKind: 'clipper',
    action: 'submission.proof_sent',
    subjectType: 'submission',
    subjectId: submissionId,
    data: { proofId: id, reportedViews },
  });
  return { id };
}
