import type { WebhookDelivery, WebhookEndpoint } from '#contract/webhook-endpoints/webhook-endpoints.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { writeEvent } from '#server/modules/events/events.ts';
import type { OpenPlatforms } from '#server/open-platforms.ts';
import { createActor, createTestServer, type TestActor } from './actor.ts';
import { testDatabase } from './database.ts';
import { jobOf, nextDueOf } from './jobs.ts';
import { testModules } from './modules.ts';

/** A webhook test's clock, which begins on a Monday. */
export const worldClock = () => new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });

/** People with webhook endpoints, which may be on this machine, and a stopped clock. */
export async function webhookWorld({
  clock = worldClock(),
  discord = null,
}: {
  clock?: MovableClock;
  discord?: OpenPlatforms['discord'];
} = {}) {
  const database = await testDatabase();
  const { db } = database;
  const env = { MODE: 'demo', DEV_TOOLS: '1' };
  const [module] = testModules(db, clock, ['webhook-endpoints'], { env, platforms: { discord } });
  const server = await createTestServer({ db, clock, modules: [module] });
  const writes = jobOf(module, 'webhook-endpoints.write-deliveries');
  const sends = jobOf(module, 'webhook-endpoints.send');

  const call = async (
    who: TestActor,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
  ) => {
    const url = `/api/${path}`;
    const reply = await server.inject({ method, url, headers: who.headers, ...(payload ? { payload } : {}) });
    return { status: reply.statusCode, ...reply.json() };
  };

  return {
    ...{ db, clock, call },
    /** The job that turns events into deliveries. */
    writes,
    /** The job that sends due deliveries. */
    sends,
    metrics: module.metrics,
    owner: database.owner,
    person: (role: 'host' | 'clipper' = 'clipper', username?: string) =>
      createActor(db, { role, ...(username && { username }) }),
    create: (who: TestActor, url: string, kinds: string[] = ['payout.paid']) =>
      call(who, 'POST', 'webhook-endpoints', { url, kinds }),
    async endpoints(who: TestActor): Promise<WebhookEndpoint[]> {
      return (await call(who, 'GET', 'webhook-endpoints')).rows;
    },
    /** Returns the first page of an endpoint's log. */
    async log(who: TestActor, id: string): Promise<WebhookDelivery[]> {
      return (await call(who, 'GET', `webhook-endpoints/${id}/deliveries`)).rows;
    },
    /** Returns the whole log as lines of CSV. */
    async logFile({ headers }: TestActor, id: string): Promise<string[]> {
      const url = `/api/webhook-endpoints/${id}/deliveries.csv`;
      const { body } = await server.inject({ method: 'GET', url, headers });
      return body.trimEnd().split('\r\n');
    },
    happens: (kind: string, ...people: TestActor[]) =>
      transact(db, (tx) => writeEvent(tx, kind, { accountIds: people.map(({ accountId }) => accountId) })),
    /** Runs this module's jobs once, in the order of tools. */
    async tick(): Promise<void> {
      for (const job of module.jobs!) await job.run(clock.now());
    },
    /** Runs this many deliveries, each at its due time. */
    async rounds(count: number): Promise<void> {
      for (let n = 0; n < count; n++) {
        const due = await nextDueOf(db, sends);
        if (!due) return;
        clock.advance(Math.max(0, due.getTime() - clock.now().getTime()));
        for (const job of module.jobs!) await job.run(clock.now());
      }
    },
    async close(): Promise<void> {
      await server.close();
      await database.close();
    },
  };
}

export type WebhookWorld = Awaited<ReturnType<typeof webhookWorld>>;
