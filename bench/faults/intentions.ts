import type { TestActor } from '#server/testing/actor.ts';
import type { People } from './people.ts';

export interface Reply {
  status: number;
  /** Only the fields that this load reads: ids, amounts and a refusal's code. */
  body: {
    id: string;
    url: string;
    code: string;
    amountMicros: string;
    takenBackMicros: string;
    owedMicros: string;
  };
}

/** Sends a request. Throws when no reply arrives, because the effect is then unknown. */
export type Send = (
  path: string,
  sent: { as: TestActor; key?: string; body?: object; method?: 'POST' | 'PUT' },
) => Promise<Reply>;

/**
 * One operation of a user. Without a reply it is repeated from the start with the same idempotency keys.
 * Resolves with the acknowledged effects, one line each, which are compared with the ledger at the end.
 */
export interface Intention {
  name: string;
  run(send: Send): Promise<string[]>;
}

/** Returns an integer from 0 to `below - 1`, reproducible from the seed. */
export type Dice = (below: number) => number;

export const line = (what: string, id: string, amountMicros: bigint | string): string[] =>
  BigInt(amountMicros) === 0n ? [] : [`${what} ${id} ${amountMicros}`];

/** Ids that one intention creates for others to use. */
export interface Known {
  listings: { id: string; host: TestActor }[];
  deposits: { id: string; host: TestActor }[];
  payouts: { id: string; clipper: TestActor }[];
}

const of = <T>(from: readonly T[], dice: Dice): T => from[dice(from.length)]!;
const dollars = (count: number): string => (BigInt(count) * 1_000_000n).toString();

/** The intentions with their relative frequencies. */
const KINDS = [
  'test-card',
  'test-card',
  'test-card',
  'card',
  'bank',
  'post',
  'post',
  'top-up',
  'top-up',
  'top-up',
  'refund',
  'withdraw',
  'withdraw',
  'cancel',
  'by hand',
  'fraud',
  'end',
] as const;

/**
 * Draws the next intention; `key` identifies it across repetitions. Money arrives by bank transfer when there
 * is no test card.
 */
export function nextIntention(
  key: string,
  people: People,
  known: Known,
  dice: Dice,
  hasTestCard = true,
): Intention {
  const kind = of(KINDS, dice);
  const host = of(people.hosts, dice);
  const amountMicros = dollars(10 + dice(30));
  if (kind === 'card') return card(key, host, amountMicros);
  if (kind === 'bank') return bank(key, host, people, amountMicros);
  if (kind === 'post') return post(key, host, amountMicros, known);
  if (kind === 'withdraw') return withdraw(key, of(people.clippers, dice), known);
  if (kind === 'fraud') return fraud(key, of(people.clippers, dice).clipId, people.admin, 1 + dice(3_000));
  if (kind === 'top-up' && known.listings.length > 0)
    return topUp(key, of(known.listings, dice), dollars(1 + dice(4)));
  if (kind === 'end' && known.listings.length > 8)
    return plain('end', `/api/listings/${known.listings[0]!.id}/end`, known.listings.shift()!.host);
  if (kind === 'refund' && known.deposits.length > 0) return refund(key, of(known.deposits, dice));
  if (kind === 'cancel' && known.payouts.length > 0) {
    const { id, clipper } = of(known.payouts, dice);
    return plain('cancel', `/api/payouts/${id}/cancel`, clipper);
  }
  if (kind === 'by hand' && known.payouts.length > 0) return byHand(of(known.payouts, dice).id, people.admin);
  if (!hasTestCard) return bank(key, host, people, amountMicros);
  return testCard(key, host, amountMicros, known);
}

const testCard = (key: string, as: TestActor, amountMicros: string, known: Known): Intention => ({
  name: 'test card',
  async run(send) {
    const { status, body } = await send('/api/deposits/test-card', { as, key, body: { amountMicros } });
    if (status !== 200) return [];
    known.deposits.push({ id: body.id, host: as });
    return line('deposit', body.id, amountMicros);
  },
});

/** Requests a payment page, opens it, and pays at the simulated Stripe, which is never killed. */
const card = (key: string, as: TestActor, amountMicros: string): Intention => ({
  name: 'card',
  async run(send) {
    const made = await send('/api/deposits/card', { as, key, body: { amountMicros } });
    if (made.status !== 200) return [];
    const opened = await send(`/api/deposits/${made.body.id}/open`, { as });
    if (opened.status !== 200) throw new Error('the payment page is not to be had now');
    const form = new URLSearchParams({ method: 'card', number: '4242424242424242' });
    const { url } = opened.body;
    const headers = { origin: new URL(url).origin };
    const page = await fetch(url, { method: 'POST', headers, body: form, redirect: 'manual' });
    await page.arrayBuffer();
    return line('deposit', made.body.id, amountMicros);
  },
});

/**
 * Error codes of a transfer that is already confirmed, because the reply to an earlier attempt may have been
 * lost.
 */
const CONFIRMED = ['deposit_state', 'bank_reference_used'];

/**
 * Deposits by bank transfer. An admin confirms the transfer; a second one repeats this when a host's
 * transfers of a day require two.
 */
const bank = (key: string, as: TestActor, people: People, amountMicros: string): Intention => ({
  name: 'bank transfer',
  async run(send) {
    const made = await send('/api/deposits/bank', { as, key, body: { amountMicros } });
    if (made.status !== 200) return [];
    const body = { bankReference: key, amountMicros };
    const path = `/api/admin/deposits/${made.body.id}/confirm`;
    let { status, body: reply } = await send(path, { as: people.admin, body });
    if (reply.code === 'second_admin_needed')
      ({ status, body: reply } = await send(path, { as: people.secondAdmin, body }));
    if (status !== 200 && !CONFIRMED.includes(reply.code))
      throw new Error(`no confirmation: ${status} ${reply.code}`);
    return line('deposit', made.body.id, amountMicros);
  },
});

const post = (key: string, as: TestActor, budgetMicros: string, known: Known): Intention => ({
  name: 'post a listing',
  async run(send) {
    const terms = {
      title: 'Night run',
      description: 'Moments.',
      instructions: 'Vertical.',
      platforms: ['tiktok'],
    };
    const source = { sourceMediaId: null, sourceUrl: 'https://videos.example/night.mp4' };
    const body = { ...terms, ...source, rateCentsPerMille: 200, budgetMicros, rules: {} };
    const posted = await send('/api/listings', { as, key, body });
    if (posted.status !== 200) return [];
    known.listings.push({ id: posted.body.id, host: as });
    return line('listing', posted.body.id, budgetMicros);
  },
});

const topUp = (key: string, { id, host }: Known['listings'][number], amountMicros: string): Intention => ({
  name: 'top up',
  async run(send) {
    const { status } = await send(`/api/listings/${id}/top-up`, { as: host, key, body: { amountMicros } });
    return status === 200 ? line('top-up', id, amountMicros) : [];
  },
});

const refund = (key: string, { id, host }: Known['deposits'][number]): Intention => ({
  name: 'refund',
  async run(send) {
    const { status, body } = await send(`/api/deposits/${id}/refund`, { as: host, key });
    return status === 200 ? line('refund', id, body.amountMicros) : [];
  },
});

const withdraw = (key: string, as: TestActor, known: Known): Intention => ({
  name: 'withdraw',
  async run(send) {
    const { status, body } = await send('/api/payouts', { as, key, body: {} });
    if (status !== 200) return [];
    known.payouts.push({ id: body.id, clipper: as });
    return line('withdrawal', body.id, body.amountMicros);
  },
});

const fraud = (key: string, clipId: string, as: TestActor, views: number): Intention => ({
  name: 'fraud upheld',
  async run(send) {
    const body = { fromViews: 0, toViews: views, note: 'Bought.' };
    const reply = await send(`/api/admin/submissions/${clipId}/uphold-fraud`, { as, key, body });
    if (reply.status !== 200) return [];
    return line('fraud', clipId, BigInt(reply.body.takenBackMicros) + BigInt(reply.body.owedMicros));
  },
});

/**
 * Makes a request that is refused when repeated, because the object's state has changed. The invariants check
 * its effect.
 */
const plain = (name: string, path: string, as: TestActor): Intention => ({
  name,
  async run(send) {
    await send(path, { as });
    return [];
  },
});

const byHand = (payoutId: string, as: TestActor): Intention => ({
  name: 'paid by hand',
  async run(send) {
    await send(`/api/admin/payouts/${payoutId}/process`, { as });
    await send(`/api/admin/payouts/${payoutId}/paid`, { as, body: { reference: 'transfer 1' } });
    return [];
  },
});
