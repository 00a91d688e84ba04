import type { z } from 'zod';
import { clipPlayerRoutes } from '#contract/clips/clip-player.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import type { Actor } from '#server/http/actor.ts';
import { type Api, implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { maySeeClip } from './participants.ts';
import { watchedPost } from './queries.ts';

type Player = z.output<typeof clipPlayerRoutes.clipPlayer.reply>;

/** Returns the URL of a platform's own player for a post. */
export type PlayerUrl = (platform: PostPlatform, postId: string) => string;

const GONE = 'The post is deleted, private, unlisted or blocked, so it can’t be watched.';

export function registerPlayerRoute(api: Api, playerUrl: PlayerUrl): void {
  implement(
    api,
    clipPlayerRoutes.clipPlayer,
    async ({ params, actor }) =>
      (await readPlayer(api.db, params.id, actor, playerUrl)) ?? refuse('not_found'),
  );
}

/** Reads the player of a clip. Returns null if the clip does not exist for this person. */
async function readPlayer(
  db: Database,
  submissionId: string,
  actor: Actor,
  playerUrl: PlayerUrl,
): Promise<Player | null> {
  const post = await watchedPost(db, submissionId);
  if (!post || !maySeeClip(actor, post)) return null;
  if (post.isGone) return { src: null, unavailable: GONE };
  return { src: playerUrl(post.platform, post.postId), unavailable: null };
}
