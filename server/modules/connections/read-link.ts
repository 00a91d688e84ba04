import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { postLinks } from '#contract/platforms/post-url.ts';
import { after, SECOND } from '#server/infra/clock.ts';
import { type Answer, answer, type FoundPost, problem } from './platforms/adapter.ts';

interface LinkedPost {
  platform: PostPlatform;
  postId: string;
  handleInLink: string | undefined;
  now: Date;
}

/**
 * Reads a post from its link if the platform can't be called. The owner is known if the link names the
 * account, and the time if the id contains it (otherwise the time is now). Caption, length and counts are
 * unknown until people open the post.
 */
export function readLink(
  handle: string,
  { platform, postId, handleInLink, now }: LinkedPost,
): Answer<FoundPost> {
  if (handleInLink !== undefined && handleInLink.toLowerCase() !== handle.toLowerCase()) {
    return problem('not_owner', 'the link names another account');
  }
  const { idTime, idTimeEarlySeconds } = postLinks[platform];
  const made = idTime(postId);
  if (made && made > now) return problem('gone', 'no post was made in the future');
  // The post's id contains the time at which the id was made, which may be before the post. The latest
  // possible time of the post is used, because that favours the clipper.
  const latest = made && after(made, idTimeEarlySeconds * SECOND);
  return answer({
    postId,
    apiId: postId,
    caption: '',
    postedAt: latest && latest < now ? latest : now,
    durationSeconds: null,
    posterUrl: null,
    paidPromotion: null,
    reading: null,
  });
}
