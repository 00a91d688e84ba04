import { clipFileRoutes } from '#contract/clip-files.ts';
import { type Api, implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { mayWatchSources, type StartClipFile } from '#server/modules/media/media.ts';
import { attachFile } from './attach-file.ts';
import { momentMap, takenSeconds } from './moment-map.ts';
import { hostOf } from './queries.ts';

export function registerClipFileRoutes(api: Api, startClipFile: StartClipFile): void {
  const { db } = api;
  implement(api, clipFileRoutes.attachClipFile, ({ params, body, actor, now }) =>
    attachFile({ db, startClipFile }, { submissionId: params.id, clipperId: actor.userId, file: body, now }),
  );
  implement(api, clipFileRoutes.listingMoments, async ({ params, actor }) => {
    if ((await hostOf(db, params.id)) !== actor.userId) return refuse('not_found');
    return await momentMap(db, params.id);
  });
  implement(api, clipFileRoutes.takenMoments, async ({ params, actor }) => {
    const hostId = await hostOf(db, params.id);
    if (hostId === null || !(await mayWatchSources(db, hostId, actor))) return refuse('not_found');
    return { seconds: await takenSeconds(db, params.id) };
  });
}
