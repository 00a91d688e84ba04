import { randomInt } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { UserId } from '#contract/accounts/ids.ts';
import { createServer } from '#server/http/server.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { createLog, type Log } from '#server/infra/log.ts';
import { listOutbox, type OutboxMail } from '#server/infra/mail.ts';
import { noReplica } from '#server/infra/read-replica.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { createAccountsModule, ensureDemoAccounts } from '#server/modules/accounts/accounts.ts';
import type { GoogleOptions } from '#server/modules/accounts/google-provider.ts';
import { quickPasswords } from '#server/modules/accounts/passwords.ts';
import { TEST_APP_URL, TEST_SECRET } from './actor.ts';
import { testDatabase } from './database.ts';

export interface AccountsServer {
  db: Database;
  owner: Database;
  clock: MovableClock;
  server: FastifyInstance;
  /**
   * Posts as our own page. Each request is from a new IP address unless one is given, so that tests don't
   * share rate limits.
   */
  post(
    url: string,
    payload: object,
    options?: { cookie?: string; from?: string; headers?: Record<string, string> },
  ): Promise<LightMyRequestResponse>;
  /** Returns the user of `GET /api/session`, or null when nobody is signed in. */
  whoIs(cookie: string): Promise<{ id: UserId; email: string; role: string | null } | null>;
  mailTo(email: string): Promise<OutboxMail | undefined>;
  /**
   * Opens the newest link mailed to an address. The browser did not sign up, so the person types the
   * password.
   */
  verify(email: string, password?: string): Promise<LightMyRequestResponse>;
  /** Runs the job that deletes expired rows. */
  sweep(): Promise<void>;
  /** Signs up and verifies; resolves with the cookie of a new session. */
  member(email: string, options?: { role?: 'host' | 'clipper'; password?: string }): Promise<string>;
  close(): Promise<void>;
}

export const GOOD_PASSWORD = 'clear blue harbour';
export const TERMS_VERSION = '2026-05-01';

/** Returns the `name=value` of the session cookie that a reply sets. */
export const cookieOf = (reply: LightMyRequestResponse): string =>
  [reply.headers['set-cookie']].flat().join().split(';')[0] ?? '';

/** Returns the token in the first link of a mail. */
export const tokenOf = (mail: OutboxMail | undefined): string =>
  new URL(mail?.links[0] ?? 'http://none/').searchParams.get('token') ?? '';

const randomAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** Starts the accounts module on a real server with its own database. */
export async function startAccounts(
  options: {
    appUrl?: string;
    demo?: boolean;
    /** Whether the server has a mail server; absent when it has. */
    sendsMails?: boolean;
    google?: GoogleOptions;
    log?: Log;
    trustProxy?: number;
    /** Mounts more routes before the server is ready for requests. */
    beforeReady?: (server: FastifyInstance) => void;
    /**
     * Whether hashing takes as long as on a live system; absent for quick hashes, in tests that are not about
     * passwords.
     */
    slowPasswords?: boolean;
    /** Called before each password is hashed; hashing waits for the promise. */
    onHash?: () => void | Promise<void>;
    /** Waits for a demo account; absent: a real wait. */
    pause?: (ms: number) => Promise<unknown>;
    /** Called after a password was accepted, before its session begins. */
    onceProven?: () => Promise<void>;
  } = {},
): Promise<AccountsServer> {
  const { appUrl = TEST_APP_URL, demo = true, google, log = createLog('silent'), trustProxy } = options;
  const database = await testDatabase();
  const { db } = database;
  const clock = new MovableClock();
  const accounts = createAccountsModule({
    db,
    clock,
    secrets: soleSecret(TEST_SECRET),
    appUrl,
    termsVersion: TERMS_VERSION,
    demo,
    sendsMails: options.sendsMails ?? true,
    google,
    ...(options.pause && { pause: options.pause }),
    passwords: options.slowPasswords
      ? undefined
      : {
          async hash(...typed) {
            await options.onHash?.();
            return await quickPasswords.hash(...typed);
          },
          async verify(known) {
            await options.onHash?.();
            const isRight = await quickPasswords.verify(known);
            if (isRight) await options.onceProven?.();
            return isRight;
          },
        },
  });
  if (demo) await transact(db, (tx) => ensureDemoAccounts(tx, clock.now()));
  const server = await createServer({ appUrl, trustProxy: trustProxy ?? false, log });
  accounts.routes?.({ server, db, replica: noReplica(db), clock, readActor: accounts.readActor });
  options.beforeReady?.(server);
  await server.ready();

  const post: AccountsServer['post'] = (url, payload, { cookie, from, headers } = {}) =>
    server.inject({
      method: 'POST',
      url,
      payload,
      remoteAddress: from ?? randomAddress(),
      headers: { origin: appUrl, ...(cookie ? { cookie } : {}), ...headers },
    });
  const mailTo = async (email: string) => (await listOutbox(db, 1_000)).find((mail) => mail.to === email);

  return {
    db,
    owner: database.owner,
    clock,
    server,
    post,
    mailTo,
    whoIs: async (cookie) =>
      (await server.inject({ method: 'GET', url: '/api/session', headers: { cookie } })).json().user,
    verify: async (email, password = GOOD_PASSWORD) =>
      await post('/api/auth/verify-email', { token: tokenOf(await mailTo(email)), password }),
    async sweep() {
      for (const job of accounts.jobs ?? []) await job.run(clock.now());
    },
    async member(email, { role = 'clipper', password = GOOD_PASSWORD } = {}) {
      const form = { email, password, confirmation: password, role, acceptTerms: true };
      const cookie = cookieOf(await post('/api/auth/sign-up', form));
      return cookieOf(
        await post('/api/auth/verify-email', { token: tokenOf(await mailTo(email)) }, { cookie }),
      );
    },
    async close() {
      await server.close();
      await database.close();
    },
  };
}
