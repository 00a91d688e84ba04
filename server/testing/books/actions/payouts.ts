import type { PayoutBook } from '../model/books.ts';
import { changeAddress, startPayout } from '../model/payouts.ts';
import { canLeave } from '../model/seasoning.ts';
import { dollars, usd } from '../money.ts';
import { type Person, paymentAddress } from '../people.ts';
import type { LeavingShown } from '../shown.ts';
import { type Action, able, named, personOf, type World } from '../world.ts';

const WITHDRAWAL_MIN = usd(5);

export const withdraw: Action = {
  name: 'withdraw',
  weight: 8,
  async run(w) {
    const clipper = w.dice.oneOf(able(w.clippers));
    const chosen = w.dice.percent(50) ? usd(w.dice.between(500, 2_000) / 100) : null;
    return await withdrawFor(w, clipper, chosen);
  },
};

/** A clipper asks for an amount, or for all that can leave. Returns null if the request is rightly refused. */
export async function withdrawFor(w: World, clipper: Person, chosen: bigint | null): Promise<string | null> {
  const { available, owed } = w.books.clippers.get(clipper.id)!;
  const most = await readLeaving(w, clipper);
  const amount = chosen ?? most;
  const asked = chosen === null ? {} : { amountMicros: chosen.toString() };
  const { status, body } = await clipper.caller.send('POST', '/api/payouts', asked);
  const mayLeave = owed === 0n && amount >= WITHDRAWAL_MIN && amount <= most;
  if (status !== 200 && !mayLeave) return null;
  if (status !== 200 || !mayLeave)
    throw new Error(
      `${clipper.name} asks for ${dollars(amount)} of ${dollars(available)}: ${status} ${body.code}`,
    );
  startPayout(w.books, {
    id: body.id,
    clipperId: clipper.id,
    amount,
    cause: 'withdrawal',
    rail: body.rail,
  });
  return `${clipper.name} withdraws ${dollars(amount)}`;
}

/**
 * Returns the amount that a clipper can withdraw now: the available whole cents, less the part that
 * unseasoned card deposits may have paid.
 */
async function readLeaving(w: World, { id, name, caller }: Person): Promise<bigint> {
  const leaving = await caller.read<LeavingShown>('/api/clipper/leaving');
  const [most, seen] = [canLeave(w.books, id, w.now), BigInt(leaving.canLeaveMicros)];
  if (seen !== most) throw new Error(`${name} can let ${dollars(most)} leave, and reads ${dollars(seen)}`);
  return seen;
}

const inState = (w: World, ...states: PayoutBook['state'][]): PayoutBook[] =>
  [...w.books.payouts.values()].filter(({ state }) => states.includes(state));

export const cancel: Action = {
  name: 'cancel a payout',
  weight: 3,
  async run(w) {
    const open = inState(w, 'requested').filter(({ clipperId }) => !personOf(w.clippers, clipperId).banned);
    if (open.length === 0) return null;
    const payout = w.dice.oneOf(open);
    const clipper = personOf(w.clippers, payout.clipperId);
    if (clipper.closed) return null;
    const { status } = await clipper.caller.send('POST', `/api/payouts/${payout.id}/cancel`);
    return `${clipper.name} cancels payout ${payout.id}: ${status}`;
  },
};

export const payByHand: Action = {
  name: 'pay by hand',
  weight: 4,
  async run(w) {
    const open = inState(w, 'requested');
    if (open.length === 0) return null;
    const { id, clipperId } = w.dice.oneOf(open);
    const admin = await w.stage.admin();
    const picked = await admin.send('POST', `/api/admin/payouts/${id}/process`);
    if (picked.status === 200 && w.books.clippers.get(clipperId)!.addressUsableAt > w.now)
      throw new Error(`an admin picks up payout ${id} to an address that is too new`);
    if (picked.status !== 200) return `an admin can't pick up payout ${id}: ${picked.body.code}`;
    const fails = w.dice.percent(30);
    const mark = fails
      ? { path: 'failed', body: { reason: 'No such account.' } }
      : { path: 'paid', body: { reference: `by hand ${id}` } };
    const marked = await admin.send('POST', `/api/admin/payouts/${id}/${mark.path}`, mark.body);
    return `an admin marks payout ${id} ${mark.path}: ${marked.status}`;
  },
};

/** A payout by hand is returned because nobody has the payment address. */
export const sendBack: Action = {
  name: 'a payment by hand comes back',
  weight: 2,
  async run(w) {
    const paid = inState(w, 'paid').filter(({ rail }) => rail === 'manual');
    if (paid.length === 0) return null;
    const { id } = w.dice.oneOf(paid);
    await (await w.stage.admin()).ask(`/api/admin/payouts/${id}/returned`, {
      reason: 'The bank sent it back.',
    });
    return `payout ${id} comes back`;
  },
};

export const newAddress: Action = {
  name: 'give a new payment address',
  weight: 2,
  async run(w) {
    const clipper = w.dice.oneOf(able(w.clippers));
    const fate = w.dice.oneOf(['plain', 'plain', 'plain', 'returned', 'failed']);
    const email = paymentAddress(fate, named(w, clipper.name));
    const { password } = clipper;
    await clipper.caller.ask('/api/clipper/payout-address', { email, password }, 'PUT');
    changeAddress(w.books, clipper.id, email, w.now);
    return `${clipper.name} gives the new payment address ${email}`;
  },
};

export const takeOut: Action = {
  name: 'an admin cancels a payout',
  weight: 1,
  async run(w) {
    const open = inState(w, 'requested');
    if (open.length === 0) return null;
    const { id } = w.dice.oneOf(open);
    const path = `/api/admin/payouts/${id}/cancel`;
    const { status } = await (await w.stage.admin()).send('POST', path, { reason: 'Asked for twice.' });
    return `an admin cancels payout ${id}: ${status}`;
  },
};
