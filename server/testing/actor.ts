import type { FastifyInstance } from 'fastify';
import type { Role } from '#contract/accounts/accounts.ts';
import { type AccountId, personalAccount, type UserId } from '#contract/accounts/ids.ts';
import type { ReadActor } from '#server/http/actor.ts';
import type { Module } from '#server/http/module.ts';
import { createServer } from '#server/http/server.ts';
import { after, type Clock, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createLog, type Log } from '#server/infra/log.ts';
import { noReplica } from '#server/infra/read-replica.ts';
import { createSealer } from '#server/infra/seal.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import type { Database } from '#server/infra/transaction.ts';
import { createReadActor } from '#server/modules/accounts/read-actor.ts';
import { createSessionCookie } from '#server/modules/accounts/session-cookie.ts';
import { createReadKey } from '#server/modules/api-keys/api-keys.ts';

export const TEST_APP_URL = 'http://localhost:3000';
export const TEST_SECRET = 'a secret for tests that is long enough';

/** A sealed secret that can be opened, so that a wrong code is refused as on a real server. */
const secondFactor = createSealer(soleSecret(TEST_SECRET), 'second factors').seal(
  'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
);

const cookie = createSessionCookie({ secrets: soleSecret(TEST_SECRET), secure: false });

export interface TestActor {
  userId: UserId;
  /** The personal account, which has the person's id. */
  accountId: AccountId;
  sessionId: string;
  email: string;
  username: string | null;
  /** Value of the `cookie` header. */
  cookie: string;
  /** The headers of this person's browser on our own page. */
  headers: { cookie: string; 'sec-fetch-site': 'same-origin' };
}

/** The headers of our own page when nobody is signed in. */
export const anonymousHeaders = { 'sec-fetch-site': 'same-origin' } as const;

interface Wanted {
  role: Role | null;
  /**
   * The username of the person's profile, whose onboarding is completed; without it the person has no
   * profile.
   */
  username?: string;
  email?: string;
  isDemo?: boolean;
  /** Whether the person has a second factor; admins have one unless this is false. */
  secondFactor?: boolean;
}

/** Creates a signed-in person: rows of the user and session and, with a username, of the profile. */
export async function createActor(db: Database, wanted: Wanted): Promise<TestActor> {
  const userId = newId<UserId>();
  const accountId = personalAccount(userId);
  const sessionId = newId();
  const token = newId();
  const now = new Date();
  const email = wanted.email ?? `${userId}@test.example`;
  await db
    .insertInto('users')
    .values({
      id: userId,
      email,
      name: wanted.username ?? 'Test person',
      email_verified: true,
      role: wanted.role,
      is_demo: wanted.isDemo ?? false,
      age_confirmed_at: now,
    })
    .execute();
  await db
    .insertInto('sessions')
    .values({ id: sessionId, user_id: userId, token, expires_at: after(now, DAY) })
    .execute();
  if (wanted.role === 'admin' && wanted.secondFactor !== false) {
    await db
      .insertInto('second_factors')
      .values({ user_id: userId, secret_sealed: secondFactor, confirmed_at: now })
      .execute();
  }
  if (wanted.username) {
    await db
      .insertInto('profiles')
      .values({
        user_id: accountId,
        username: wanted.username,
        full_name: wanted.username,
        onboarding_completed_at: now,
        created_at: now,
      })
      .execute();
  }
  return { userId, accountId, sessionId, email, username: wanted.username ?? null, ...carrying(token) };
}

/** Signs the same person in with another browser. */
export async function inAnotherBrowser(db: Database, person: TestActor): Promise<TestActor> {
  const [sessionId, token] = [newId(), newId()];
  await db
    .insertInto('sessions')
    .values({ id: sessionId, user_id: person.userId, token, expires_at: after(new Date(), DAY) })
    .execute();
  return { ...person, sessionId, ...carrying(token) };
}

function carrying(token: string) {
  const header = `${cookie.name}=${encodeURIComponent(cookie.sign(token))}`;
  return { cookie: header, headers: { cookie: header, 'sec-fetch-site': 'same-origin' as const } };
}

/** The session check for people made by `createActor`. */
export const testReadActor = (db: Database): ReadActor =>
  createReadActor(db, cookie, { requireSecondFactor: false });

/** Builds a real server with these modules, for `inject`. People made by `createActor` can call it. */
export async function createTestServer(options: {
  db: Database;
  clock: Clock;
  modules: Module[];
  log?: Log;
  /** Whether strangers share the demo accounts. */
  isSharedDemo?: boolean;
}): Promise<FastifyInstance> {
  const { db, clock, modules, log = createLog('silent'), isSharedDemo = false } = options;
  const server = await createServer({ appUrl: TEST_APP_URL, trustProxy: false, log });
  const readKey = createReadKey(db, { sessionCookie: cookie.name });
  const api = {
    server,
    db,
    replica: noReplica(db),
    clock,
    readActor: testReadActor(db),
    readKey,
    isSharedDemo,
  };
  for (const module of modules) {
    module.attach?.(server);
    module.routes?.(api);
  }
  await server.ready();
  return server;
}
