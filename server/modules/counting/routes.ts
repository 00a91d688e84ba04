import { countingRoutes } from '#contract/counting.ts';
import { type Api, implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { scoreVersionOf, verdictOf } from '#server/modules/scoring/scoring.ts';
import { maySeeClip, participantsOf } from '#server/modules/submissions/submissions.ts';
import { snapshotsOf, troubleOf } from './queries.ts';

export function registerCountingRoutes(api: Api): void {
  const { db } = api;
  implement(api, countingRoutes.clipEvidence, async ({ params, actor }) => {
    const participants = await participantsOf(db, params.id);
    if (!participants || !maySeeClip(actor, participants)) return refuse('not_found');
    return {
      submissionId: params.id,
      postedAt: participants.postedAt,
      verdict: await verdictOf(db, params.id),
      scoreVersion: await scoreVersionOf(db, params.id),
      trouble: await troubleOf(db, params.id),
      snapshots: await snapshotsOf(db, params.id),
    };
  });
}
