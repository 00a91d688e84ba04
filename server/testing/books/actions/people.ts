import { onItsWay, pendingOf } from '../model/books.ts';
import { closeClipper } from '../model/closing.ts';
import { handBack, pauseAll } from '../model/listings.ts';
import { joinAsClipper, joinAsHost, logIn, type Person, paymentAddress } from '../people.ts';
import type { AdminPayoutRow, Closing } from '../shown.ts';
import { type Action, able, named, type World } from '../world.ts';

const MOST = { hosts: 4, clippers: 7 };

export async function addHost(w: World, name: string): Promise<void> {
  const host = await joinAsHost(w.stage, name);
  w.hosts.push(host);
  w.books.hosts.set(host.id, { id: host.id, balance: 0n, frozen: false, closed: false });
}

export async function addClipper(w: World, name: string, fate: string): Promise<void> {
  const clipper = await joinAsClipper(w.stage, name, fate);
  w.clippers.push(clipper);
  w.books.clippers.set(clipper.id, {
    id: clipper.id,
    available: 0n,
    owed: 0n,
    writtenOff: 0n,
    hadFraud: false,
    closed: false,
    address: paymentAddress(fate, name),
    addressUsableAt: w.now,
  });
}

export const signUp: Action = {
  name: 'sign up',
  weight: 2,
  async run(w) {
    const asHost = w.dice.percent(40);
    if (able(asHost ? w.hosts : w.clippers).length >= (asHost ? MOST.hosts : MOST.clippers)) return null;
    const name = named(w, asHost ? 'host' : 'cutter');
    if (asHost) await addHost(w, name);
    else await addClipper(w, name, w.dice.oneOf(['plain', 'returned', 'failed', 'refunded', 'blocked']));
    return `${name} signs up`;
  },
};

export const ban: Action = {
  name: 'ban',
  weight: 2,
  async run(w) {
    const people = w.dice.percent(50) ? w.hosts : w.clippers;
    const left = able(people);
    if (left.length < 3) return null;
    const person = w.dice.oneOf(left);
    await (await w.stage.admin()).ask(`/api/admin/users/${person.id}/ban`, {
      reason: 'A look at the account.',
    });
    person.banned = true;
    pauseAll(w.books, person.id, 'banned', w.now);
    return `${person.name} is banned`;
  },
};

export const unban: Action = {
  name: 'unban',
  weight: 5,
  async run(w) {
    const banned = [...w.hosts, ...w.clippers].filter((person) => person.banned);
    if (banned.length === 0) return null;
    const person = w.dice.oneOf(banned);
    await (await w.stage.admin()).ask(`/api/admin/users/${person.id}/unban`, { reason: 'All is well.' });
    person.banned = false;
    handBack(w.books, person.id, 'banned');
    await logIn(person);
    return `${person.name} is unbanned`;
  },
};

/**
 * Whether the model has unfinished clips, payouts or a debt of this clipper, any of which forbids closing.
 */
function openWork(w: World, clipperId: string): boolean {
  const clips = [...w.books.clips.values()].filter((clip) => clip.clipperId === clipperId);
  const open = clips.some((clip) => clip.status === 'pending' || pendingOf(clip) > 0n || clip.reserved > 0n);
  return open || onItsWay(w.books, clipperId) > 0n || w.books.clippers.get(clipperId)!.owed > 0n;
}

export const close: Action = {
  name: 'close an account',
  weight: 2,
  async run(w) {
    const isHost = w.dice.percent(50);
    const left = able(isHost ? w.hosts : w.clippers);
    if (left.length < 3) return null;
    const person = w.dice.oneOf(left);
    const { obstacles, paysOutMicros } = await person.caller.read<Closing>('/api/account/closing');
    if (obstacles.length > 0) return null;
    const confirmed = { confirmation: person.name, password: person.password };
    const { status, body } = await person.caller.send('POST', '/api/account/close', confirmed);
    if (status !== 200) return `${person.name} can't close: ${body.code}`;
    person.closed = true;
    if (isHost) {
      closeHost(w, person);
      return `${person.name} closes the account`;
    }
    if (openWork(w, person.id)) throw new Error(`${person.name} closes the account with work open`);
    closeClipper(w.books, person.id, await closingPayout(w, person));
    return `${person.name} closes the account, ${paysOutMicros} leave`;
  },
};

/**
 * Closes a host's account in the model. The balance must be refunded or spent; less than a cent that remains
 * is booked as rounding.
 */
function closeHost(w: World, { id, name }: Person): void {
  const host = w.books.hosts.get(id)!;
  if (host.balance >= 10_000n)
    throw new Error(`${name} closes the account with ${host.balance} on the balance`);
  const open = [...w.books.listings.values()].filter(
    ({ hostId, state, free }) => hostId === id && (free > 0n || !['settled', 'removed'].includes(state)),
  );
  if (open.length > 0) throw new Error(`${name} closes the account with ${open.length} listings open`);
  w.books.outside.platform_rounding += host.balance;
  host.balance = 0n;
  host.closed = true;
}

/**
 * Returns the closing payout. Its row names no user any more, so it is the payout that the model does not
 * know.
 */
async function closingPayout(w: World, { name }: Person): Promise<string> {
  const rows = await (await w.stage.admin()).rows<AdminPayoutRow>('/api/admin/payouts?open=true');
  const own = rows.find(({ id, cause }) => cause === 'closing' && !w.books.payouts.has(id));
  return own?.id ?? `closing of ${name}`;
}
