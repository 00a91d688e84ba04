import type { PayoutBook } from '../model/books.ts';
import { BACK, freeKept, startPayout } from '../model/payouts.ts';
import { dollars } from '../money.ts';
import { type Action, named, personOf, type World } from '../world.ts';

/** PayPal loses replies, is down, answers nonsense or lacks our money for some hours, or works again. */
export const paypalFault: Action = {
  name: 'PayPal has a fault',
  weight: 2,
  async run(w) {
    const mode = w.dice.oneOf(['ok', 'ok', 'lost-reply', 'lost-reply', 'down', 'garbled', 'no-funds']);
    const webhooks = w.dice.oneOf(['once', 'twice', 'reversed', 'lost']);
    const hours = w.dice.oneOf([1, 6, 30]);
    await setPaypal(w, { mode, webhooks, hours });
    return `PayPal for ${hours} hours: ${mode}, webhooks ${webhooks}`;
  },
};

export const paypalWorks: Action = {
  name: 'PayPal works',
  weight: 0,
  async run(w) {
    await setPaypal(w, { mode: 'ok', webhooks: 'once', hours: 1 });
    return 'PayPal works';
  },
};

async function setPaypal(
  w: World,
  { mode, webhooks, hours }: { mode: string; webhooks: string; hours: number },
): Promise<void> {
  const fault = { service: 'paypal', mode, minutes: hours * 60 };
  await w.stage.tool('PATCH', '/dev/simulator/faults', fault);
  await w.stage.tool('PATCH', '/dev/simulator/paypal', { webhooks });
}

/** Returns a random payout by PayPal in one of these states; null without one. */
function sentPayout(w: World, ...states: PayoutBook['state'][]): PayoutBook | null {
  const sent = [...w.books.payouts.values()].filter(
    ({ rail, state }) => rail === 'paypal' && states.includes(state),
  );
  return sent.length === 0 ? null : w.dice.oneOf(sent);
}

const UNPAID = ['UNCLAIMED', 'ONHOLD', 'FAILED', 'BLOCKED'];

/** A payment changes its state at PayPal: only a paid one can be returned, refunded or reversed. */
export const steerPayment: Action = {
  name: 'PayPal changes a payment',
  weight: 3,
  async run(w) {
    const payout = sentPayout(w, 'processing', 'paid');
    const item = payout && (await w.stage.payments()).find(({ senderItemId }) => senderItemId === payout.id);
    if (!item || ['FAILED', 'BLOCKED', ...BACK].includes(item.state)) return null;
    const state = w.dice.oneOf(item.state === 'SUCCESS' ? BACK : UNPAID);
    await w.stage.tool('PATCH', '/dev/simulator/paypal', { item: { senderItemId: payout.id, state } });
    payout.steered = state;
    return `PayPal changes payout ${payout.id} from ${item.state} to ${state}`;
  },
};

/** A clipper takes back a payment that nobody has claimed. */
export const takeBackPayment: Action = {
  name: 'take an unclaimed payment back',
  weight: 2,
  async run(w) {
    const payout = sentPayout(w, 'processing');
    if (!payout) return null;
    const clipper = personOf(w.clippers, payout.clipperId);
    if (clipper.banned || clipper.closed) return null;
    const { status, body } = await clipper.caller.send('POST', `/api/payouts/${payout.id}/take-back`);
    if (status === 200) payout.steered = 'RETURNED';
    return `${clipper.name} takes payout ${payout.id} back: ${status === 200 ? 'done' : body.code}`;
  },
};

/** An admin sends the returned money of a closed account again. */
export const resend: Action = {
  name: 'send the money of a closed account again',
  weight: 3,
  async run(w) {
    const ended = ['failed', 'returned', 'canceled'];
    const kept = [...w.books.payouts.values()].filter(
      ({ clipperId, state }) => ended.includes(state) && w.books.clippers.get(clipperId)!.closed,
    );
    if (kept.length === 0) return null;
    const { id, clipperId } = w.dice.oneOf(kept);
    const sent = { email: `plain.${named(w, 'again')}@paypal.example`, reason: 'They asked for it.' };
    const admin = await w.stage.admin();
    const { status, body } = await admin.send('POST', `/api/admin/payouts/${id}/resend`, sent);
    if (status !== 200) return `an admin can't send payout ${id} again: ${body.code}`;
    const amount = freeKept(w.books, clipperId);
    startPayout(w.books, { id: body.id, clipperId, amount, cause: 'closing', rail: 'paypal' });
    return `an admin sends ${dollars(amount)} of payout ${id} again`;
  },
};
