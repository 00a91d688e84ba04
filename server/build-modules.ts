import { postPlatforms } from '#contract/platforms/platforms.ts';
import { buildClipModules, buildConnections, postChecks } from './build-clip-modules.ts';
import { subjectPrefix } from './config/mode.ts';
import type { Config } from './config.ts';
import type { Module } from './http/module.ts';
import type { Clock } from './infra/clock.ts';
import type { HealthCheck } from './infra/health-check.ts';
import type { Listen } from './infra/listen.ts';
import type { Log } from './infra/log.ts';
import { mailNow } from './infra/mail-now.ts';
import { createSealer } from './infra/seal.ts';
import type { Secrets } from './infra/secrets.ts';
import type { Database } from './infra/transaction.ts';
import type { VerifyPassword } from './modules/accounts/accounts.ts';
import { createAccountDataModule, createAdminModule } from './modules/admin/admin.ts';
import { createApiKeysModule } from './modules/api-keys/api-keys.ts';
import { createAppealsModule } from './modules/appeals/appeals.ts';
import { createAttestationsModule } from './modules/attestations/attestations.ts';
import { analyticsCheck } from './modules/clip-analytics/clip-analytics.ts';
import { createClipFilesModule } from './modules/clip-files/clip-files.ts';
import { createClipsModule } from './modules/clips/clips.ts';
import { createCohortsModule } from './modules/cohorts/cohorts.ts';
import {
  accessCheck,
  type CallLedger,
  type ConnectionReader,
  callsCheck,
  endConsents,
  verifyOwnership,
  withoutKeys,
} from './modules/connections/connections.ts';
import { createDepositsModule, depositCheck } from './modules/deposits/deposits.ts';
import { createDiscordModule } from './modules/discord/discord.ts';
import { createEarningsModule, settlementCheck } from './modules/earnings/earnings.ts';
import { createEventsModule } from './modules/events/events.ts';
import {
  createExternalStatementsModule,
  externalStatementCheck,
} from './modules/external-statements/external-statements.ts';
import { createFollowsModule } from './modules/follows/follows.ts';
import { createLedgerModule } from './modules/ledger/ledger.ts';
import { createListingResultsModule } from './modules/listing-results/listing-results.ts';
import { createListingsModule } from './modules/listings/listings.ts';
import { createMediaModule, type FileStorage } from './modules/media/media.ts';
import { createNotificationsModule } from './modules/notifications/notifications.ts';
import { createPayoutsModule, payoutCheck, verifyBalanceOwnership } from './modules/payouts/payouts.ts';
import { createProfilesModule } from './modules/profiles/profiles.ts';
import { createProofsModule } from './modules/proofs/proofs.ts';
import { scoreCheck } from './modules/scoring/scoring.ts';
import { createStudioModule } from './modules/studio/studio.ts';
import { dryRun } from './modules/submissions/submissions.ts';
import { createSupportModule } from './modules/support/support.ts';
import { createSuspenseModule, suspenseCheck } from './modules/suspense/suspense.ts';
import { createSyndicationModule } from './modules/syndication/syndication.ts';
import { createVerifiedRecordsModule } from './modules/verified-records/verified-records.ts';
import { createWebhookEndpointsModule } from './modules/webhook-endpoints/webhook-endpoints.ts';
import type { OpenPlatforms } from './open-platforms.ts';

/** The dependencies that all modules share. */
export interface Parts {
  verifyPassword: VerifyPassword;
  db: Database;
  secrets: Secrets;
  /** The storage of uploaded files; absent when they are below the data folder. */
  files?: FileStorage;
  clock: Clock;
  log: Log;
  platforms: OpenPlatforms;
  calls: CallLedger;
  checks: HealthCheck[];
  /** Listens for notices of other processes; null when no other process uses this database. */
  listen: Listen | null;
}

/** Returns the object that reads platforms with the consents that people gave. */
export const readerOf = (
  { db, secrets }: Pick<Parts, 'db' | 'secrets'>,
  { adapters }: Pick<OpenPlatforms, 'adapters'>,
): ConnectionReader => ({ db, adapters, sealer: createSealer(secrets, 'platform tokens') });

/** Bank details that a demo shows instead of the operator's account. */
const sampleBankDetails =
  'Account holder: Permille (demo, no real account)\nIBAN: XX00 0000 0000 0000 0000 00\nBIC: DEMOXX00';

const buildAttestations = (
  { devTools }: Config,
  db: Database,
  { keepScreenshot, readPicture }: ReturnType<typeof createMediaModule>,
) =>
  // With dev tools no clip is drawn for an audit, so that tests are deterministic.
  createAttestationsModule({ db, keepScreenshot, readPicture, ...(devTools && { draw: () => 99 }) });

const ownershipCheck = (reader: ConnectionReader) => (connectionId: string, now: Date) =>
  verifyOwnership(reader, connectionId, now);

const buildAccountData = ({ db, verifyPassword }: Parts, reader: ConnectionReader): Module =>
  createAccountDataModule({
    db,
    verifyPassword,
    endConsents: (erased) => endConsents(reader, erased),
    verifyBalanceOwnership: (userId, now) =>
      verifyBalanceOwnership({ db, verifyOwnership: ownershipCheck(reader) }, userId, now),
  });

/** Builds the modules that move money between the ledger and the outside, and those that compare the two. */
function buildPayments(config: Config, parts: Parts, reader: ConnectionReader): Module[] {
  const { db, clock, log, verifyPassword } = parts;
  const { appUrl } = config;
  const demo = config.mode === 'demo';
  const { stripe, paypal } = parts.platforms;
  return [
    createDepositsModule({
      db,
      log,
      appUrl,
      demo,
      stripe,
      bankDetails: config.bankDetails ?? (demo ? sampleBankDetails : null),
    }),
    createPayoutsModule({
      db,
      clock,
      verifyPassword,
      appUrl,
      paypal,
      verifyOwnership: ownershipCheck(reader),
      taxReportMin: config.taxReportMin,
      operatorAddress: config.alerts.email,
    }),
    createExternalStatementsModule({ db, clock, log, stripe, paypal }),
  ];
}

/**
 * Whether people's URLs may be on this machine. Only a demo on a developer's own machine allows that: anybody
 * else could reach the machine's other services.
 */
const mayCallLoopback = ({ mode, devTools }: Config): boolean => mode === 'demo' && devTools;

const buildNotifications = (config: Config, { db, clock, log, secrets }: Parts): Module =>
  createNotificationsModule({
    ...{ db, clock, log, appUrl: config.appUrl, secrets },
    sealer: createSealer(secrets, 'push'),
    mailReportsToken: config.mail.reportsToken,
    pushKeys: config.pushKeys,
    allowLoopback: mayCallLoopback(config),
  });

const buildWebhookEndpoints = (config: Config, { db, clock, log, secrets, platforms }: Parts): Module =>
  createWebhookEndpointsModule({
    ...{ db, clock, log, appUrl: config.appUrl, sealer: createSealer(secrets, 'webhook secrets') },
    allowLoopback: mayCallLoopback(config),
    discord: platforms.discord,
  });

const buildDiscord = (config: Config, parts: Parts, reader: ConnectionReader): Module => {
  const { db, clock, log, platforms } = parts;
  const checks = postChecks(reader, { clock, endpoints: platforms.endpoints });
  return createDiscordModule({
    ...{ db, clock, log, appUrl: config.appUrl, access: platforms.discord },
    dryRun: (input) => dryRun(checks, input),
  });
};

function mailWay({ mail, mode }: Config): 'smtp' | 'outbox' | 'demo-outbox' {
  if (mail.smtpUrl) return 'smtp';
  return mode === 'demo' ? 'demo-outbox' : 'outbox';
}

/** Sends mails to the operator; null when no mail is sent. */
const operatorMails = ({ mail: { smtpUrl, from }, mode }: Config, log: Log) =>
  smtpUrl === null ? null : mailNow({ smtpUrl, from, subjectPrefix: subjectPrefix[mode], log });

function buildChecks(config: Config, { db, clock, calls, checks, platforms }: Parts): HealthCheck[] {
  return [
    ...checks,
    callsCheck(calls, clock),
    accessCheck(db, clock),
    analyticsCheck(db),
    depositCheck({ isOpen: Boolean(platforms.stripe ?? config.bankDetails) || config.mode === 'demo' }),
    settlementCheck(db),
    payoutCheck(db, clock, platforms.paypal === null),
    suspenseCheck(db),
    scoreCheck(db),
    externalStatementCheck(db, clock),
  ];
}

/** Builds the modules in the order of their list. */
export function buildModules(config: Config, parts: Parts): Module[] {
  const { db, clock, log, calls, platforms } = parts;
  const { appUrl } = config;
  // Some platforms may be hidden from a demo's visitors. The demo's own people are connected with all of
  // them, because seeding uses all adapters.
  const adapters = withoutKeys(platforms.adapters, config.demoWithoutKeys);
  const reader = readerOf(parts, { adapters });
  const media = createMediaModule({
    db,
    dataDir: config.dataDir,
    secrets: parts.secrets,
    ...(parts.files && { files: parts.files }),
    accelPrefix: config.accelPrefix,
    space: config.uploadSpace,
    ffmpegPath: config.ffmpegPath,
    transcribeServer: config.transcribeServer,
  });
  return [
    createApiKeysModule({ appUrl }),
    createEventsModule({ db, log, listen: parts.listen, mostConnections: config.connections.most }),
    media,
    createLedgerModule({ db, clock, operatorAddress: config.alerts.email }),
    createSuspenseModule(db),
    createProfilesModule({ keepPhoto: media.keepPhoto }),
    buildNotifications(config, parts),
    buildWebhookEndpoints(config, parts),
    buildConnections(reader, { appUrl, events: platforms.keys, calls, clock }),
    createListingsModule({ db, asked: adapters.available }),
    createSyndicationModule({ db, appUrl }),
    createFollowsModule({ db }),
    createVerifiedRecordsModule({ db, clock, sealer: createSealer(parts.secrets, 'record keys'), appUrl }),
    createStudioModule({ db }),
    ...buildClipModules(reader, {
      clock,
      log,
      calls,
      endpoints: platforms.endpoints,
      keepPoster: media.keepPoster,
      snapshotDays: config.snapshotDays ?? undefined,
    }),
    buildAttestations(config, db, media),
    createEarningsModule(db),
    createClipFilesModule({ db, ...media }),
    createAppealsModule(db),
    createClipsModule(),
    createListingResultsModule({ db, appUrl, secrets: parts.secrets }),
    createCohortsModule(db),
    // With dev tools no clip is drawn for an audit, so that tests are deterministic.
    createProofsModule(db, config.devTools ? () => 1 : undefined),
    buildDiscord(config, parts, reader),
    ...buildPayments(config, parts, reader),
    createSupportModule({ db, operatorAddress: config.alerts.email }),
    createAdminModule({
      db,
      clock,
      checks: [...media.checks, ...buildChecks(config, parts)],
      mail: mailWay(config),
      paysByHand: parts.platforms.paypal === null,
      withoutKeys: postPlatforms.filter((platform) => !adapters.posts(platform)),
      alerts: config.mode === 'demo' ? null : config.alerts,
      mailNow: operatorMails(config, log),
      log,
    }),
    buildAccountData(parts, reader),
  ];
}
