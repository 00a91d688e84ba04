import type { DepositBook } from '../model/books.ts';
import { askForDeposit, confirmDeposit, failRefund, startRefund, unspentOf } from '../model/deposits.ts';
import { dollars, least, usd } from '../money.ts';
import type { Person } from '../people.ts';
import type { AdminDepositRow } from '../shown.ts';
import { type Action, able, named, personOf, type World } from '../world.ts';
import { byAdmins } from './by-two.ts';

const DAY_MS = 86_400_000;

export const amountOf = ({ dice }: World): bigint => usd(dice.between(1_000, 40_000) / 100);

export const testCard: Action = {
  name: 'deposit by test card',
  weight: 5,
  async run(w) {
    return await payByTestCard(w, w.dice.oneOf(able(w.hosts)), amountOf(w));
  },
};

export async function payByTestCard(w: World, host: Person, amount: bigint): Promise<string> {
  const { id } = await host.caller.ask('/api/deposits/test-card', { amountMicros: amount.toString() });
  confirmDeposit(w.books, askForDeposit(w.books, { id, hostId: host.id, rail: 'test', amount }), w.now);
  return `${host.name} deposits ${dollars(amount)} by test card`;
}

/**
 * A host announces a transfer. It arrives in full or with another amount, also after an admin declined it, or
 * never.
 */
export const bankTransfer: Action = {
  name: 'deposit by bank transfer',
  weight: 4,
  async run(w) {
    const host = w.dice.oneOf(able(w.hosts));
    const announced = w.dice.percent(15) ? usd(w.dice.between(2_000, 4_000)) : amountOf(w);
    const { id } = await host.caller.ask('/api/deposits/bank', { amountMicros: announced.toString() });
    const comes = w.dice.oneOf(['right', 'right', 'right', 'other', 'late', 'declined', 'never'] as const);
    const deposit = askForDeposit(w.books, { id, hostId: host.id, rail: 'bank', amount: announced });
    const what = `${host.name} announces ${dollars(announced)} by bank`;
    if (comes === 'late' || comes === 'declined') {
      await (await w.stage.admin()).ask(`/api/admin/deposits/${id}/decline`, { reason: 'Nothing came.' });
      deposit.state = 'failed';
    }
    if (comes === 'never' || comes === 'declined') return `${what}: ${comes}`;
    const came = comes === 'other' ? amountOf(w) : announced;
    await arrive(w, deposit, came);
    return `${what}: ${dollars(came)} come${comes === 'late' ? ' late' : ''}`;
  },
};

/** An admin confirms a transfer once. The excess over the announced amount goes to suspense. */
async function arrive(w: World, deposit: DepositBook, came: bigint): Promise<void> {
  const path = `/api/admin/deposits/${deposit.id}/confirm`;
  const found = () => ({ bankReference: named(w, 'SEPA'), amountMicros: came.toString() });
  await byAdmins(w, came, path, found());
  const { status } = await (await w.stage.oneAdmin()).send('POST', path, found());
  if (status !== 409) throw new Error(`deposit ${deposit.id} is confirmed again: ${status}`);
  const excess = came - least(came, deposit.amount);
  deposit.amount = least(came, deposit.amount);
  confirmDeposit(w.books, deposit, w.now);
  w.books.outside.clearing_bank -= excess;
  w.books.outside.platform_suspense += excess;
}

/** Picks a confirmed deposit of a host who can still sign in; null without one. */
function chooseDeposit(w: World): DepositBook | null {
  const hosts = able(w.hosts).map(({ id }) => id);
  const found = [...w.books.deposits.values()].filter(
    ({ hostId, state }) => state === 'confirmed' && hosts.includes(hostId),
  );
  return found.length === 0 ? null : w.dice.oneOf(found);
}

export const refund: Action = {
  name: 'refund',
  weight: 4,
  async run(w) {
    const deposit = chooseDeposit(w);
    if (!deposit) return null;
    const host = personOf(w.hosts, deposit.hostId);
    const unspent = unspentOf(w.books, deposit);
    const { status, body } = await host.caller.send('POST', `/api/deposits/${deposit.id}/refund`);
    const what = `${host.name} asks for deposit ${deposit.id} back`;
    if (status !== 200) {
      const isFrozen = w.books.hosts.get(host.id)!.frozen || deposit.refundOpen;
      if (unspent > 0n && !isFrozen) throw new Error(`${what}: ${dollars(unspent)} refused: ${body.code}`);
      return `${what}: ${body.code}`;
    }
    if (BigInt(body.amountMicros) !== unspent)
      throw new Error(`${what}: expected ${dollars(unspent)}, seen ${body.amountMicros}`);
    if (body.state === 'requested') deposit.refundOpen = { amount: unspent, state: 'requested' };
    else await leave(w, deposit, unspent);
    return `${what}: ${dollars(unspent)} ${body.state}`;
  },
};

/** An admin approves a requested refund or records the outcome of a transfer. */
export const handleRefund: Action = {
  name: 'handle a refund',
  weight: 4,
  async run(w) {
    const open = [...w.books.deposits.values()].filter(({ refundOpen }) => refundOpen);
    if (open.length === 0) return null;
    const deposit = w.dice.oneOf(open);
    const admin = await w.stage.admin();
    const rows = await admin.rows<AdminDepositRow>('/api/admin/deposits');
    const { refundId } = rows.find(({ id }) => id === deposit.id)!;
    const { amount, state } = deposit.refundOpen!;
    if (state === 'requested') return await agree(w, deposit, refundId!);
    const arrives = w.dice.percent(60);
    await (arrives
      ? admin.ask(`/api/admin/refunds/${refundId}/paid`, { reference: named(w, 'OUT') })
      : admin.ask(`/api/admin/refunds/${refundId}/failed`, { reason: 'The account is closed.' }));
    if (!arrives) failRefund(w.books, deposit, { fromHost: amount, loss: 0n });
    deposit.refundOpen = null;
    return `an admin marks the refund of ${deposit.id} as ${arrives ? 'paid' : 'failed'}`;
  },
};

async function agree(w: World, deposit: DepositBook, refundId: string): Promise<string> {
  const admin = await w.stage.admin();
  const unspent = unspentOf(w.books, deposit);
  const { status, body } = await admin.send('POST', `/api/admin/refunds/${refundId}/agree`);
  const what = `an admin agrees to the refund of ${deposit.id}`;
  if (status !== 200) {
    await admin.ask(`/api/admin/refunds/${refundId}/decline`, { reason: 'Nothing is left of it.' });
    deposit.refundOpen = null;
    if (unspent > 0n && !w.books.hosts.get(deposit.hostId)!.frozen)
      throw new Error(`${what}: ${dollars(unspent)} refused: ${body.code}`);
    return `${what}: ${body.code}, and declines it`;
  }
  const amount = least(unspent, deposit.refundOpen!.amount);
  await leave(w, deposit, amount);
  return `${what}: ${dollars(amount)}`;
}

/**
 * Takes a refund from the host's balance. The card processor settles its refunds by webhook; a bank transfer
 * is sent by an admin.
 */
async function leave(w: World, deposit: DepositBook, amount: bigint): Promise<void> {
  const parts = startRefund(w.books, deposit, amount);
  deposit.refundOpen = deposit.rail === 'bank' ? { amount, state: 'refunding' } : null;
  if (deposit.rail === 'stripe') await atProcessor(w, deposit, parts);
}

/** Waits for the processor's messages. The banks of some payers return the money a day later. */
async function atProcessor(
  w: World,
  deposit: DepositBook,
  parts: { fromHost: bigint; loss: bigint },
): Promise<void> {
  const at = new Date(w.now.getTime() + DAY_MS);
  if (deposit.refundsFail) w.scheduled.push({ at, apply: () => failRefund(w.books, deposit, parts) });
  w.now = await w.stage.advance(3);
}

/** The operator refunds a payment at the processor, also money that the host has spent. */
export const refundAtProcessor: Action = {
  name: 'refund at the processor',
  weight: 2,
  async run(w) {
    const found = [...w.books.deposits.values()].filter(
      ({ rail, state, amount, refunded, refundOpen }) =>
        rail === 'stripe' && state === 'confirmed' && !refundOpen && amount - refunded >= usd(1),
    );
    if (found.length === 0) return null;
    const deposit = w.dice.oneOf(found);
    const cents = w.dice.between(1, Number((deposit.amount - deposit.refunded) / usd(0.01)));
    await w.stage.tool('PATCH', '/dev/simulator/stripe', { do: 'refund', reference: deposit.id, cents });
    const parts = startRefund(w.books, deposit, usd(cents / 100));
    await atProcessor(w, deposit, parts);
    return `the operator refunds ${dollars(usd(cents / 100))} of ${deposit.id} at Stripe, ${dollars(parts.loss)} lost`;
  },
};
