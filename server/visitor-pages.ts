import { z } from 'zod';
import { feedQuery } from '#contract/listings/listings.ts';
import { routes } from '#contract/routes.ts';
import { idSchema } from '#contract/wire/primitives.ts';
import type { ServedRead } from '#contract/wire/served-reads.ts';
import type { VisitorPage } from './http/drawn-pages.ts';
import type { Asked } from './http/pages.ts';
import type { Database } from './infra/transaction.ts';
import { countListings, exploreListings, showListing } from './modules/listings/listings.ts';
import { findPublicProfile, normalizeUsername } from './modules/profiles/profiles.ts';

/** Facts about this server that a visitor's page shows. */
interface Offered {
  demo: boolean;
  googleSignIn: boolean;
}

/**
 * Returns what the server renders for visitors: the pages of people and listings, Explore without filters,
 * and the first step of the sign-up. Null for every other page.
 */
export async function findVisitorPage(
  db: Database,
  { path, hasQuery }: Asked,
  offered: Offered,
): Promise<VisitorPage | 'unknown' | null> {
  const session = visitorSession(offered);
  const [, segment] = /^\/@([^/]+)\/?$/.exec(path) ?? [];
  if (segment !== undefined) return profilePage(db, decoded(segment), session);
  const [, id] = /^\/listings\/([^/]+)\/?$/.exec(path) ?? [];
  if (id !== undefined) return listingPage(db, id, session);
  if (!hasQuery && path === EXPLORE) return await explorePage(db, session);
  // With a query the URL is another step of the sign-up, which search engines need not list.
  return !hasQuery && /^\/auth\/?$/.test(path) ? { at: '/auth', reads: [session] } : null;
}

async function profilePage(
  db: Database,
  name: string,
  session: ServedRead,
): Promise<VisitorPage | 'unknown'> {
  const profile = await findPublicProfile(db, normalizeUsername(name));
  if (!profile) return 'unknown';
  const { username } = profile;
  const reply = z.encode(routes.publicProfile.reply, profile);
  const reads: ServedRead[] = [session, { route: 'publicProfile', params: { username }, reply }];
  return { at: `/@${username}`, reads };
}

async function listingPage(
  db: Database,
  name: string,
  session: ServedRead,
): Promise<VisitorPage | 'unknown'> {
  const listing = idSchema.safeParse(name).success ? await showListing(db, name, null) : null;
  if (!listing) return 'unknown';
  const { id } = listing;
  const reply = z.encode(routes.showListing.reply, listing);
  return {
    at: `/listings/${id}`,
    reads: [session, { route: 'showListing', params: { id }, reply }],
  };
}

const EXPLORE = '/explore';

/** Returns Explore with the first page of the newest listings. */
async function explorePage(db: Database, session: ServedRead): Promise<VisitorPage> {
  const query = feedQuery.parse({});
  const [feed, count] = await Promise.all([exploreListings(db, query), countListings(db, {})]);
  return {
    at: EXPLORE,
    reads: [
      session,
      {
        route: 'exploreListings',
        params: {},
        query: { sort: query.sort },
        reply: JSON.parse(feed.text) as unknown,
      },
      { route: 'countListings', params: {}, reply: count },
    ],
  };
}

/** Returns the session of a visitor without the time, the only part that a browser must request. */
const visitorSession = (offered: Offered): ServedRead => ({
  route: 'session',
  params: {},
  reply: z.encode(routes.session.reply, { user: null, ...offered, now: new Date(0) }),
});

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
