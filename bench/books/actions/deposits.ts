import type { DepositBook } from '../model/books.ts';
import { askForDeposit, confirmDeposit, failRefund, startRefund, unspentOf } from '../model/deposits.ts';
import { dollars, least, usd } from '../money.ts';
import type { AdminDepositRow } from '../shown.ts';
import { type Action, able, named, personOf, type World } from '../world.ts';
import { byAdmins } from './by-two.ts';

const amountOf = ({ dice }: World): bigint => usd(dice.between(1_000, 40_000) / 100);

export const testCard: Action = {
  name: 'deposit by test card',
  weight: 5,
  async run(w) {
    const host = w.dice.oneOf(able(w.hosts));
    const amount = amountOf(w);
    const { id } = await host.caller.ask('/api/deposits/test-card', { amountMicros: amount.toString() });
    confirmDeposit(w.books, askForDeposit(w.books, { id, hostId: host.id, rail: 'test', amount }), w.now);
    return `${host.name} deposits ${dollars(amount)} by test card`;
  },
};

/** An admin confirms a transfer, sometimes with an amount that differs from the announced one. */
export const bankTransfer: Action = {
  name: 'deposit by bank transfer',
  weight: 3,
  async run(w) {
    const host = w.dice.oneOf(able(w.hosts));
    const announced = w.dice.percent(15) ? usd(w.dice.between(2_000, 4_000)) : amountOf(w);
    const { id } = await host.caller.ask('/api/deposits/bank', { amountMicros: announced.toString() });
    const came = w.dice.percent(80) ? announced : amountOf(w);
    const found = { bankReference: named(w, 'SEPA'), amountMicros: came.toString() };
    const amount = least(came, announced);
    await byAdmins(w, came, `/api/admin/deposits/${id}/confirm`, found);
    confirmDeposit(w.books, askForDeposit(w.books, { id, hostId: host.id, rail: 'bank', amount }), w.now);
    // The excess over the announced amount goes to suspense.
    w.books.outside.clearing_bank -= came - amount;
    w.books.outside.platform_suspense += came - amount;
    return `${host.name} transfers ${dollars(came)} by bank, announced as ${dollars(announced)}`;
  },
};

const NEVER_FAILS = '4242424242424242';

/** Pays on the processor's page and waits until its webhook has arrived. */
export const card: Action = {
  name: 'deposit by card',
  weight: 2,
  async run(w) {
    const host = w.dice.oneOf(able(w.hosts));
    const amount = amountOf(w);
    const { id } = await host.caller.ask('/api/deposits/card', { amountMicros: amount.toString() });
    const { url } = await host.caller.ask(`/api/deposits/${id}/open`);
    const form = new URLSearchParams({ method: 'card', number: NEVER_FAILS });
    const headers = { origin: new URL(url).origin };
    await (await fetch(url, { method: 'POST', headers, body: form, redirect: 'manual' })).arrayBuffer();
    w.now = await w.stage.advance(3);
    confirmDeposit(w.books, askForDeposit(w.books, { id, hostId: host.id, rail: 'stripe', amount }), w.now);
    return `${host.name} deposits ${dollars(amount)} by card`;
  },
};

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
    else startRefund(w.books, deposit, unspent);
    if (body.state === 'refunding') {
      deposit.refundOpen = { amount: unspent, state: 'refunding' };
      // The card processor settles its refunds by webhook; a bank transfer is sent by an admin.
      if (deposit.rail === 'stripe') {
        w.now = await w.stage.advance(3);
        deposit.refundOpen = null;
      }
    }
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
    if (!arrives) failRefund(w.books, deposit, amount);
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
  startRefund(w.books, deposit, unspent);
  deposit.refundOpen = deposit.rail === 'bank' ? { amount: unspent, state: 'refunding' } : null;
  if (deposit.rail === 'stripe') w.now = await w.stage.advance(3);
  return `${what}: ${dollars(unspent)}`;
}
