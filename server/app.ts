import type { FastifyInstance } from 'fastify';
import { everyRoute } from '#contract/every-route.ts';
import { PUBLIC_API } from '#contract/wire/public-api.ts';
import { accountAccess } from './account-access.ts';
import { buildModules } from './build-modules.ts';
import { checkBeforeClaim, claimInstallation, makeMediaFolder } from './claim-installation.ts';
import { requireNoOrphans } from './config/data-folder.ts';
import { isSharedDemo } from './config/dev-tools.ts';
import { subjectPrefix } from './config/mode.ts';
import type { Config } from './config.ts';
import { noteDemoChanges, prepareDemo } from './demo.ts';
import { registerDrain } from './http/drain.ts';
import { forgetIdempotencyKeys } from './http/idempotency.ts';
import { registerMcp } from './http/mcp/register.ts';
import type { Module } from './http/module.ts';
import { pagesDocument, publicDocument, registerDocument } from './http/public-api/document.ts';
import { registerApiViewer } from './http/public-api/viewer.ts';
import type { Api } from './http/route.ts';
import { createServer } from './http/server.ts';
import { refuseUnknownPaths } from './http/unknown-path.ts';
import { forgetWebhookEvents } from './http/webhook.ts';
import { forgetOldAudit } from './infra/audit.ts';
import { type Clock, SECOND, systemClock } from './infra/clock.ts';
import { connectionMetric, createDatabase } from './infra/db.ts';
import { openDevClock } from './infra/dev-clock.ts';
import { readDues } from './infra/dues.ts';
import { databaseCheck, databaseMetric } from './infra/health-check.ts';
import { listenAt } from './infra/listen.ts';
import { createLog, type Log } from './infra/log.ts';
import { forgetOldMails } from './infra/mail.ts';
import { mailDelivery } from './infra/mail-delivery.ts';
import { openDatabase } from './infra/open-database.ts';
import { likeApp, openReplica } from './infra/read-replica.ts';
import { schemaCheck } from './infra/schema-check.ts';
import type { Secrets } from './infra/secrets.ts';
import { sharedCheck } from './infra/shared-check.ts';
import { createTicker, type Job } from './infra/tick.ts';
import type { Database } from './infra/transaction.ts';
import { watchJobs } from './infra/watch-jobs.ts';
import {
  cookieName,
  createAccountsModule,
  ensureAdmin,
  isDemoAddress,
  passwordsOf,
} from './modules/accounts/accounts.ts';
import { createReadKey } from './modules/api-keys/api-keys.ts';
import { callLedger, frameOrigins, grantedAllowances } from './modules/connections/connections.ts';
import { openFileStorage } from './modules/media/media.ts';
import { createMailLinks, newsMails, notifySuppressed } from './modules/notifications/notifications.ts';
import { deferAddress } from './modules/payouts/payouts.ts';
import { openBackups } from './open-backups.ts';
import { demoJobs, demoOf, registerTools, type Tools } from './open-demo.ts';
import { type OpenPlatforms, openPlatforms } from './open-platforms.ts';
import { openSpace } from './open-space.ts';
import { registerHealth } from './register-health.ts';
import { registerPages, type Shown } from './register-pages.ts';
import { registerSimulatedPages } from './simulated-pages.ts';
import { loadTexts } from './texts.ts';

export interface App {
  /** The server, for tests that call it without a socket. */
  server: FastifyInstance;
  /** Starts listening; resolves with the address that people open. */
  start(): Promise<{ url: string }>;
  /**
   * Waits until proxies send requests to another process, and finishes open requests. Then stops the jobs,
   * closes the pool, and stops the embedded database.
   */
  stop(): Promise<void>;
}

/** Parts that tests replace: the database, the clock, the log, and whether jobs run automatically. */
export interface Overrides {
  databaseUrl?: string;
  clock?: Clock;
  log?: Log;
  tick?: boolean;
  webRoot?: string;
}

async function openServer(config: Config, { endpoints }: OpenPlatforms, log: Log) {
  const { appUrl, trustProxy, connections: limits, spanTarget } = config;
  const spans =
    spanTarget && (await import('./infra/tracing/export-spans.ts')).openSpanExport(spanTarget, log);
  const server = await createServer({
    ...{ appUrl, trustProxy, log, limits, frames: frameOrigins(endpoints), spans: spans?.recorder ?? null },
    ...ofConfig(config),
  });
  return { server, spans, drain: registerDrain(server, config.drainSeconds * SECOND) };
}

const ofConfig = ({ mode, fileBucket }: Config) => ({
  media: fileBucket?.publicEndpoint ? [fileBucket.publicEndpoint] : [],
  unlisted: mode === 'staging',
  // People read a demo's terminal, so its requests are not logged there.
  logsRequests: mode !== 'demo',
});

/**
 * Constructs every object once, the modules through build-modules.ts. No other code in the server constructs
 * them.
 */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const { pages, termsVersion } = loadTexts(config);
  const log = overrides.log ?? createLog(config.logLevel);
  const opened = await openOwn(config, overrides, log);
  const { db, secrets, files, pool, clock, listen, replica } = opened;
  const { appUrl } = config;
  const calls = callLedger({ db, clock, allowances: grantedAllowances(config.quotas) });
  const platforms = await openPlatforms(config, clock, calls.book);
  const { server, spans, drain } = await openServer(config, platforms, log);
  const mail = deliverMails(config, { db, clock, log });
  const accounts = buildAccounts(config, { db, clock, secrets, termsVersion });
  if (config.admin) await ensureAdmin(db, config.admin, clock.now(), passwordsOf(config));
  const { verifyPassword, readActor } = accounts;
  const backups = openBackups(config, { db, secret: secrets.current, ownerUrl: opened.ownerUrl }, log);
  const answers = sharedCheck(databaseCheck(db), SECOND);
  const checks = [answers, sharedCheck(schemaCheck(pool), 10 * SECOND)];
  const watch = watchJobs(db, log);
  const own = { db, secrets, files, clock, log, listen, calls, platforms, verifyPassword };
  const watched = [opened.space, replica, watch, backups];
  const seen = [...checks, ...watched.flatMap((part) => part.checks)];
  const modules = [accounts, ...buildModules(config, { ...own, checks: seen })];

  const demo = demoOf(config, own, platforms);
  if (demo) await prepareDemo(demo);
  const jobs = [
    ...watch.jobs,
    ...platforms.jobs,
    ...modules.flatMap((module) => module.jobs ?? []),
    newsMails({ db, appUrl, unsubscribeUrl: createMailLinks({ appUrl, secrets }).unsubscribeUrl }),
    mail,
    ...forgetting(db),
    ...backups.jobs,
    ...(demo ? demoJobs(config, demo) : []),
  ];

  const ticking = { record: watch.record, readDues: readDues(db), spans: spans?.recorder ?? null };
  const ticker = createTicker(config.role === 'web' ? watch.noting : jobs, clock, log, ticking);
  const ofDatabase = [databaseMetric(answers), connectionMetric(pool)];
  const metrics = [...ofDatabase, ...watched.flatMap((part) => part.metrics)];
  registerHealth(server, config, { ...{ db, clock, files, checks, modules }, metrics, drain });
  for (const module of modules) module.attach?.(server);
  if (config.role === 'worker') refuseUnknownPaths(server);
  else {
    const readKey = keyReader(db, appUrl);
    const api = { server, db, replica, clock, readActor, readKey, isSharedDemo: isSharedDemo(config) };
    if (demo) noteDemoChanges(server, demo);
    const tools = { ticker, jobs, simulator: platforms.simulator, demo };
    const { webRoot } = overrides;
    if (platforms.pages) registerSimulatedPages(api, platforms.pages.answer);
    registerForPeople(api, config, { modules, tools, pages, webRoot, posts: platforms.pages?.posts });
  }

  return {
    server,
    async start() {
      await server.listen({ host: config.host, port: config.port });
      if (overrides.tick !== false) ticker.start();
      return { url: config.appUrl };
    },
    async stop() {
      await drain.run();
      await server.close();
      await ticker.stop();
      mail.close();
      await platforms.stop();
      await spans?.close();
      await opened.close();
    },
  };
}

/** Registers all routes for people and their programs. */
function registerForPeople(
  api: Api,
  config: Config,
  { modules, tools, ...shown }: { modules: Module[]; tools: Tools } & Omit<Shown, 'server' | 'db' | 'config'>,
): void {
  for (const module of modules) module.routes?.(api);
  registerTools(api, config, tools);
  registerForPrograms(api, config.appUrl);
  registerPages({ server: api.server, db: api.db, config, ...shown });
}

/** Registers the routes for programs besides the API: its documents, and MCP. */
function registerForPrograms(api: Api, appUrl: string): void {
  const { server } = api;
  registerMcp(api);
  const sessionCookie = cookieName(appUrl.startsWith('https:'));
  registerDocument(server, '/api/openapi.json', () => pagesDocument(everyRoute, appUrl, sessionCookie));
  registerDocument(server, `${PUBLIC_API}/openapi.json`, () => publicDocument(everyRoute, appUrl));
  registerApiViewer(server);
}

const keyReader = (db: Database, appUrl: string) =>
  createReadKey(db, { sessionCookie: cookieName(appUrl.startsWith('https:')) });

const forgetting = (db: Database): Job[] => [
  forgetIdempotencyKeys(db),
  forgetWebhookEvents(db),
  forgetOldMails(db),
  forgetOldAudit(db),
];

const deliverMails = ({ appUrl, mail, mode }: Config, own: { db: Database; clock: Clock; log: Log }) =>
  mailDelivery({
    ...own,
    appUrl,
    ...mail,
    subjectPrefix: subjectPrefix[mode],
    ...(mode === 'demo' && { keeps: isDemoAddress }),
    onSuppressed: notifySuppressed,
  });

const buildAccounts = (
  config: Config,
  own: { db: Database; clock: Clock; secrets: Secrets; termsVersion: string },
) =>
  createAccountsModule({
    ...own,
    appUrl: config.appUrl,
    demo: config.mode === 'demo',
    sendsMails: config.mail.smtpUrl !== null,
    passwords: passwordsOf(config),
    deferPayouts: deferAddress,
    access: accountAccess(own.secrets),
    google: config.google && { ...config.google, issuer: config.endpoints.googleIssuer },
  });

/** Opens this installation's files and database, checks the configured mode, and picks the clock. */
async function openOwn(config: Config, overrides: Overrides, log: Log) {
  checkBeforeClaim(config);
  const files = await openFileStorage({ bucket: config.fileBucket, dataDir: config.dataDir });
  if (!overrides.databaseUrl && config.database.kind === 'embedded') requireNoOrphans(config.dataDir);
  const opened = overrides.databaseUrl ? null : await openDatabase(config.database, config.dataDir, log);
  const url = overrides.databaseUrl ?? opened!.appUrl;
  const space = openSpace(config);
  const {
    db,
    pool,
    close: closePool,
  } = createDatabase(url, {
    onDiskFull: space.noteDatabaseFull,
    // Only the message is logged, because the error contains the connection, whose key allows cancelling its
    // queries.
    onConnectionError: (error) => {
      if (!closing) log.warn({ reason: error.message }, 'a database connection broke');
    },
  });
  const replica = openReplica(config.replicaUrl && likeApp(config.replicaUrl, url), db);
  // After `close` began, errors are ignored: PostgreSQL may stop before it has read that a connection ends,
  // and nothing is lost.
  let closing = false;
  const close = async () => {
    closing = true;
    await Promise.all([closePool(), replica.close()]);
    await opened?.stop();
  };
  try {
    const clock = overrides.clock ?? (config.devTools ? await openDevClock(db) : systemClock);
    const secrets = await claimInstallation(db, config, clock.now());
    makeMediaFolder(config);
    // Only an external database has several processes that notify each other; the embedded one serves a
    // single process.
    const listen = config.database.kind === 'external' ? listenAt(url) : null;
    const ownerUrl = opened?.ownerUrl ?? null;
    return { db, secrets, files, pool, space, clock, listen, ownerUrl, replica, close };
  } catch (error) {
    await close();
    throw error;
  }
}
