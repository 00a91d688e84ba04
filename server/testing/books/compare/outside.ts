import { sum } from '../money.ts';
import type { World } from '../world.ts';
import type { Differences } from './differences.ts';

/** After all calls to PayPal have ended, checks that it paid each paid payout once, and no other. */
export async function compareOutside(w: World, d: Differences): Promise<void> {
  const items = (await w.stage.payments()).filter(({ senderItemId }) => w.books.payouts.has(senderItemId));
  const arrived = items.filter(({ state }) => state === 'SUCCESS');
  const paid = [...w.books.payouts.values()].filter(
    ({ rail, state }) => rail === 'paypal' && state === 'paid',
  );
  const idsOf = (ids: string[]): string => ids.toSorted().join(' ');
  d.same(
    'payments that arrived at PayPal',
    idsOf(paid.map(({ id }) => id)),
    idsOf(arrived.map((item) => item.senderItemId)),
  );
  const sent = new Set(items.map((item) => item.senderItemId));
  d.same('payments that PayPal has once', sent.size, items.length);
  const cents = arrived.reduce((all, { value }) => all + Math.round(Number(value) * 100), 0);
  d.amount('sum at PayPal', sum(paid.map(({ amount }) => amount)), `${cents}0000`);
}
