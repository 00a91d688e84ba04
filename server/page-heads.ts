import { z } from 'zod';
import { routes } from '#contract/routes.ts';
import {
  listingHead,
  profileHead,
  signUpHead,
  unknownListingHead,
  unknownProfileHead,
} from '#contract/wire/page-heads.ts';
import { idSchema } from '#contract/wire/primitives.ts';
import type { ServedRead } from '#contract/wire/served-reads.ts';
import type { Asked, Described } from './http/pages.ts';
import type { Database } from './infra/transaction.ts';
import { showListing } from './modules/listings/listings.ts';
import { findPublicProfile, normalizeUsername } from './modules/profiles/profiles.ts';

/** Facts about this server that a visitor's page shows. */
interface Offered {
  demo: boolean;
  googleSignIn: boolean;
}

/**
 * Describes the pages of people and listings, with their visitors' data, and the first step of the sign-up.
 */
export async function describePage(
  db: Database,
  { path, hasQuery }: Asked,
  offered: Offered,
): Promise<Described | null> {
  const [, segment] = /^\/@([^/]+)\/?$/.exec(path) ?? [];
  if (segment !== undefined) return drawnAt(path, await describeProfile(db, decoded(segment), offered));
  const [, id] = /^\/listings\/([^/]+)\/?$/.exec(path) ?? [];
  if (id !== undefined) return drawnAt(path, await describeListing(db, id, offered));
  // With a query the URL is another step of the sign-up, which search engines need not list.
  if (hasQuery || !/^\/auth\/?$/.test(path)) return null;
  return { head: signUpHead, found: true, visitors: { name: 'auth', reads: [visitorSession(offered)] } };
}

/** The page of a person or a listing; `at` is absent when the person or listing does not exist. */
type About = Described & { at?: string };

/**
 * Lets the server render the page at its canonical address only. Each other spelling would be rendered and
 * cached separately.
 */
const drawnAt = (path: string, { at, visitors, ...described }: About): Described =>
  visitors && path === at ? { ...described, visitors } : described;

async function describeProfile(db: Database, username: string, offered: Offered): Promise<About> {
  const profile = await findPublicProfile(db, normalizeUsername(username));
  if (!profile) return { head: unknownProfileHead, found: false };
  const reply = z.encode(routes.publicProfile.reply, profile);
  const reads: ServedRead[] = [
    visitorSession(offered),
    { route: 'publicProfile', params: { username }, reply },
  ];
  const visitors = { name: 'profile', reads };
  return { head: profileHead(profile), found: true, at: `/@${profile.username}`, visitors };
}

async function describeListing(db: Database, id: string, offered: Offered): Promise<About> {
  const listing = idSchema.safeParse(id).success ? await showListing(db, id, null) : null;
  if (!listing) return { head: unknownListingHead, found: false };
  const reply = z.encode(routes.showListing.reply, listing);
  const reads: ServedRead[] = [visitorSession(offered), { route: 'showListing', params: { id }, reply }];
  const head = listingHead({ ...listing, hostUsername: listing.host.username });
  return { head, found: true, at: `/listings/${listing.id}`, visitors: { name: 'listing', reads } };
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
