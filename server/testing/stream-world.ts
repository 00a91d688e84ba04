import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import type { Role } from '#contract/accounts/accounts.ts';
import { MINUTE, systemClock } from '#server/infra/clock.ts';
import { createDatabase } from '#server/infra/db.ts';
import { listenAt } from '#server/infra/listen.ts';
import { createLog } from '#server/infra/log.ts';
import { transact } from '#server/infra/transaction.ts';
import { type createEventsModule, writeEvent } from '#server/modules/events/events.ts';
import { createActor, createTestServer, inAnotherBrowser, type TestActor } from './actor.ts';
import { testDatabase } from './database.ts';
import { openEvents } from './event-source.ts';

type Build = typeof createEventsModule;
type Limits = NonNullable<Parameters<Build>[0]['limits']>;

/** Intervals so long that processes practically never poll: events arrive by notices. */
const UNASKED = { everyMs: 10 * MINUTE, checkMs: 20 };

/** Processes that stream events to people, and the people's connections. */
export async function streamWorld(build: Build) {
  const t = await testDatabase();
  const { db } = t;

  /** Starts a process with its own database connections. */
  async function startServer(limits: Partial<Limits> = {}, mostConnections = 100) {
    const own = createDatabase(t.appUrl, { max: 4 });
    const module = build({
      db: own.db,
      log: createLog('silent'),
      listen: listenAt(t.appUrl),
      mostConnections,
      limits: { ...UNASKED, ...limits },
    });
    const server = await createTestServer({
      db: own.db,
      clock: systemClock,
      modules: [module],
      isSharedDemo: true,
    });
    await server.listen({ host: '127.0.0.1', port: 0 });
    const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    let isClosed = false;
    const close = async () => {
      if (isClosed) return;
      isClosed = true;
      await server.close();
      await own.close();
    };
    onTestFinished(close);
    return { url, close, db: own.db, metrics: module.metrics! };
  }

  const write = (to: typeof db, kind: string, ...people: TestActor[]) =>
    transact(to, (tx) => writeEvent(tx, kind, { accountIds: people.map(({ accountId }) => accountId) }));
  const person = (role: Role | null = 'clipper') => createActor(db, { role });
  /** Two visitors of one demo account. */
  const visitors = async () => {
    const one = await createActor(db, { role: 'clipper', isDemo: true });
    return [one, await inAnotherBrowser(db, one)] as const;
  };
  const open = async (url: string, { headers }: TestActor, last?: string) => {
    const stream = await openEvents(url, headers, last);
    onTestFinished(stream.close);
    return stream;
  };
  /** Opens a stream and reads its first message, the retry delay. */
  const opened = async (...args: Parameters<typeof open>) => {
    const stream = await open(...args);
    expect(await stream.kinds(1)).toEqual(['retry']);
    return stream;
  };
  return { ...{ t, db, startServer, write, person, visitors, open, opened }, close: () => t.close() };
}
