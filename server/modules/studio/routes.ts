import { studioRoutes } from '#contract/studio.ts';
import { studioListRoutes } from '#contract/studio-lists.ts';
import { type Api, implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { listProjects, listSources } from './lists.ts';
import { findProject } from './queries.ts';
import { removeProject } from './remove-project.ts';
import { saveProject } from './save-project.ts';

export function registerStudioRoutes(api: Api): void {
  const { db } = api;
  implement(api, studioListRoutes.studioProjects, async ({ actor }) => ({
    rows: await listProjects(db, actor.accountId),
  }));
  implement(api, studioListRoutes.studioSources, async ({ actor }) => ({
    rows: await listSources(db, actor.accountId),
  }));
  implement(
    api,
    studioListRoutes.removeStudioProject,
    async ({ params, actor }) =>
      (await removeProject(db, { clipperId: actor.accountId, listingId: params.id })) ?? {},
  );
  implement(api, studioRoutes.showStudioProject, ({ params, actor }) =>
    findProject(db, { clipperId: actor.accountId, listingId: params.id }),
  );
  implement(api, studioRoutes.saveStudioProject, async ({ params, body, actor, now }) =>
    body.clipperId === actor.accountId
      ? saveProject(db, { ...body, listingId: params.id, clipperId: actor.accountId, now })
      : refuse('studio_other_account'),
  );
}
