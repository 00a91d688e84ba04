import type { AccountId } from '#contract/accounts/ids.ts';
import { micros, sumOf } from '#contract/money.ts';
import { adminProofRoutes, proofRoutes, type UnprovenClip } from '#contract/proofs.ts';
import { type Api, implement } from '#server/http/route.ts';
import { isRefusal, refuse } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { toRequest } from '#server/modules/attestations/attestations.ts';
import { pendingOf } from '#server/modules/scoring/scoring.ts';
import { participantsOf } from '#server/modules/submissions/submissions.ts';
import { askProof } from './ask-proof.ts';
import { leavesWait, provableUpTo, proveViews, readProvable, rejectProof } from './prove-views.ts';
import { findUnproven, isAskable, type UnprovenClips } from './unproven-clips.ts';

/** More clips are only counted, because one is shown after another anyway. */
const SHOWN = 20;

/**
 * Registers the routes by which clippers show views, and admins prove them. They are not in proofs, because what
 * waits is known to payouts, a later module.
 */
export function registerProofRoutes(api: Api): void {
  const { db } = api;

  implement(api, proofRoutes.unprovenClips, async ({ actor, now }) => {
    const { clips } = await findUnproven(db, actor.accountId, now);
    const waiting = clips.filter(({ waitingMicros }) => waitingMicros > 0n);
    const others = waiting.slice(SHOWN);
    return {
      rows: waiting.slice(0, SHOWN).map(shown),
      others: {
        clips: others.length,
        waitingMicros: sumOf(others.map((clip) => clip.waitingMicros)),
      },
    };
  });

  implement(api, proofRoutes.unprovenClip, async ({ params, actor, now }) => {
    const people = await participantsOf(db, params.id);
    if (people?.clipperId !== actor.accountId) return refuse('not_found');
    const { waitingMicros, clips } = await findUnproven(db, actor.accountId, now);
    const clip = clips.find(({ submissionId }) => submissionId === params.id);
    const isNeeded = clip && (waitingMicros > 0n || clip.request);
    return {
      clip: isNeeded ? shown(clip) : null,
      mayAsk: clip !== undefined && waitingMicros > 0n && isAskable(clip),
    };
  });

  implement(api, proofRoutes.askProof, ({ params, actor, now }) =>
    transact(db, (tx) =>
      askProof(tx, { submissionId: params.id, clipperId: actor.accountId, userId: actor.userId, now }),
    ),
  );

  registerAdminProofRoutes(api);
}

const shown = ({ countedViews: _, ...clip }: UnprovenClips['clips'][number]): UnprovenClip => clip;

function registerAdminProofRoutes(api: Api): void {
  const { db } = api;

  implement(api, adminProofRoutes.provableViews, async ({ params, now }) => {
    const clip = await readProvable(db, params.id, now);
    if (!clip) return refuse('not_found');
    const upTo = await provableUpTo(db, params.id, clip);
    return {
      provable: upTo === null ? null : await consequence(db, params.id, { ...clip, upTo }, now),
      request: clip.request_state === 'shown' ? toRequest(clip) : null,
    };
  });

  implement(api, adminProofRoutes.proveViews, async ({ params, body, actor, now }) => {
    const proving = { submissionId: params.id, upTo: BigInt(body.upTo), note: body.note };
    const outcome = await transact(db, (tx) => proveViews(tx, { ...proving, adminId: actor.userId, now }));
    return isRefusal(outcome) ? outcome : {};
  });

  implement(api, adminProofRoutes.rejectProof, ({ params, body, actor, now }) =>
    transact(db, (tx) =>
      rejectProof(tx, { submissionId: params.id, note: body.note, adminId: actor.userId, now }),
    ),
  );
}

/** Returns what an admin's decision changes in views and money. */
async function consequence(
  db: Database,
  submissionId: string,
  { clipper_id, proven_views, upTo }: { clipper_id: AccountId; proven_views: bigint; upTo: bigint },
  now: Date,
) {
  const shares = await leavesWait(db, clipper_id, { submissionId, upTo }, now);
  return {
    upTo: Number(upTo),
    views: Number(upTo - proven_views),
    leavesMicros: sumOf(shares.map((share) => share.amountMicros)),
    pendingMicros: micros((await pendingOf(db, submissionId))!.sum),
  };
}
