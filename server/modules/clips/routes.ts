import { clipRoutes } from '#contract/clips/clips.ts';
import { type Api, implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { participantsOf } from '#server/modules/submissions/submissions.ts';
import { viewerOf } from './policy.ts';
import { showClip } from './show.ts';

export function registerClipRoutes(api: Api): void {
  const { db } = api;
  implement(api, clipRoutes.showClip, async ({ params, actor, now }) => {
    const participants = await participantsOf(db, params.id);
    const viewer = participants && viewerOf(actor, participants);
    return viewer ? await showClip(db, params.id, viewer, now) : refuse('not_found');
  });
}
