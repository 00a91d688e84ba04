import { sql } from 'kysely';
import type { ListingResults, ResultClip, ResultFigures } from '#contract/listing-results/listing-results.ts';
import type { SharedResults } from '#contract/listing-results/result-links.ts';
import { after, MINUTE } from '#server/infra/clock.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { budgetOf } from '#server/modules/listings/listings.ts';
import { isPostGone } from '#server/modules/submissions/submissions.ts';
import { readResults, snapshot } from './queries.ts';

type Shared = Pick<SharedResults, 'title' | 'hostUsername' | 'state' | 'rateCentsPerMille' | 'createdAt'> & {
  id: string;
  listingId: string;
};

/**
 * Returns the results that a link shares, without private data. Returns null for a link that does not work,
 * whatever the reason: unknown, revoked, expired, or its host is banned or gone.
 */
export async function openLink(db: Database, hash: Buffer, now: Date): Promise<SharedResults | null> {
  const opened = await snapshot(db, async (tx) => {
    const shared = await findShared(tx, hash, now);
    if (!shared) return null;
    const { id, listingId, ...listing } = shared;
    const results = await readResults(tx, listingId, now);
    const secret = {
      clippers: await hiddenClippers(tx, listingId),
      clips: await clipsWithoutPost(tx, listingId),
    };
    const budget = await budgetOf(tx, listingId);
    return { id, shown: { ...listing, budget, drawnAt: now, results: withoutPrivate(results, secret) } };
  });
  if (!opened) return null;
  await noteOpening(db, opened.id, now);
  return opened.shown;
}

async function findShared(tx: Tx, hash: Buffer, now: Date): Promise<Shared | undefined> {
  return await tx
    .selectFrom('result_links as k')
    .innerJoin('listings as l', 'l.id', 'k.listing_id')
    .innerJoin('accounts as u', 'u.id', 'l.host_id')
    .leftJoin('profiles as p', 'p.user_id', 'l.host_id')
    .select([
      'k.id',
      'k.listing_id as listingId',
      'l.title',
      'p.username as hostUsername',
      'l.state',
      'l.rate_cents_per_mille as rateCentsPerMille',
      'l.created_at as createdAt',
    ])
    .where('k.token_hash', '=', hash)
    .where((eb) => eb.or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', now)]))
    .where('l.state', '<>', 'removed')
    .where('u.banned_at', 'is', null)
    .where('u.closed_at', 'is', null)
    .$castTo<Shared>()
    .executeTakeFirst();
}

/** Returns the names of this listing's clippers who hide their earnings or may not be here. */
async function hiddenClippers(tx: Tx, listingId: string): Promise<Set<string>> {
  const { rows } = await sql<{ username: string }>`
    select distinct p.username from submissions s join profiles p on p.user_id = s.clipper_id
    join accounts u on u.id = s.clipper_id
    where s.listing_id = ${listingId} and s.status = 'approved'
      and (p.earnings_hidden or u.banned_at is not null or u.closed_at is not null)`.execute(tx);
  return new Set(rows.map(({ username }) => username));
}

/** Returns the ids of clips whose clipper deleted the post or made it private. */
async function clipsWithoutPost(tx: Tx, listingId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select t.submission_id as id from clip_tracking t where t.listing_id = ${listingId} and ${isPostGone}`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}

interface Secret {
  clippers: ReadonlySet<string>;
  clips: ReadonlySet<string>;
}

/** States the day only, because a post can be found on the platform by its exact time. */
const dayOf = (moment: Date): Date => new Date(moment.toISOString().slice(0, 10));

/**
 * States only paid views, so that nobody can tell from unpaid views that they are on hold: an hour or a platform
 * may have a single clip.
 */
const paidOnly = <Row extends ResultFigures | ResultClip>(row: Row): Row => ({
  ...row,
  views: row.paidViews,
});
const isPaid = ({ paidViews }: { paidViews: number }): boolean => paidViews > 0;

function withoutPrivate(results: ListingResults, secret: Secret): ListingResults {
  const nameOf = (username: string | null) => (username && !secret.clippers.has(username) ? username : null);
  return {
    ...results,
    clippers: results.clippers
      .filter(isPaid)
      .map((row) => ({ ...paidOnly(row), username: nameOf(row.username) })),
    bestClips: results.bestClips.filter(isPaid).map((clip) => {
      const clipperUsername = nameOf(clip.clipperUsername);
      const isSecret = !clipperUsername || secret.clips.has(clip.id);
      return {
        ...paidOnly(clip),
        clipperUsername,
        // Posters need a session, so a visitor could not load them.
        posterUrl: null,
        postedAt: dayOf(clip.postedAt),
        ...(isSecret && { caption: '', url: null }),
      };
    }),
    platforms: results.platforms.map(paidOnly),
    hours: results.hours.map(paidOnly),
  };
}

/** Records the last opening, at most once a minute. */
async function noteOpening(db: Database, id: string, now: Date): Promise<void> {
  await db
    .updateTable('result_links')
    .set({ last_opened_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_opened_at', 'is', null), eb('last_opened_at', '<', after(now, -MINUTE))]))
    .execute();
}
