import type { z } from 'zod';
import type { submissionRoutes } from '#contract/submissions/submissions.ts';
import { unseenViews } from '#server/modules/tracking/tracking.ts';
import { type CheckDeps, type CheckInput, checkClip } from './check.ts';

export type DryRun = z.output<typeof submissionRoutes.checkClip.reply>;

/** Runs every check of a submission without submitting. Returns null if there is no such listing. */
export async function dryRun(deps: CheckDeps, input: CheckInput): Promise<DryRun | null> {
  const checked = await checkClip(deps, input);
  if (!checked) return null;
  const { checks, failure, found, link } = checked;
  const reading = found?.post.reading;
  const post = link && found && { platform: link.platform, postId: link.id, postedAt: found.post.postedAt };
  const unseen = post && reading ? await unseenViews(deps.db, post, reading, deps.clock.now()) : 0n;
  return {
    checks,
    passes: failure === null,
    post:
      found && link
        ? {
            platform: link.platform,
            caption: found.post.caption,
            postedAt: found.post.postedAt,
            views: found.post.reading?.views ?? null,
            unseenViews: Number(unseen),
            countLevel: found.level,
          }
        : null,
  };
}
