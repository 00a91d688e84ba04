import {
  clipFileRoutes,
  type EarnedPart,
  type MomentMap,
  type TakenMoments,
} from '#contract/clips/clip-files.ts';
import { type Api, implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { SharedReads } from '#server/infra/shared-reads.ts';
import { mayWatchSources, type StartClipFile, type Viewer } from '#server/modules/media/media.ts';
import { attachFile } from './attach-file.ts';
import { earnedParts } from './earned-parts.ts';
import { momentMap, takenSeconds } from './moment-map.ts';
import { hostOf } from './queries.ts';

export function registerClipFileRoutes(api: Api, startClipFile: StartClipFile): void {
  const { db } = api;
  // The maps are cached, because everybody who opens a listing requests the same data about all its clips.
  const maps = new SharedReads<MomentMap>(db, { maxAgeMs: 5_000, maxKeys: 100 });
  const taken = new SharedReads<TakenMoments>(db, { maxAgeMs: 5_000, maxKeys: 100 });
  implement(api, clipFileRoutes.attachClipFile, ({ params, body, actor, now }) =>
    attachFile(
      { db, startClipFile },
      { submissionId: params.id, clipperId: actor.accountId, file: body, now },
    ),
  );
  implement(api, clipFileRoutes.listingMoments, async ({ params, actor }) => {
    if ((await hostOf(db, params.id)) !== actor.accountId) return refuse('not_found');
    return await maps.get(params.id, () => momentMap(db, params.id));
  });
  const earned = new SharedReads<EarnedPart[]>(db, { maxAgeMs: 60_000, maxKeys: 100 });
  const mayWatch = async (listingId: string, actor: Viewer) => {
    const hostId = await hostOf(db, listingId);
    return hostId !== null && (await mayWatchSources(db, hostId, actor));
  };
  implement(api, clipFileRoutes.earnedParts, async ({ params, actor }) => {
    if (!(await mayWatch(params.id, actor))) return refuse('not_found');
    return { parts: await earned.get(params.id, () => earnedParts(db, params.id)) };
  });
  implement(api, clipFileRoutes.takenMoments, async ({ params, actor }) => {
    if (!(await mayWatch(params.id, actor))) return refuse('not_found');
    return await taken.get(params.id, () => takenSeconds(db, params.id));
  });
}
