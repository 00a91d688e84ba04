import type { AccountId } from '#contract/accounts/ids.ts';
import type { CountedTerms } from '#contract/listings/counted-terms.ts';
import type { Actor } from '#server/http/actor.ts';
import type { PostInput } from '#simulator/posts/posts.ts';
import { decide } from '#simulator/trial.ts';
import type { ClipWorld } from './clip-world.ts';

/** Figures that a platform may omit for a span of days. */
export const unknownFigures = {
  watchSeconds: null,
  averagePercentage: null,
  completedShare: null,
  reach: null,
  subscribedShare: null,
  trafficSources: null,
  countries: null,
  devices: null,
};

/** Clips of accounts whose owners share their analytics. */
export function releasedAnalytics(world: ClipWorld) {
  const { db, api } = world;

  const connectionOf = (accountId: AccountId) =>
    db
      .selectFrom('connections')
      .selectAll()
      .where('user_id', '=', accountId)
      .orderBy('connected_at', 'desc')
      .executeTakeFirstOrThrow();

  /**
   * Requests the analytics consent of the person's newest account, as the browser does; resolves with the
   * final URL.
   */
  async function release(as: Actor, handle: string, withhold?: string): Promise<URL> {
    const { id } = await connectionOf(as.accountId);
    const body = { returnTo: '/clipper/settings' };
    const started = await api.send('POST', `/api/connections/${id}/analytics`, { as, body });
    const back = await decide(started.body.authorizeUrl, 'allow', handle, withhold);
    const ended = await api.send('GET', back.pathname + back.search, { as });
    return new URL(String(ended.headers.location), 'http://localhost');
  }

  /** Creates a reel whose owner agrees to share analytics. Instagram requires no further consent. */
  async function releasedReel(post: Partial<PostInput>) {
    const listing = await world.addListing();
    const account = await world.addAccount('instagram');
    const { id } = await connectionOf(account.clipper.accountId);
    const body = { returnTo: '/clipper/settings' };
    const reply = await api.send('POST', `/api/connections/${id}/analytics`, { as: account.clipper, body });
    const clip = await world.submitPost(account, listing.id, post);
    return { ...account, ...clip, host: listing.host, reply };
  }

  /** Submits a post like this, after other posts of the account with these views each. */
  async function releasedClip(
    post: Partial<PostInput>,
    others: number[] = [],
    { counted, platform = 'youtube' }: { counted?: CountedTerms; platform?: 'youtube' | 'tiktok' } = {},
  ) {
    const listing = await world.addListing({ ...(counted && { counted }) });
    const account = await world.addAccount(platform);
    await release(account.clipper, account.handle);
    for (const views of others) await world.submitPost(account, listing.id, { scenario: 'organic', views });
    const clip = await world.submitPost(account, listing.id, post);
    return { ...account, ...clip, host: listing.host };
  }

  const clipAs = async (as: Actor, id: string) => (await api.send('GET', `/api/clips/${id}`, { as })).body;
  const readingOf = (id: string) =>
    db.selectFrom('clip_analytics').selectAll().where('submission_id', '=', id).executeTakeFirst();
  /** Returns the views of a clip that count, by day. */
  const countedOf = (id: string) =>
    db
      .selectFrom('clip_counted_stretches')
      .selectAll()
      .where('submission_id', '=', id)
      .orderBy('from_views')
      .execute();
  const stretchesOf = (id: string) =>
    db.selectFrom('clip_analytics_stretches').selectAll().where('submission_id', '=', id).execute();

  return { connectionOf, release, releasedClip, releasedReel, clipAs, readingOf, countedOf, stretchesOf };
}
