import { createListingBody } from '#contract/listings/listing-terms.ts';
import { centsToMicros } from '#contract/money.ts';
import { connectablePlatforms } from '#contract/platforms/platforms.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { createListing } from '#server/modules/listings/listings.ts';
import { takeDeposit } from '../demo-money.ts';
import { personOf } from '../person-of.ts';
import type { Crowd } from './crowd-people.ts';
import { CROWD_TRACKING_DAYS, crowdHosts, type PlannedListing } from './crowd-plan.ts';

/** Deposits the budgets of the hosts' listings, and posts the listings; returns their ids. */
export async function postCrowdListings(
  db: Database,
  crowd: Crowd,
  listings: PlannedListing[],
  now: Date,
): Promise<Map<PlannedListing, string>> {
  const ids = new Map<PlannedListing, string>();
  for (const { username, balanceDollars } of crowdHosts) {
    const own = listings.filter(({ host }) => host === username);
    const first = Math.min(...own.map(({ postedAt }) => postedAt.getTime()));
    const budgets = own.reduce((sum, { spec }) => sum + spec.budgetDollars, 0);
    await takeDeposit(
      db,
      crowd.hosts[username]!,
      (budgets + balanceDollars) * 100,
      after(new Date(first), -DAY),
    );
    for (const listing of own.toSorted((a, b) => a.postedAt.getTime() - b.postedAt.getTime())) {
      ids.set(listing, await postOne(db, crowd, listing, now));
    }
  }
  return ids;
}

async function postOne(db: Database, crowd: Crowd, listing: PlannedListing, now: Date): Promise<string> {
  const { spec, host, postedAt } = listing;
  const { instructions, source, category } = crowdHosts.find(({ username }) => username === host)!;
  const { maxPayoutDollars, endsInDays, ...rules } = spec.rules ?? {};
  const dollars = (amount: number): string => centsToMicros(amount * 100).toString();
  const terms = createListingBody.parse({
    title: spec.title,
    description: spec.about,
    instructions,
    platforms: spec.platforms,
    category: spec.category ?? category,
    sourceMediaId: crowd.sources[host] ?? null,
    sourceUrl: source === 'upload' ? null : `${source}/${slug(spec.title)}.mp4`,
    rateCentsPerMille: spec.rateCentsPerMille,
    budgetMicros: dollars(spec.budgetDollars),
    rules: {
      trackingDays: CROWD_TRACKING_DAYS,
      ...rules,
      maxPayoutMicros: maxPayoutDollars === undefined ? null : dollars(maxPayoutDollars),
      endsAt: endsInDays === undefined ? null : after(now, endsInDays * DAY).toISOString(),
    },
  });
  const posted = await transact(db, (tx) =>
    createListing(tx, {
      hostId: crowd.hosts[host]!,
      userId: personOf(crowd.hosts[host]!),
      terms,
      asked: connectablePlatforms,
      now: postedAt,
    }),
  );
  if (isRefusal(posted)) throw new Error(`demo listing "${spec.title}" was refused: ${posted.code}`);
  return posted.id;
}

const slug = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
