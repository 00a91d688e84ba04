import type { ListingBook, Terms } from '../model/books.ts';
import { postListing, topUp } from '../model/listings.ts';
import { settle } from '../model/settle.ts';
import { dollars, least, usd, wholeCents } from '../money.ts';
import type { Person } from '../people.ts';
import type { ListingShown } from '../shown.ts';
import { type Action, able, named, personOf, type World } from '../world.ts';

const BUDGET_MIN = usd(10);

function chooseTerms({ dice }: World, budget: bigint): Terms {
  const rateCents = dice.oneOf([50, 100, 137, 200, 300, 750]);
  const reserved = dice.percent(25);
  const maxPayout = reserved || dice.percent(40) ? least(budget, usd(dice.between(200, 3_000) / 100)) : null;
  return {
    rateCents,
    minViews: dice.percent(35) ? dice.between(1, 6) * 1_000 : 0,
    maxPayout,
    trackingDays: dice.between(1, 6),
    decisionHours: dice.oneOf([24, 48, 72]),
    reserved,
  };
}

const rulesOf = (terms: Terms, endsAt: Date | null) => ({
  minViews: terms.minViews,
  maxPayoutMicros: terms.maxPayout?.toString() ?? null,
  clipsPerClipper: 20,
  trackingDays: terms.trackingDays,
  decisionHours: terms.decisionHours,
  allocation: terms.reserved ? 'reserved' : 'first_approved',
  endsAt: endsAt?.toISOString() ?? null,
});

const textsOf = (title: string, terms: Terms) => ({
  title,
  description: 'Moments of a long evening.',
  instructions: 'Vertical, captions on.',
  platforms: ['tiktok', 'instagram'],
  rateCentsPerMille: terms.rateCents,
});

export const post: Action = {
  name: 'post a listing',
  weight: 9,
  async run(w) {
    const host = w.dice.oneOf(able(w.hosts));
    const { balance, frozen } = w.books.hosts.get(host.id)!;
    if (frozen || balance < BUDGET_MIN) return null;
    const most = wholeCents(balance);
    // Some balance often stays unspent, so that a later dispute can be covered from it.
    const budget = w.dice.percent(40) ? most : least(most, usd(w.dice.between(1_000, 20_000) / 100));
    const terms = chooseTerms(w, budget);
    const endsAt = w.dice.percent(30) ? new Date(w.now.getTime() + w.dice.between(2, 12) * 86_400_000) : null;
    return await postFor(w, host, { budget, terms, endsAt });
  },
};

interface Posting {
  budget: bigint;
  terms: Terms;
  endsAt: Date | null;
}

export async function postFor(w: World, host: Person, { budget, terms, endsAt }: Posting): Promise<string> {
  const title = named(w, 'Listing');
  const source = { sourceMediaId: null, sourceUrl: 'https://videos.example/evening.mp4' };
  const body = {
    ...textsOf(title, terms),
    ...source,
    budgetMicros: budget.toString(),
    rules: rulesOf(terms, endsAt),
  };
  const { id } = await host.caller.ask('/api/listings', body);
  postListing(w.books, { id, hostId: host.id, title, terms, postedAt: w.now, endsAt }, budget);
  return `${host.name} posts ${title} with ${dollars(budget)}: ${describe(terms)}`;
}

const describe = (terms: Terms): string =>
  JSON.stringify({ ...terms, maxPayout: terms.maxPayout === null ? null : dollars(terms.maxPayout) });

export const addBudget: Action = {
  name: 'top up',
  weight: 4,
  async run(w) {
    const open = [...w.books.listings.values()].filter(({ state, hostId }) => {
      const { balance, frozen } = w.books.hosts.get(hostId)!;
      return (state === 'active' || state === 'paused') && !frozen && balance >= usd(1);
    });
    if (open.length === 0) return null;
    const listing = w.dice.oneOf(open);
    const host = personOf(w.hosts, listing.hostId);
    if (host.banned) return null;
    const amount = least(
      wholeCents(w.books.hosts.get(host.id)!.balance),
      usd(w.dice.between(100, 5_000) / 100),
    );
    return await topUpBy(w, listing, amount);
  },
};

export async function topUpBy(w: World, listing: ListingBook, amount: bigint): Promise<string> {
  const host = personOf(w.hosts, listing.hostId);
  await host.caller.ask(`/api/listings/${listing.id}/top-up`, { amountMicros: amount.toString() });
  topUp(w.books, listing, amount);
  settle(w.books, listing, w.now);
  return `${host.name} tops ${listing.title} up by ${dollars(amount)}`;
}

/** Picks one of the host's listings in one of these states; null when there is none. */
function ownListing(
  w: World,
  ...states: ListingBook['state'][]
): { listing: ListingBook; host: Person } | null {
  const hosts = able(w.hosts).map(({ id }) => id);
  const found = [...w.books.listings.values()].filter(
    ({ state, hostId }) => states.includes(state) && hosts.includes(hostId),
  );
  if (found.length === 0) return null;
  const listing = w.dice.oneOf(found);
  return { listing, host: personOf(w.hosts, listing.hostId) };
}

export const pause: Action = {
  name: 'pause or resume',
  weight: 3,
  async run(w) {
    const found = ownListing(w, 'active', 'paused');
    if (!found) return null;
    const { listing, host } = found;
    const verb = listing.state === 'active' ? 'pause' : 'resume';
    const { status, body } = await host.caller.send('POST', `/api/listings/${listing.id}/${verb}`);
    if (status === 200) {
      listing.state = verb === 'pause' ? 'paused' : 'active';
      listing.pausedBy = verb === 'pause' ? 'host' : null;
    }
    return `${host.name} ${verb}s ${listing.title}: ${status === 200 ? body.state : body.code}`;
  },
};

export const end: Action = {
  name: 'end a listing',
  weight: 2,
  async run(w) {
    const found = ownListing(w, 'active', 'paused');
    if (!found) return null;
    const { listing, host } = found;
    await host.caller.ask(`/api/listings/${listing.id}/end`);
    listing.state = 'ended';
    listing.changedAt = w.now;
    return `${host.name} ends ${listing.title}`;
  },
};

export const edit: Action = {
  name: 'edit the terms',
  weight: 3,
  async run(w) {
    const found = ownListing(w, 'active', 'paused');
    if (!found) return null;
    const { listing, host } = found;
    const { version } = await host.caller.read<ListingShown>(`/api/listings/${listing.id}`);
    const terms = chooseTerms(w, listing.funded);
    const body = { ...textsOf(listing.title, terms), rules: rulesOf(terms, listing.endsAt), version };
    const reply = await host.caller.send('PUT', `/api/listings/${listing.id}`, body);
    if (reply.status !== 200)
      return `${host.name} can't edit ${listing.title}: ${JSON.stringify(reply.body)}`;
    listing.terms = terms;
    return `${host.name} edits ${listing.title}: ${describe(terms)}`;
  },
};
