import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { momentText } from '#contract/dates.ts';
import { PROOF_AGAIN_DAYS, PROOFS_AT_ONCE } from '#contract/limits.ts';
import type { ProofWay } from '#contract/proofs.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { openProofRequest } from '#server/modules/attestations/attestations.ts';
import { findUnproven } from './unproven-clips.ts';

interface Ask {
  submissionId: string;
  clipperId: AccountId;
  userId: UserId;
  now: Date;
}

const impossible: Partial<Record<ProofWay, string>> = {
  audit: 'The clip is audited. Its page shows the code.',
  held: 'A reviewer decides on the clip’s held views first.',
};

/**
 * Makes a code by which a clipper proves the views of a clip by choice. The code puts no views on hold. Until
 * an admin accepts the picture, audits can still draw the clip.
 */
export async function askProof(
  tx: Tx,
  { submissionId, clipperId, userId, now }: Ask,
): Promise<
  Outcome<{ code: string; dueAt: Date }, 'not_found' | 'proof_not_possible' | 'proof_open' | 'proof_too_soon'>
> {
  // Concurrent requests of a person could exceed the limit, or make two codes for a clip.
  await tx.selectFrom('accounts').select('id').where('id', '=', clipperId).forNoKeyUpdate().execute();
  const own = await tx
    .selectFrom('clip_tracking')
    .select('views')
    .where('submission_id', '=', submissionId)
    .where('clipper_id', '=', clipperId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!own) return refuse('not_found');
  const { waitingMicros, clips } = await findUnproven(tx, clipperId, now);
  const clip = clips.find((one) => one.submissionId === submissionId);
  if (!clip) return refuse('proof_not_possible', { detail: 'All that the clip earned is proven.' });
  if (waitingMicros === 0n)
    return refuse('proof_not_possible', { detail: 'None of your money waits for proof.' });
  const detail = impossible[clip.way];
  if (detail) return refuse('proof_not_possible', { detail });
  if (clip.way === 'decided' || clip.way === 'code') return refuse('proof_open');
  if (clip.way === 'later') {
    const again = `You can show its views again from ${momentText(clip.request!.againAt!)} on.`;
    return refuse('proof_too_soon', {
      detail: `The last picture of this clip was refused within ${PROOF_AGAIN_DAYS} days. ${again}`,
    });
  }
  if (clips.filter(({ request }) => request && request.state !== 'refused').length >= PROOFS_AT_ONCE)
    return refuse('proof_too_soon', {
      detail: `You can show the views of ${PROOFS_AT_ONCE} clips at a time. Wait until a picture was decided.`,
    });
  const { id, code, dueAt } = await openProofRequest(tx, { submissionId, views: clip.countedViews, now });
  await writeAudit(tx, actBy('clipper', userId, now), 'submission.proof_asked', 'submission', submissionId, {
    proofRequestId: id,
    views: clip.countedViews,
  });
  return { code, dueAt };
}
