import { studioRoutes } from '#contract/studio.ts';
import { type Api, implement } from '#server/http/route.ts';
import { findProject } from './queries.ts';
import { saveProject } from './save-project.ts';

export function registerStudioProjectRoutes(api: Api): void {
  const { db } = api;
  implement(api, studioRoutes.showStudioProject, ({ params, actor }) =>
    findProject(db, { clipperId: actor.userId, listingId: params.id }),
  );
  implement(api, studioRoutes.saveStudioProject, ({ params, body, actor, now }) =>
    saveProject(db, { clipperId: actor.userId, listingId: params.id, ...body, now }),
  );
}
