import type { Role } from '#contract/accounts/accounts.ts';
import { personalAccount, type UserId } from '#contract/accounts/ids.ts';
import type { Method } from '#contract/wire/route.ts';
import type { Actor } from '#server/http/actor.ts';
import type { ConnectionLimits } from '#server/http/listener.ts';
import type { Module } from '#server/http/module.ts';
import { createServer } from '#server/http/server.ts';
import type { Clock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createLog } from '#server/infra/log.ts';
import { noReplica, type Replica } from '#server/infra/read-replica.ts';
import type { Database } from '#server/infra/transaction.ts';

interface Sent {
  as?: Actor;
  body?: unknown;
  /** The Idempotency-Key; a new one when absent. */
  key?: string;
  headers?: Record<string, string>;
}

/** An HTTP reply. `body` is its parsed JSON, or undefined when it is not JSON. */
export type TestReply = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads replies without their types, as any client could
  body: any;
  headers: Record<string, unknown>;
  bytes: Buffer;
};

/** Serves routes of some modules without a port. Tests name the actor of a request instead of signing in. */
export async function testApi(
  db: Database,
  clock: Clock,
  modules: Module[],
  limits: Partial<ConnectionLimits> = {},
  replica: Replica = noReplica(db),
) {
  const appUrl = 'http://localhost:3000';
  const server = await createServer({ appUrl, trustProxy: false, log: createLog('silent'), limits });
  const actors = new Map<string, Actor>();
  const readActor = async (request: { headers: Record<string, unknown> }): Promise<Actor | null> =>
    actors.get(String(request.headers['x-test-session'])) ?? null;
  for (const module of modules) {
    module.attach?.(server);
    module.routes?.({ server, db, replica, clock, readActor });
  }
  await server.ready();

  return {
    server,
    async send(
      method: Method | 'HEAD' | 'OPTIONS',
      url: string,
      { as, body, key = newId(), headers }: Sent = {},
    ): Promise<TestReply> {
      if (as) actors.set(as.sessionId, as);
      const reply = await server.inject({
        method,
        url,
        headers: {
          origin: appUrl,
          'idempotency-key': key,
          ...(as ? { 'x-test-session': as.sessionId } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const isJson = String(reply.headers['content-type']).includes('json') && reply.rawPayload.length > 0;
      return {
        status: reply.statusCode,
        body: isJson ? reply.json() : undefined,
        headers: reply.headers,
        bytes: reply.rawPayload,
      };
    },
    close: () => server.close(),
  };
}

/** Creates a person in the database and returns the actor of their requests. */
export async function testPerson(db: Database, role: Role): Promise<Actor> {
  const userId = newId<UserId>();
  const accountId = personalAccount(userId);
  const email = `${userId}@people.example`;
  await db
    .insertInto('users')
    .values({ id: userId, email, name: 'Person', role, email_verified: true, age_confirmed_at: new Date() })
    .execute();
  await db
    .insertInto('profiles')
    .values({
      user_id: accountId,
      username: `p_${userId.slice(-12)}`,
      full_name: 'Person',
      created_at: new Date(),
    })
    .execute();
  if (role === 'clipper') {
    await db
      .insertInto('payout_countries')
      .values({ user_id: accountId, country: 'US', set_at: new Date() })
      .execute();
  }
  return {
    userId,
    accountId,
    role,
    sessionId: newId(),
    isDemo: false,
    email,
    confirmedAt: new Date(),
    needsSecondFactor: false,
  };
}
