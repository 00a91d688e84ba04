import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { openAccess } from './access.ts';
import { attributeAnswer } from './attribute-refusal.ts';
import type { ConnectionReader } from './deps.ts';
import { endRelease } from './end-release.ts';
import { markDead } from './mark-dead.ts';
import { openAnalytics } from './open-analytics.ts';
import {
  type Answer,
  type PostAdapter,
  problem,
  type ReleasedPost,
  type ReleasedStretch,
} from './platforms/adapter.ts';

/**
 * Reads the figures about one post that the owner of a connected account releases. The account must be
 * connected and its release live.
 */
export type ReadAnalytics = (
  connectionId: string,
  post: ReleasedPost,
  now: Date,
) => Promise<Answer<ReleasedStretch[]>>;

/**
 * Reads a post's analytics. If the platform no longer grants the permission, the release ends. A dead token
 * ends the connection or, if the release has a separate consent, only the release.
 */
export async function readAnalytics(
  deps: ConnectionReader,
  connectionId: string,
  post: ReleasedPost,
  now: Date,
): Promise<Answer<ReleasedStretch[]>> {
  const { db } = deps;
  const adapter = await adapterOf(deps, connectionId);
  if (!adapter?.readAnalytics) return problem('unasked', 'no analytics are read of the platform');
  const { analyticsConsent } = adapter;
  const opened = analyticsConsent
    ? await openAnalytics(deps, analyticsConsent, { connectionId, now })
    : await openAccess(deps, connectionId, now);
  if (!opened.ok) return opened;
  const { access, sealed } = opened.value;
  const read = await adapter.readAnalytics(access, post);
  const answer = await attributeAnswer(db, { connectionId, api: 'analytics', now }, read);
  if (answer.ok) return answer;
  const { kind } = answer.problem;
  if (kind === 'denied' || (kind === 'token_dead' && analyticsConsent))
    await endRelease(db, { connectionId, sealed, now });
  else if (kind === 'token_dead') await markDead(db, { connectionId, sealed, now });
  return answer;
}

/**
 * Renews the tokens of a release with a separate consent, and ends the release if that consent was revoked.
 */
export async function renewAnalytics(deps: ConnectionReader, connectionId: string, now: Date): Promise<void> {
  const consent = (await adapterOf(deps, connectionId, true))?.analyticsConsent;
  if (consent) await openAnalytics(deps, consent, { connectionId, now });
}

async function adapterOf(
  { db, adapters }: ConnectionReader,
  connectionId: string,
  isReleased = false,
): Promise<PostAdapter | null> {
  const account = await db
    .selectFrom('connections')
    .select(['platform', 'analytics_released_at'])
    .where('id', '=', connectionId)
    .executeTakeFirst();
  if (!account || (isReleased && !account.analytics_released_at)) return null;
  return adapters.posts(account.platform as PostPlatform);
}
