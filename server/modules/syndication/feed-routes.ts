import type { FastifyInstance } from 'fastify';
import { sendProblem } from '#server/http/problem.ts';
import type { Replica } from '#server/infra/read-replica.ts';
import { SharedReads } from '#server/infra/shared-reads.ts';
import type { Database } from '#server/infra/transaction.ts';
import { normalizeUsername } from '#server/modules/profiles/profiles.ts';
import { sendShared } from './answer.ts';
import { type Feed, jsonFeed, rssFeed } from './feeds.ts';
import { findHost, newestListings } from './queries.ts';

const MAX_AGE_SECONDS = 60;

const kinds = {
  json: {
    type: 'application/feed+json; charset=utf-8',
    write: (appUrl: string, feed: Feed) => JSON.stringify(jsonFeed(appUrl, feed)),
  },
  xml: { type: 'application/rss+xml; charset=utf-8', write: rssFeed },
} as const;

/** Registers feeds of active listings: one of all hosts, and one of each host. */
export function registerFeedRoutes(
  server: FastifyInstance,
  { db, replica, appUrl }: { db: Database; replica: Replica; appUrl: string },
): void {
  const texts = new SharedReads<string | null>(db, { maxAgeMs: 10_000, maxKeys: 200 });
  for (const [ending, { type, write }] of Object.entries(kinds)) {
    server.get(`/feeds/listings.${ending}`, async (request, reply) => {
      const text = await texts.get(ending, async () =>
        write(appUrl, await replica.read((reads) => everyonesFeed(reads, appUrl))),
      );
      return sendShared(request, reply, text!, { type, maxAgeSeconds: MAX_AGE_SECONDS });
    });
    server.get<{ Params: { username: string } }>(
      `/feeds/hosts/:username/listings.${ending}`,
      async (request, reply) => {
        const username = normalizeUsername(request.params.username);
        const text = await texts.get(`${ending} ${username}`, async () => {
          const feed = await replica.read((reads) => hostsFeed(reads, appUrl, username));
          return feed && write(appUrl, feed);
        });
        if (text === null) return sendProblem(reply, 'not_found');
        return sendShared(request, reply, text, { type, maxAgeSeconds: MAX_AGE_SECONDS });
      },
    );
  }
}

const everyonesFeed = async (db: Database, appUrl: string): Promise<Feed> => ({
  title: 'Permille: open listings',
  description: 'Clips wanted: the newest listings, each with its budget already paid in.',
  pageUrl: `${appUrl}/explore`,
  feedUrl: `${appUrl}/feeds/listings`,
  listings: await newestListings(db, null),
});

async function hostsFeed(db: Database, appUrl: string, username: string): Promise<Feed | null> {
  const host = await findHost(db, username);
  if (!host) return null;
  return {
    title: `Permille: listings of @${host.username}`,
    description: `Clips wanted by @${host.username}: the listings that take clips now.`,
    pageUrl: `${appUrl}/@${host.username}`,
    feedUrl: `${appUrl}/feeds/hosts/${host.username}/listings`,
    listings: await newestListings(db, host.id),
  };
}
