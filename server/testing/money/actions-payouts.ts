import { expect } from 'vitest';
import { chosen } from './chosen.ts';
import { type Done, nothing, pick } from './done.ts';
import { cut, least, type Model } from './model.ts';
import { start, withdrawable } from './model-payouts.ts';
import { atPaypal } from './truth.ts';
import type { MoneyWorld } from './world.ts';

export type PayoutStep =
  | { do: 'withdraw'; clipper: number; cents: number | null }
  | { do: 'cancel'; clipper: number }
  | { do: 'by-hand'; clipper: number; how: 'paid' | 'failed' }
  | { do: 'at-paypal'; clipper: number; state: string }
  | { do: 'take-back'; clipper: number }
  | { do: 'paypal'; mode: string }
  | { do: 'address'; clipper: number; word: string }
  | { do: 'write-off'; clipper: number }
  | { do: 'close'; who: number }
  | { do: 'resend'; clipper: number };

const FOR_EVER = 600_000;

export async function takePayoutStep(w: MoneyWorld, step: PayoutStep): Promise<Done> {
  if (step.do === 'paypal') {
    await w.simulator.control.setFault({ service: 'paypal', mode: step.mode, minutes: FOR_EVER });
    return nothing;
  }
  if (step.do === 'close') return await close(w, step.who);
  if (step.do === 'write-off') return await writeOff(w, await chosen.debtor(w, step.clipper));
  if (step.do === 'at-paypal') return await steer(w, await chosen.sentPayout(w, step.clipper), step.state);
  if (step.do === 'by-hand')
    return await payByHand(w, await chosen.requestedPayout(w, step.clipper), step.how);
  if (step.do === 'cancel') return await cancel(w, await chosen.requestedPayout(w, step.clipper));
  const as = pick(w.clippers, step.clipper)!;
  if (step.do === 'resend') return await resend(w, as.userId);
  if (w.gone.has(as.userId)) return nothing;
  if (step.do === 'withdraw') return await withdraw(w, as, step.cents);
  if (step.do === 'address') {
    const body = { email: `${step.word}@people.example`, password: 'right' };
    await w.api.send('PUT', '/api/clipper/payout-address', { as, body });
    return nothing;
  }
  const payout = await newestPayout(w, as.userId);
  if (!payout) return nothing;
  await w.api.send('POST', `/api/payouts/${payout.id}/take-back`, { as });
  return nothing;
}

async function cancel(w: MoneyWorld, payout: string | undefined): Promise<Done> {
  if (!payout) return nothing;
  const { clipper_id } = await w.db
    .selectFrom('payouts')
    .select('clipper_id')
    .where('id', '=', payout)
    .executeTakeFirstOrThrow();
  const as = w.clippers.find(({ userId }) => userId === clipper_id)!;
  await w.api.send('POST', `/api/payouts/${payout}/cancel`, { as });
  return nothing;
}

const newestPayout = (w: MoneyWorld, clipperId: string) =>
  w.db
    .selectFrom('payouts')
    .select(['id', 'state'])
    .where('clipper_id', '=', clipperId)
    .orderBy('id', 'desc')
    .executeTakeFirst();

async function withdraw(w: MoneyWorld, as: MoneyWorld['admin'], cents: number | null): Promise<Done> {
  const now = w.clock.now();
  const wanted = cents === null ? undefined : BigInt(cents) * 10_000n;
  const body = wanted === undefined ? {} : { amountMicros: String(wanted) };
  const reply = await w.api.send('POST', '/api/payouts', { as, body });
  const { code, id, amountMicros } = reply.body;
  return {
    booked:
      reply.status === 200
        ? [{ kind: 'payout.started', subjectId: id, amountMicros: BigInt(amountMicros) }]
        : [],
    before: (model) => {
      expect(reply.status === 200 ? BigInt(amountMicros) : code).toBe(
        withdrawable(model, as.userId, now, wanted),
      );
      if (reply.status === 200) start(model, as.userId, BigInt(amountMicros));
    },
  };
}

async function payByHand(w: MoneyWorld, payout: string | undefined, how: 'paid' | 'failed'): Promise<Done> {
  if (!payout) return nothing;
  const send = (what: string, body?: object) =>
    w.api.send('POST', `/api/admin/payouts/${payout}/${what}`, { as: w.admin, ...(body && { body }) });
  await send('process');
  await send(how, how === 'paid' ? { reference: 'transfer 1' } : { reason: 'The bank refused it.' });
  return nothing;
}

/**
 * Changes a payment's state at PayPal, if the state allows it: only a paid one can be returned, refunded or
 * reversed.
 */
async function steer(w: MoneyWorld, payout: string | undefined, state: string): Promise<Done> {
  const now = payout && (await atPaypal(w)).find(({ senderItemId }) => senderItemId === payout)?.state;
  const back = ['RETURNED', 'REFUNDED', 'REVERSED'].includes(state);
  if (now && (now === 'SUCCESS') === back && ['PENDING', 'SUCCESS', 'UNCLAIMED', 'ONHOLD'].includes(now)) {
    await w.simulator.control.steerPaypal({ item: { senderItemId: payout, state } });
  }
  return nothing;
}

async function writeOff(w: MoneyWorld, clipperId: string | undefined): Promise<Done> {
  if (!clipperId) return nothing;
  const body = { reason: 'Gone.' };
  const reply = await w.api.send('POST', `/api/admin/users/${clipperId}/write-off-debt`, {
    as: w.admin,
    body,
  });
  const amount = reply.status === 200 ? BigInt(reply.body.writtenOffMicros) : 0n;
  return {
    booked: amount > 0n ? [{ kind: 'debt.written_off', subjectId: clipperId, amountMicros: amount }] : [],
    before: (model) => {
      const clipper = model.clippers.get(clipperId)!;
      expect(amount).toBe(-clipper.owed);
      clipper.owed += amount;
      model.loss += amount;
    },
  };
}

/**
 * Closes a person's account. A host may have less than a cent left; a clipper's available balance is paid
 * out.
 */
async function close(w: MoneyWorld, who: number): Promise<Done> {
  const as = pick([...w.clippers, ...w.hosts], who)!;
  if (w.gone.has(as.userId)) return nothing;
  const body = { confirmation: `p_${as.userId.slice(-12)}` };
  const reply = await w.api.send('POST', '/api/account/close', { as, body });
  if (reply.status !== 200) return nothing;
  w.gone.add(as.userId);
  return { booked: [], before: (model) => leave(model, as.userId) };
}

function leave(model: Model, userId: string): void {
  const balance = model.hosts.get(userId) ?? 0n;
  expect(balance).toBeLessThan(10_000n);
  model.rounding += balance;
  model.hosts.set(userId, 0n);
  model.gone.add(userId);
  const clipper = model.clippers.get(userId);
  if (!clipper) return;
  expect(clipper.owed).toBe(0n);
  const leaving = cut(clipper.available);
  model.rounding += clipper.available - leaving;
  clipper.available = leaving;
  if (leaving > 0n) start(model, userId, leaving);
}

/** Sends returned money of a closed account again, as an admin. */
async function resend(w: MoneyWorld, clipperId: string): Promise<Done> {
  const payout = w.gone.has(clipperId) && (await newestPayout(w, clipperId));
  if (!payout) return nothing;
  const body = { email: 'kept@people.example', reason: 'Asked for it.' };
  const reply = await w.api.send('POST', `/api/admin/payouts/${payout.id}/resend`, { as: w.admin, body });
  if (reply.status !== 200) return nothing;
  return {
    booked: [],
    before: (model) => sendAgain(model, clipperId),
  };
}

/** Takes the money that is sent again from the model's suspense, less the debt. */
function sendAgain(model: Model, clipperId: string): void {
  const clipper = model.clippers.get(clipperId)!;
  const all = model.suspense.get(clipperId) ?? 0n;
  const paidOff = least(all, -clipper.owed);
  clipper.owed += paidOff;
  model.suspense.set(clipperId, 0n);
  const leaving = cut(all - paidOff);
  model.rounding += all - paidOff - leaving;
  model.started.push([clipperId, leaving]);
}
