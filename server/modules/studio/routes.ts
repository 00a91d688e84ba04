import { studioRoutes } from '#contract/studio.ts';
import { type Api, implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { findProject } from './queries.ts';
import { saveProject } from './save-project.ts';

export function registerStudioRoutes(api: Api): void {
  const { db } = api;
  implement(api, studioRoutes.showStudioProject, ({ params, actor }) =>
    findProject(db, { clipperId: actor.userId, listingId: params.id }),
  );
  implement(api, studioRoutes.saveStudioProject, async ({ params, body, actor, now }) =>
    body.clipperId === actor.userId
      ? saveProject(db, { listingId: params.id, ...body, now })
      : refuse('studio_other_account'),
  );
}
