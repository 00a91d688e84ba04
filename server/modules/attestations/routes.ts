import { z } from 'zod';
import { adminAttestationRoutes } from '#contract/admin/admin-attestations.ts';
import { attestationRoutes } from '#contract/attestations.ts';
import { SCREENSHOT_MAX_BYTES, VIEWS_MAX } from '#contract/limits.ts';
import { idParams } from '#contract/wire/primitives.ts';
import { implementTable } from '#server/http/csv.ts';
import { registerPictureRoute } from '#server/http/picture-route.ts';
import { type Api, implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import type { KeepScreenshot } from '#server/modules/media/media.ts';
import { maySeeClip, participantsOf } from '#server/modules/submissions/submissions.ts';
import type { Draw } from './audit-attestation.ts';
import { waitingAttestationsColumns } from './columns.ts';
import { confirmAttestation, refuseAttestation } from './decide-attestation.ts';
import { attestationOf, attestationRules, freshDueAt, waitingAttestations } from './queries.ts';
import { sendAttestation } from './send-attestation.ts';

const ATTESTATIONS_PER_MINUTE = 10;

/** `views` is the count in the screenshot, if it differs from the one reported with the clip. */
const sentQuery = z.object({ views: z.coerce.number().int().min(0).max(VIEWS_MAX).optional() });

/** Registers routes for decisions on screenshots of clips that no platform counts for us. */
function registerAttestationDecisionRoutes(api: Api, draw: Draw): void {
  const { db } = api;
  implementTable(
    api,
    adminAttestationRoutes.waitingAttestations,
    adminAttestationRoutes.waitingAttestationsCsv,
    waitingAttestationsColumns,
    ({ query, actor }, db) => waitingAttestations(db, actor.userId, query),
  );
  implement(api, adminAttestationRoutes.confirmAttestation, ({ params, body, actor, now }) =>
    transact(db, (tx) =>
      confirmAttestation(
        tx,
        { attestationId: params.id, personId: actor.userId, views: body.views, now },
        draw,
      ),
    ),
  );
  implement(api, adminAttestationRoutes.refuseAttestation, ({ params, body, actor, now }) =>
    transact(db, (tx) =>
      refuseAttestation(tx, { attestationId: params.id, personId: actor.userId, note: body.note, now }),
    ),
  );
}

export function registerAttestationRoutes(api: Api, keepScreenshot: KeepScreenshot, draw: Draw): void {
  const { db } = api;
  registerAttestationDecisionRoutes(api, draw);
  implement(api, attestationRoutes.clipAttestation, async ({ params, actor, now }) => {
    const participants = await participantsOf(db, params.id);
    if (!participants || !maySeeClip(actor, participants)) return refuse('not_found');
    return {
      attestation: await attestationOf(db, params.id, actor.accountId === participants.hostId),
      ...(await attestationRules(db, params.id, now)),
      freshDueAt: await freshDueAt(db, params.id),
    };
  });
  registerPictureRoute(api, {
    url: '/api/submissions/:id/attestation',
    access: 'clipper',
    maxBytes: SCREENSHOT_MAX_BYTES,
    tooLarge: 'screenshot_too_large',
    name: 'attestation',
    perMinute: ATTESTATIONS_PER_MINUTE,
    async take(sent, actor, request) {
      const params = idParams.safeParse(request.params);
      const query = sentQuery.safeParse(request.query);
      if (!params.success || !query.success) return refuse('not_found');
      const attestation = {
        submissionId: params.data.id,
        clipperId: actor.accountId,
        userId: actor.userId,
        views: query.data.views ?? null,
        now: api.clock.now(),
      };
      return await sendAttestation({ db, keepScreenshot }, attestation, sent);
    },
  });
}
