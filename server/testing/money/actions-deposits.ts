import { expect } from 'vitest';
import { HOUR, MINUTE } from '#server/infra/clock.ts';
import { chosen } from './chosen.ts';
import { type Done, nothing, pick } from './done.ts';
import { add } from './model.ts';
import { expectDeposit, unspentOf } from './model-deposits.ts';
import type { MoneyWorld } from './world.ts';

type Delivery = 'normal' | 'duplicated' | 'reordered' | 'late' | 'lost';
export type DepositStep =
  | { do: 'test-card'; who: number; cents: number }
  | { do: 'card'; who: number; cents: number; method: string; delivery: Delivery }
  | { do: 'bank'; who: number; cents: number; comes: 'right' | 'other' | 'declined' | 'late' | 'never' }
  | { do: 'refund'; deposit: number }
  | { do: 'refund-decision'; how: 'agree' | 'decline' | 'paid' | 'failed' }
  | { do: 'refund-at-stripe'; deposit: number; cents: number }
  | { do: 'dispute'; deposit: number }
  | { do: 'close-dispute'; deposit: number; outcome: 'won' | 'lost' }
  | { do: 'lift'; deposit: number };

const micros = (cents: number): bigint => BigInt(cents) * 10_000n;

export async function takeDepositStep(w: MoneyWorld, step: DepositStep): Promise<Done> {
  if (step.do === 'test-card') return await payByTestCard(w, step);
  if (step.do === 'card') return await payByCard(w, step);
  if (step.do === 'bank') return await payByBank(w, step);
  if (step.do === 'refund-decision') return await decideRefund(w, step.how);
  const depositId = await depositFor(w, step);
  if (!depositId) return nothing;
  if (step.do === 'refund') return await askRefund(w, depositId);
  if (step.do === 'lift') {
    await w.api.send('POST', `/api/admin/deposits/${depositId}/lift`, {
      as: w.admin,
      body: { reason: 'Looked.' },
    });
  } else if (step.do === 'dispute') await w.simulator.atStripe({ do: 'dispute', reference: depositId });
  else if (step.do === 'close-dispute') {
    const { outcome } = step;
    const done = await w.simulator.atStripe({ do: 'close-dispute', reference: depositId, outcome });
    if (done) w.decided.push(`${depositId} ${outcome}`);
  } else await w.simulator.atStripe({ do: 'refund', reference: depositId, cents: step.cents });
  return nothing;
}

function depositFor(w: MoneyWorld, { do: what, deposit }: { do: string; deposit: number }) {
  if (what === 'refund') return chosen.arrivedDeposit(w, deposit);
  const asked = what === 'close-dispute' || what === 'lift' || deposit % 5 === 0;
  return asked ? chosen.questionedDeposit(w, deposit) : chosen.arrivedCard(w, deposit);
}

async function payByTestCard(w: MoneyWorld, { who, cents }: { who: number; cents: number }): Promise<Done> {
  const as = pick(w.hosts, who)!;
  if (w.gone.has(as.userId)) return nothing;
  const amount = micros(cents);
  const body = { amountMicros: amount.toString() };
  const reply = await w.api.send('POST', '/api/deposits/test-card', { as, body });
  if (reply.status !== 200) return nothing;
  const { id } = reply.body;
  return {
    booked: [{ kind: 'deposit.confirmed', subjectId: id, amountMicros: amount }],
    before: (model) => expectDeposit(model, { id, hostId: as.userId, rail: 'test', amount }),
  };
}

type CardStep = Extract<DepositStep, { do: 'card' }>;

/** Opens a payment page and pays there, or leaves the page. `delivery` says how Stripe's messages arrive. */
async function payByCard(w: MoneyWorld, { who, cents, method, delivery }: CardStep): Promise<Done> {
  const as = pick(w.hosts, who)!;
  if (w.gone.has(as.userId)) return nothing;
  const amount = micros(cents);
  const body = { amountMicros: amount.toString() };
  const made = await w.api.send('POST', '/api/deposits/card', { as, body });
  if (made.status !== 200) return nothing;
  const { id } = made.body;
  const opened = await w.api.send('POST', `/api/deposits/${id}/open`, { as });
  if (opened.status === 200 && method !== 'left')
    await payPage(w, { id, url: opened.body.url, method, delivery });
  return {
    booked: [],
    before: (model) => expectDeposit(model, { id, hostId: as.userId, rail: 'stripe', amount }),
  };
}

const FORMS: Record<string, Record<string, string>> = {
  debit: { method: 'bank-succeeds' },
  'failing debit': { method: 'bank-fails' },
};

async function payPage(
  w: MoneyWorld,
  { id, url, method, delivery }: { id: string; url: string; method: string; delivery: Delivery },
): Promise<void> {
  await w.simulator.atStripe({ do: 'delivery', mode: delivery });
  const form = FORMS[method] ?? { method: 'card', number: method };
  const page = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  await page.arrayBuffer();
  if (page.status === 303 && method !== 'failing debit') w.paidPages.add(id);
  await w.simulator.atStripe({ do: 'delivery', mode: 'normal' });
  // After this time polling has noticed a payment whose message was lost or is late.
  if (delivery === 'lost' || delivery === 'late') w.clock.advance(HOUR + 5 * MINUTE);
}

type BankStep = Extract<DepositStep, { do: 'bank' }>;

async function payByBank(w: MoneyWorld, { who, cents, comes }: BankStep): Promise<Done> {
  const as = pick(w.hosts, who)!;
  if (w.gone.has(as.userId)) return nothing;
  const asked = micros(cents);
  const made = await w.api.send('POST', '/api/deposits/bank', {
    as,
    body: { amountMicros: asked.toString() },
  });
  if (made.status !== 200) return nothing;
  const { id } = made.body;
  // The part of a transfer above its announced amount goes to suspense.
  const excess = comes === 'other' ? 1_230_000n : 0n;
  if (comes === 'declined' || comes === 'late') await asAdmin('decline', { reason: 'Nothing came.' });
  const confirms = comes !== 'never' && comes !== 'declined';
  if (confirms) {
    const body = { bankReference: `bank ${++w.asked}`, amountMicros: (asked + excess).toString() };
    expect((await asAdmin('confirm', body)).status).toBe(200);
    expect((await asAdmin('confirm', { ...body, bankReference: `bank ${++w.asked}` })).status).toBe(409);
  }
  return {
    booked: confirms ? [{ kind: 'deposit.confirmed', subjectId: id, amountMicros: asked }] : [],
    before: (model) => {
      expectDeposit(model, { id, hostId: as.userId, rail: 'bank', amount: asked });
      add(model.suspense, 'bank transfers', excess);
      add(model.clearing, 'bank', -excess);
    },
  };

  function asAdmin(what: 'confirm' | 'decline', body: object) {
    return w.api.send('POST', `/api/admin/deposits/${id}/${what}`, { as: w.admin, body });
  }
}

async function askRefund(w: MoneyWorld, depositId: string): Promise<Done> {
  const { host_id } = await w.db
    .selectFrom('deposits')
    .select('host_id')
    .where('id', '=', depositId)
    .executeTakeFirstOrThrow();
  const as = w.hosts.find(({ userId }) => userId === host_id)!;
  const reply = await w.api.send('POST', `/api/deposits/${depositId}/refund`, { as });
  if (reply.status !== 200) {
    const { code } = reply.body;
    return {
      booked: [],
      before: (model) => code === 'refund_nothing' && expect(unspentOf(model, depositId)).toBe(0n),
    };
  }
  const amount = BigInt(reply.body.amountMicros);
  return { booked: [], before: (model) => expect(amount).toBe(unspentOf(model, depositId)) };
}

/** Decides a waiting refund as an admin, or records the result of its transfer. */
async function decideRefund(w: MoneyWorld, how: 'agree' | 'decline' | 'paid' | 'failed'): Promise<Done> {
  const state = how === 'agree' || how === 'decline' ? 'requested' : 'refunding';
  const refund = await w.db
    .selectFrom('deposit_refunds')
    .select('id')
    .where('state', '=', state)
    .orderBy('id')
    .executeTakeFirst();
  const body = {
    agree: undefined,
    decline: { reason: 'No.' },
    paid: { reference: 'bank 1' },
    failed: { reason: 'No.' },
  };
  if (refund)
    await w.api.send('POST', `/api/admin/refunds/${refund.id}/${how}`, { as: w.admin, body: body[how] });
  return nothing;
}
