import { z } from 'zod';
import { adminProofRoutes } from '#contract/admin-proofs.ts';
import { PROOF_MAX_BYTES } from '#contract/limits.ts';
import { idParams } from '#contract/primitives.ts';
import { proofRoutes } from '#contract/proofs.ts';
import { registerPictureRoute } from '#server/http/picture-route.ts';
import { type Api, implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import type { KeepProof } from '#server/modules/media/media.ts';
import { maySeeClip, participantsOf } from '#server/modules/submissions/submissions.ts';
import type { Draw } from './audit-proof.ts';
import { confirmProof, refuseProof } from './decide-proof.ts';
import { freshDueAt, proofOf, proofRules, waitingProofs } from './queries.ts';
import { sendProof } from './send-proof.ts';

const PROOFS_PER_MINUTE = 10;

/** What the screenshot shows, when that is no longer what was reported with the clip. */
const sentQuery = z.object({ views: z.coerce.number().int().min(0).max(10_000_000_000).optional() });

/** People decide on the screenshots of clips that nobody else counts. */
function registerProofDecisionRoutes(api: Api, draw: Draw): void {
  const { db } = api;
  implement(api, adminProofRoutes.waitingProofs, ({ query, actor }) =>
    waitingProofs(db, actor.userId, query.cursor),
  );
  implement(api, adminProofRoutes.confirmProof, ({ params, body, actor, now }) =>
    transact(db, (tx) =>
      confirmProof(tx, { proofId: params.id, personId: actor.userId, views: body.views, now }, draw),
    ),
  );
  implement(api, adminProofRoutes.refuseProof, ({ params, body, actor, now }) =>
    transact(db, (tx) =>
      refuseProof(tx, { proofId: params.id, personId: actor.userId, note: body.note, now }),
    ),
  );
}

export function registerProofRoutes(api: Api, keepProof: KeepProof, draw: Draw): void {
  const { db } = api;
  registerProofDecisionRoutes(api, draw);
  implement(api, proofRoutes.clipProof, async ({ params, actor }) => {
    const participants = await participantsOf(db, params.id);
    if (!participants || !maySeeClip(actor, participants)) return refuse('not_found');
    return {
      proof: await proofOf(db, params.id),
      ...(await proofRules(db, params.id)),
      freshDueAt: await freshDueAt(db, params.id),
    };
  });
  registerPictureRoute(api, {
    url: '/api/submissions/:id/proof',
    access: 'clipper',
    maxBytes: PROOF_MAX_BYTES,
    tooLarge: 'proof_too_large',
    name: 'proof',
    perMinute: PROOFS_PER_MINUTE,
    async take(sent, actor, request) {
      const params = idParams.safeParse(request.params);
      const query = sentQuery.safeParse(request.query);
      if (!params.success || !query.success) return refuse('not_found');
      const proof = {
        submissionId: params.data.id,
        clipperId: actor.userId,
        views: query.data.views ?? null,
        now: api.clock.now(),
      };
      return await sendProof({ db, keepProof }, proof, sent);
    },
  });
}
