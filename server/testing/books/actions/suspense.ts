import { askForDeposit, confirmDeposit } from '../model/deposits.ts';
import { dollars, usd } from '../money.ts';
import type { HostDepositRow, SuspenseRow } from '../shown.ts';
import { type Action, able, named, type World } from '../world.ts';
import { byAdmins } from './by-two.ts';

/** A bank transfer arrives that matches no deposit. */
export const strayTransfer: Action = {
  name: 'a stray transfer',
  weight: 1,
  async run(w) {
    const amount = usd(w.dice.between(500, 9_000) / 100);
    const found = { bankReference: named(w, 'STRAY'), amountMicros: amount.toString() };
    await byAdmins(w, amount, '/api/admin/suspense/transfers', found);
    w.books.outside.clearing_bank -= amount;
    w.books.outside.platform_suspense += amount;
    return `${dollars(amount)} come by bank without an owner`;
  },
};

/** An admin resolves an item of suspense. */
export const resolveSuspense: Action = {
  name: 'resolve an amount in suspense',
  weight: 2,
  async run(w) {
    const admin = await w.stage.admin();
    const items = await admin.rows<SuspenseRow>('/api/admin/suspense');
    const own = items.filter(({ rail, ownerId }) => rail === 'bank' && ownerId === null);
    if (own.length === 0) return null;
    const { id, amountMicros } = w.dice.oneOf(own);
    const amount = BigInt(amountMicros);
    const path = `/api/admin/suspense/${id}`;
    const way = w.dice.oneOf(['sent back', 'written off', 'credited'] as const);
    if (way === 'sent back') {
      const sent = { rail: 'bank', reference: named(w, 'BACK'), reason: 'Their bank asked for it.' };
      await byAdmins(w, amount, `${path}/send-back`, sent);
      w.books.outside.clearing_bank += amount;
    } else if (way === 'written off') {
      await byAdmins(w, amount, `${path}/write-off`, { reason: 'Nobody asked for it.' });
      w.books.outside.platform_loss += amount;
    } else await credit(w, path, amount);
    w.books.outside.platform_suspense -= amount;
    return `an admin has ${dollars(amount)} in suspense ${way}`;
  },
};

/** Assigns the item to a host, as a deposit that can be spent and refunded like any other. */
async function credit(w: World, path: string, amount: bigint): Promise<void> {
  const host = w.dice.oneOf(able(w.hosts));
  const credit = { username: host.name, reason: 'They proved it.' };
  await byAdmins(w, amount, `${path}/credit`, credit);
  const rows = await host.caller.rows<HostDepositRow>('/api/host/deposits');
  const { id } = rows.find((row) => !w.books.deposits.has(row.id))!;
  confirmDeposit(w.books, askForDeposit(w.books, { id, hostId: host.id, rail: 'bank', amount }), w.now);
  // confirmDeposit books the arrival again, so one is undone: it was already booked when the item was
  // recorded.
  w.books.outside.clearing_bank += amount;
}
