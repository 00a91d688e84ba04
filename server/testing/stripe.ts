import Stripe from 'stripe';
import type { AccountId } from '#contract/accounts/ids.ts';
import { micros } from '#contract/money.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { balanceOf, host, listing, post } from '#server/modules/ledger/ledger.ts';
import { startSimulator } from '#simulator/simulator.ts';
import { testApi, testPerson } from './api.ts';
import { insertListing } from './clips.ts';
import { testDatabase } from './database.ts';
import { testModules } from './modules.ts';

export const SECRET = 'whsec_test_of_deposits';
export const START = new Date('2026-03-02T10:00:00Z');

/**
 * Deposits with a simulated Stripe that sends its messages to this test's server. `further` names more
 * modules.
 */
export async function stripeWorld(further: readonly string[] = []) {
  const t = await testDatabase();
  const clock = new MovableClock({ frozenAt: START });
  const simulator = await startSimulator({ clock, stateFile: null, slowMilliseconds: 50 });
  const stripe = {
    secretKey: 'sk_test_deposits',
    webhookSecret: SECRET,
    base: simulator.urls.stripeApi,
    livemode: false,
    simulated: true,
  };
  const env = { MODE: 'demo', BANK_DETAILS: 'IBAN XX00' };
  const modules = testModules(t.db, clock, ['deposits', ...further], { env, platforms: { stripe } });
  const [module] = modules;
  const api = await testApi(t.db, clock, modules);
  const target = await api.server.listen({ host: '127.0.0.1', port: 0 });
  simulator.sendStripeTo({ url: `${target}/webhooks/stripe`, secret: SECRET });
  const { webhooks } = new Stripe('sk_test_deposits');

  const world = {
    db: t.db,
    clock,
    api,
    simulator,
    newHost: () => testPerson(t.db, 'host'),
    balance: (hostId: AccountId) => balanceOf(t.db, host(hostId)),
    /** Begins a card deposit and opens its page. */
    async begin(as: Awaited<ReturnType<typeof testPerson>>, amountMicros = 100_000_000n) {
      const made = await api.send('POST', '/api/deposits/card', {
        as,
        body: { amountMicros: amountMicros.toString() },
      });
      const opened = await api.send('POST', `/api/deposits/${made.body.id}/open`, { as });
      return { id: made.body.id as string, url: opened.body.url as string, opened };
    },
    /** Submits the payment page's form. */
    async pay(url: string, form: Record<string, string> = { method: 'card', number: '4242424242424242' }) {
      const reply = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
      return { status: reply.status, text: await reply.text(), location: reply.headers.get('location') };
    },
    /** Runs everything that is due at Stripe and here, until nothing is due. */
    async settle() {
      for (let round = 0; round < 3; round++) {
        await simulator.runDue();
        for (const job of module.jobs ?? []) await job.run(clock.now());
      }
    },
    /** Delivers one of Stripe's messages with its signature, or with another one. */
    async send(event: object, signature?: string) {
      const payload = JSON.stringify(event);
      const timestamp = Math.floor(clock.now().getTime() / 1000);
      const header = signature ?? webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp });
      const reply = await api.server.inject({
        method: 'POST',
        url: '/webhooks/stripe',
        headers: { 'content-type': 'application/json', 'stripe-signature': header },
        payload,
      });
      return reply.statusCode;
    },
    signAt: (payload: object, timestamp: number, secret = SECRET) =>
      webhooks.generateTestHeaderString({ payload: JSON.stringify(payload), secret, timestamp }),
    event: (type: string, object: object, more: object = {}) => ({
      id: `evt_${newId()}`,
      object: 'event',
      created: Math.floor(clock.now().getTime() / 1000),
      livemode: false,
      type,
      data: { object },
      ...more,
    }),
    /** Moves a host's money into a listing, as posting one does. */
    async spend(hostId: AccountId, amountMicros: bigint) {
      const id = newId();
      return await transact(t.db, async (tx) => {
        const posted = await post(tx, {
          key: `listing.posted:${id}`,
          kind: 'listing.posted',
          occurredAt: clock.now(),
          transfers: [
            { debit: host(hostId), credit: listing(id), amountMicros: micros(amountMicros), subjectId: id },
          ],
        });
        if (posted === 'posted')
          await insertListing(tx, clock.now(), { id, hostId, budgetMicros: amountMicros });
        return posted;
      });
    },
    async stateOf(id: string) {
      const row = await t.db.selectFrom('deposits').select('state').where('id', '=', id).executeTakeFirst();
      return row?.state;
    },
    async close() {
      await api.close();
      await simulator.stop();
      await t.close();
    },
  };
  return world;
}
