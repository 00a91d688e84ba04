import { clipsOf, earnedOf } from '../model/books.ts';
import { unspentOf } from '../model/deposits.ts';
import { shouldBeSettled } from '../model/listings.ts';
import { sum } from '../money.ts';
import type { Person } from '../people.ts';
import type { HostDepositRow, HostListingRow, HostOverview } from '../shown.ts';
import { able, type World } from '../world.ts';
import type { Differences } from './differences.ts';

/** Compares the balance and listings that each host's pages show. */
export async function compareHosts(w: World, differences: Differences): Promise<void> {
  await Promise.all(able(w.hosts).map((host) => compareHost(w, host, differences)));
}

async function compareHost(w: World, host: Person, d: Differences): Promise<void> {
  const [overview, rows, deposits] = await Promise.all([
    host.caller.read<HostOverview>('/api/host/overview'),
    host.caller.rows<HostListingRow>('/api/host/listings'),
    host.caller.rows<HostDepositRow>('/api/host/deposits'),
  ]);
  const listings = [...w.books.listings.values()].filter(({ hostId }) => hostId === host.id);
  d.amount(`${host.name} balance`, w.books.hosts.get(host.id)!.balance, overview.balanceMicros);
  const spent = listings.flatMap(({ id }) => clipsOf(w.books, id).map(earnedOf));
  d.amount(`${host.name} spent`, sum(spent), overview.spentMicros);
  compareDeposits(w, host, deposits, d);
  d.same(`${host.name} listings`, listings.length, rows.length);
  for (const listing of listings) {
    const name = `${host.name} ${listing.title}`;
    const row = rows.find(({ id }) => id === listing.id);
    if (!row) {
      d.same(name, 'shown', 'missing');
      continue;
    }
    const clips = clipsOf(w.books, listing.id);
    d.same(`${name} state`, listing.state, row.state);
    d.same(`${name} pause`, listing.state === 'paused' ? listing.pausedBy : null, row.pauseReason);
    const overdue = listing.state === 'ended' && shouldBeSettled(w.books, listing, w.now);
    d.same(`${name} overdue to be settled`, false, overdue);
    d.amount(`${name} funded`, listing.funded, row.budget.fundedMicros);
    d.amount(`${name} free`, listing.free, row.budget.freeMicros);
    d.amount(`${name} reserved`, sum(clips.map(({ reserved }) => reserved)), row.budget.reservedMicros);
    d.amount(`${name} paid`, sum(clips.map(earnedOf)), row.budget.paidMicros);
    d.amount(`${name} returned`, listing.returned, row.budget.returnedMicros);
  }
}

function compareDeposits(
  w: World,
  { id: hostId, name }: Person,
  rows: HostDepositRow[],
  d: Differences,
): void {
  const own = [...w.books.deposits.values()].filter((deposit) => deposit.hostId === hostId);
  d.same(`${name} deposits`, own.length, rows.length);
  for (const deposit of own) {
    const row = rows.find(({ id }) => id === deposit.id);
    const what = `${name} deposit ${deposit.id}`;
    // A payment page or a transfer's reference that nobody used in time moves no money.
    if (deposit.state === 'created' && row?.state === 'failed') deposit.state = 'failed';
    d.same(`${what} state`, deposit.state, row?.state ?? 'missing');
    if (!row) continue;
    d.amount(`${what} amount`, deposit.amount, row.amountMicros);
    d.amount(`${what} unspent`, unspentOf(w.books, deposit), row.unspentMicros);
  }
}
