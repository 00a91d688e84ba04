import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { Actor } from '#server/http/actor.ts';
import { MINUTE, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import type { Database } from '#server/infra/transaction.ts';
import { createPaypalClient, type PaypalAccount } from '#server/modules/payouts/paypal/client.ts';
import { type Signature, signedHeaders } from '#simulator/paypal/webhooks.ts';
import { selfSigned } from '#simulator/servers/certificate.ts';
import { startSimulator } from '#simulator/simulator.ts';
import { testApi, testPerson } from './api.ts';
import { testAvailable } from './available-earnings.ts';
import { testDatabase } from './database.ts';
import { jobOf } from './jobs.ts';
import { testModules } from './modules.ts';

export const WEBHOOK_ID = 'WH-TEST';
const CERTIFICATE = '/v1/notifications/certs/CERT-360caa42-fca2a594';

/** Moves this many dollars from a card payment to a clipper's available balance. */
export const makeAvailable = (
  db: Database,
  clipperId: AccountId,
  dollars: number,
  now: Date,
): Promise<void> => testAvailable(db, { clipperId, amount: BigInt(dollars) * 1_000_000n, now });

/** All trials share this key, because making one takes longer than creating a database. */
const { privateKey, pem } = selfSigned('messages.example');

/**
 * Payouts through a PayPal that is simulated behind real HTTP. Its messages arrive only when a test delivers
 * them.
 */
export async function paypalTrial() {
  const t = await testDatabase();
  const { db } = t;
  // The clock starts on a Tuesday.
  const clock = new MovableClock({ frozenAt: new Date('2026-03-03T10:00:00Z') });
  const simulator = await startSimulator({ clock, stateFile: null });
  const certificatesAsked: string[] = [];
  const certificates = createServer(({ url = '' }, response) => {
    certificatesAsked.push(url);
    if (url === CERTIFICATE) response.end(pem);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => certificates.listen(0, '127.0.0.1', resolve));
  const certificateOrigin = `http://127.0.0.1:${(certificates.address() as AddressInfo).port}`;
  const account: PaypalAccount = {
    base: simulator.urls.paypal,
    clientId: 'ours',
    clientSecret: 'our-secret',
    webhookId: WEBHOOK_ID,
    certificateOrigins: [certificateOrigin],
    timeoutMs: 1_000,
  };
  const [module] = testModules(db, clock, ['payouts'], { platforms: { paypal: account } });
  const api = await testApi(db, clock, [module]);
  const checking = jobOf(module, 'payouts.check-accounts');
  const paying = jobOf(module, 'payouts.paypal');

  return {
    db,
    clock,
    simulator,
    certificateOrigin,
    certificatesAsked,
    account,
    module,
    api,
    paying,
    client: createPaypalClient(account, clock),
    /** Advances the clock, then runs everything due once. */
    async pass(ms: number) {
      clock.advance(ms);
      await checking.run(clock.now());
      await paying.run(clock.now());
    },
    /** Creates a clipper with this many dollars available and a payment email. */
    async clipper(dollars: number, email: string): Promise<Actor> {
      const person = await testPerson(db, 'clipper');
      const reply = await api.send('PUT', '/api/clipper/payout-address', {
        as: person,
        body: { email, country: 'US' },
      });
      if (reply.status !== 200) throw new Error(`no address: ${reply.bytes}`);
      await makeAvailable(db, person.accountId, dollars, clock.now());
      return person;
    },
    /** Withdraws everything, or this many dollars, and checks the accounts that earned the money. */
    async withdraw(as: Actor, dollars?: number): Promise<string> {
      const body = dollars === undefined ? {} : { amountMicros: `${dollars * 1_000_000}` };
      const reply = await api.send('POST', '/api/payouts', { as, body });
      if (reply.status !== 200) throw new Error(`no withdrawal: ${reply.bytes}`);
      await checking.run(clock.now());
      return reply.body.id;
    },
    payout: (id: string) =>
      db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    batches: () => db.selectFrom('payout_batches').selectAll().orderBy('id').execute(),
    async fault(mode: string) {
      await simulator.control.setFault({ service: 'paypal', mode, minutes: 600_000 });
    },
    /** Returns PayPal's items of this payout, with their states. */
    async atPaypal(payoutId: string): Promise<{ state: string; value: string }[]> {
      const reply = await fetch(`${simulator.baseUrl}/control/paypal`);
      const items = (await reply.json()) as { senderItemId: string; state: string; value: string }[];
      return items.filter(({ senderItemId }) => senderItemId === payoutId);
    },
    /** Returns PayPal's messages about a payout so far, oldest first. */
    async eventsAbout(payoutId: string): Promise<object[]> {
      const reply = await fetch(`${simulator.baseUrl}/control/paypal/${payoutId}/events`);
      return (await reply.json()) as object[];
    },
    /** Posts a message to our webhook, signed like PayPal's unless a test changes something. */
    async deliver(event: object, change: Partial<Signature> & { body?: string; headers?: object } = {}) {
      const { body = JSON.stringify(event), headers, ...signature } = change;
      const signed = signedHeaders(JSON.stringify(event), {
        privateKey,
        certificateUrl: certificateOrigin + CERTIFICATE,
        webhookId: WEBHOOK_ID,
        transmission: newId(),
        time: clock.now(),
        ...signature,
      });
      const all = { ...signed, ...headers };
      return await api.server.inject({
        method: 'POST',
        url: '/webhooks/paypal',
        headers: all,
        payload: body,
      });
    },
    async close() {
      certificates.close();
      await api.close();
      await simulator.stop();
      await t.close();
    },
  };
}

/** A payout request is sent after this time: the time in which it can be canceled, and one minute. */
export const LEAVES_AFTER = 11 * MINUTE;
