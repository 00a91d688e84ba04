import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { demoReset, prepareDemo } from './demo.ts';
import { mountDevTools } from './http/dev-tools.ts';
import { mountHealth } from './http/health.ts';
import { forgetRequestKeys } from './http/idempotency.ts';
import type { Module } from './http/module.ts';
import { servePages } from './http/pages.ts';
import type { Api } from './http/route.ts';
import { createServer } from './http/server.ts';
import { forgetReceivedEvents } from './http/webhook.ts';
import { type Clock, MovableClock, systemClock } from './infra/clock.ts';
import { createDatabase } from './infra/db.ts';
import { openDevClock } from './infra/dev-clock.ts';
import { databaseCheck, type HealthCheck } from './infra/health-check.ts';
import { claimMode } from './infra/installation-mode.ts';
import { createLog, type Log } from './infra/log.ts';
import { mailDelivery } from './infra/mail-delivery.ts';
import { openDatabase } from './infra/open-database.ts';
import { createSealer } from './infra/seal.ts';
import { createTicker } from './infra/tick.ts';
import type { Database } from './infra/transaction.ts';
import { createAccountsModule, ensureAdmin, type VerifyPassword } from './modules/accounts/accounts.ts';
import { createAccountDataModule, createAdminModule } from './modules/admin/admin.ts';
import { createAppealsModule } from './modules/appeals/appeals.ts';
import {
  type CallLedger,
  callLedger,
  callsCheck,
  createConnectionsModule,
  endConsents,
  findOwnPost,
  grantedAllowances,
  proveAccount,
  readCounts,
  readWordings,
  resolveLink,
  withoutKeys,
} from './modules/connections/connections.ts';
import { createDepositsModule } from './modules/deposits/deposits.ts';
import {
  acceptAppealed,
  atStake,
  createEarningsModule,
  reopenEarnings,
  reserveAppealed,
} from './modules/earnings/earnings.ts';
import { createLedgerModule } from './modules/ledger/ledger.ts';
import { createListingsModule, listActiveListings } from './modules/listings/listings.ts';
import { createMediaModule } from './modules/media/media.ts';
import { createNotificationsModule, newsMails } from './modules/notifications/notifications.ts';
import { createPayoutsModule, payoutCheck } from './modules/payouts/payouts.ts';
import { createProfilesModule } from './modules/profiles/profiles.ts';
import { createSubmissionsModule } from './modules/submissions/submissions.ts';
import { createSupportModule } from './modules/support/support.ts';
import {
  createProofsModule,
  createVerificationModule,
  releaseHold,
  reopenHold,
  resumeTracking,
  startTracking,
  stopTracking,
  upholdHold,
} from './modules/verification/verification.ts';
import { type OpenPlatforms, openPlatforms } from './open-platforms.ts';
import { describePage } from './page-heads.ts';

export interface App {
  /** For tests that call without a socket. */
  server: FastifyInstance;
  /** Listens; resolves with the address people open. */
  start(): Promise<{ url: string }>;
  /** Drains requests, stops due work, closes the pool, stops the embedded database. */
  stop(): Promise<void>;
}

/** What a test may replace: the database, the clock, the log, and whether due work runs by itself. */
export interface Overrides {
  databaseUrl?: string;
  clock?: Clock;
  log?: Log;
  tick?: boolean;
  webRoot?: string;
}

/** Constructs everything once; nothing else in the server does. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const log = overrides.log ?? createLog(config.logLevel);
  const { db, clock, close } = await openOwnDatabase(config, overrides, log);
  const server = await createServer({ appUrl: config.appUrl, trustProxy: config.trustProxy, log });

  const calls = callLedger({ db, clock, allowances: grantedAllowances(config.quotas) });
  const platforms = await openPlatforms(config, clock, calls.book);
  const mail = mailDelivery({ db, clock, log, smtpUrl: config.mail.smtpUrl, from: config.mail.from });
  const accounts = buildAccounts(config, db, clock);
  if (config.admin) await ensureAdmin(db, config.admin, clock.now());
  const { verifyPassword } = accounts;
  const checks = [databaseCheck(db)];
  const parts = { db, clock, log, calls, platforms, verifyPassword, checks };
  const modules = [accounts, ...buildModules(config, parts)];

  const demo = platforms.simulator && {
    db,
    clock,
    dataDir: config.dataDir,
    connect: { ...readerOf(config, db, platforms), appUrl: config.appUrl },
    simulator: platforms.simulator,
  };
  if (demo) await prepareDemo(demo);
  const news = newsMails({ db, appUrl: config.appUrl });
  const works = [
    ...platforms.dueWork,
    ...modules.flatMap((module) => module.dueWork ?? []),
    news,
    mail,
    forgetRequestKeys(db),
    forgetReceivedEvents(db),
  ];
  // Tools move the clock by days; a reset in between would take the people of a test away.
  if (demo && !config.devTools) works.push(demoReset(demo));

  const api: Api = { server, db, clock, readActor: accounts.readActor };
  for (const module of modules) module.routes?.(api);
  const ticker = createTicker(works, clock, log);
  const metrics = modules.flatMap((module) => module.metrics ?? []);
  mountHealth(server, checks, { metricsToken: config.metricsToken, metrics });
  if (config.devTools && clock instanceof MovableClock) {
    mountDevTools({ server, db, clock, ticker, works, simulator: platforms.simulator });
  }
  server.get('/api/openapi.json', { schema: { hide: true } }, async () => server.swagger());
  servePages(server, {
    webRoot: overrides.webRoot ?? join(fileURLToPath(new URL('..', import.meta.url)), 'web'),
    appUrl: config.appUrl,
    describe: (path) => describePage(db, path),
    morePaths: async () => (await listActiveListings(db)).map((id) => `/listings/${id}`),
  });

  return {
    server,
    async start() {
      await server.listen({ host: config.host, port: config.port });
      if (overrides.tick !== false) ticker.start();
      return { url: config.appUrl };
    },
    async stop() {
      await server.close();
      await ticker.stop();
      mail.close();
      await platforms.stop();
      await close();
    },
  };
}

const buildAccounts = (config: Config, db: Database, clock: Clock) =>
  createAccountsModule({
    db,
    clock,
    secret: config.secret,
    appUrl: config.appUrl,
    demo: config.demo,
    google: config.google && { ...config.google, issuer: config.endpoints.googleIssuer },
  });

/** The database of this installation, proved to be a demo's or a live one's as configured, and the clock that fits it. */
async function openOwnDatabase(config: Config, overrides: Overrides, log: Log) {
  const opened = overrides.databaseUrl ? null : await openDatabase(config.database, config.dataDir, log);
  const { db, close: closePool } = createDatabase(overrides.databaseUrl ?? opened!.appUrl, {
    // Not the error itself: it carries the whole connection, with what would let someone cancel its queries.
    onConnectionError: (error) => {
      if (!closing) log.warn({ reason: error.message }, 'a database connection broke');
    },
  });
  // PostgreSQL may stop before it has read that a connection ends: nothing is lost by that.
  let closing = false;
  const close = async () => {
    closing = true;
    await closePool();
    await opened?.stop();
  };
  try {
    const clock = overrides.clock ?? (config.devTools ? await openDevClock(db) : systemClock);
    await claimMode(db, config.demo ? 'demo' : 'live', clock.now());
    return { db, clock, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Parts {
  verifyPassword: VerifyPassword;
  db: Database;
  clock: Clock;
  log: Log;
  platforms: OpenPlatforms;
  calls: CallLedger;
  checks: HealthCheck[];
}

const readerOf = (config: Config, db: Database, { adapters }: Pick<OpenPlatforms, 'adapters'>) => ({
  db,
  adapters,
  sealer: createSealer(config.secret),
});

/** What a demo shows in place of the operator's own account. */
const sampleBankDetails =
  'Account holder: Permille (demo, no real account)\nIBAN: XX00 0000 0000 0000 0000 00\nBIC: DEMOXX00';

const buildProofs = (
  { devTools }: Config,
  db: Database,
  { keepProof, readPicture }: ReturnType<typeof createMediaModule>,
) =>
  // A test must not be drawn for a second look by chance.
  createProofsModule({ db, keepProof, readPicture, ...(devTools && { draw: () => 99 }) });

const buildVerification = (
  config: Config,
  { db, log, calls }: Parts,
  reader: ReturnType<typeof readerOf>,
): Module =>
  createVerificationModule({
    db,
    log,
    calls,
    snapshotDays: config.snapshotDays ?? undefined,
    readCounts: (connectionId, posts, now) => readCounts(reader, connectionId, posts, now),
  });

/** The nouns in the order of their list. */
function buildModules(config: Config, parts: Parts): Module[] {
  const { db, clock, log, calls, platforms, verifyPassword, checks } = parts;
  const { appUrl, demo } = config;
  // The demo's own people were connected with all of them.
  const adapters = withoutKeys(platforms.adapters, config.demoWithoutKeys);
  const reader = readerOf(config, db, { adapters });
  const media = createMediaModule({ db, dataDir: config.dataDir });
  return [
    media,
    createLedgerModule({ db, clock, operatorAddress: config.mail.from }),
    createProfilesModule({ keepPhoto: media.keepPhoto }),
    createNotificationsModule(),
    createConnectionsModule({ ...reader, appUrl, events: platforms.keys }),
    createListingsModule({ db }),
    createSubmissionsModule({
      db,
      findPost: (ask) => findOwnPost(reader, { ...ask, now: clock.now() }),
      resolveLink: async (link) => {
        const resolved = await resolveLink(link, platforms.endpoints.tiktokShort);
        return resolved.ok ? resolved.value : null;
      },
      startTracking,
      stopTracking,
      readWordings: (connectionId, posts, now) => readWordings(reader, connectionId, posts, now),
    }),
    createAppealsModule({
      db,
      resumeTracking,
      stopTracking,
      reopenHold,
      releaseHold,
      upholdHold,
      reserveAppealed,
      reopenEarnings,
      acceptAppealed,
      atStake,
    }),
    buildVerification(config, parts, reader),
    buildProofs(config, db, media),
    createEarningsModule({ db }),
    createDepositsModule({
      db,
      log,
      appUrl,
      demo,
      stripe: platforms.stripe,
      bankDetails: config.bankDetails ?? (demo ? sampleBankDetails : null),
    }),
    createPayoutsModule({
      db,
      clock,
      verifyPassword,
      paypal: platforms.paypal,
      proveAccount: (connectionId, now) => proveAccount(reader, connectionId, now),
      taxReportMin: config.taxReportMin,
    }),
    createSupportModule({ operatorAddress: config.mail.from }),
    createAdminModule({
      db,
      clock,
      checks: [...checks, callsCheck(calls, clock), payoutCheck(db)],
      mailLeaves: config.mail.smtpUrl !== null,
    }),
    createAccountDataModule({ db, verifyPassword, endConsents: (erased) => endConsents(reader, erased) }),
  ];
}
