import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { TAX_REPORT_MIN } from '#contract/limits.ts';
import { centsToMicros, type Micros } from '#contract/money.ts';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import { type Backup, backupOf } from './config/backup.ts';
import { ConfigError } from './config/config-error.ts';
import { type ConnectionNumbers, connectionsOf } from './config/connections.ts';
import { checkDataFolder } from './config/data-folder.ts';
import { checkDatabase, databaseOf } from './config/database.ts';
import { checkDevTools } from './config/dev-tools.ts';
import { checkDiscord, type DiscordKeys, discordKeys } from './config/discord.ts';
import { type Endpoints, endpoints, endpointVariables } from './config/endpoints.ts';
import { checkEnvFile } from './config/env-file.ts';
import { environment } from './config/environment.ts';
import { checkLive } from './config/live.ts';
import { modeOf } from './config/mode.ts';
import { checkPaypal, type PaypalKeys, paypalKeys } from './config/paypal.ts';
import {
  type OauthKeys,
  oauthKeys,
  platformKeys,
  platformPairs,
  platformQuotas,
} from './config/platforms.ts';
import { type Part, partOf } from './config/role.ts';
import { type FileBucket, fileBucket, type S3Account, s3Account } from './config/s3.ts';
import { previousSecret, readSecret } from './config/secret.ts';
import { simulatorPortOf } from './config/simulator.ts';
import { checkStripe } from './config/stripe-keys.ts';
import { checkTiktokBusiness, tiktokBusinessPair } from './config/tiktok-business.ts';
import { spanTarget } from './config/traces.ts';
import { type UploadSpace, uploadSpace } from './config/upload-space.ts';
import type { Mode } from './infra/installation-mode.ts';
import type { Where } from './infra/open-database.ts';
import type { SpanTarget } from './infra/tracing/export-spans.ts';

type Environment = Record<string, string | undefined>;
type Values = z.infer<typeof environment>;

/** The process's complete configuration, read once at the start. */
export interface Config extends Part {
  production: boolean;
  host: string;
  /**
   * The port to listen on. 0 means any free port; the entry point then sets `appUrl` before anything is
   * built.
   */
  port: number;
  /** Origin without a trailing slash; every link that leaves the server starts with it. */
  appUrl: string;
  /** Absolute path of the folder with the embedded database, uploads, outbox and the generated secret. */
  dataDir: string;
  /**
   * `ownerUrl` may create roles and tables; the app itself connects as `appUrl`'s role (null: made by the
   * migration).
   */
  database: Where;
  /** A replica of the database, for feeds and exports; null when these read the database itself. */
  replicaUrl: string | null;
  /** `demo` seeds accounts, simulates the platforms and offers the test card. */
  mode: Mode;
  /**
   * Port of the built-in simulator on this machine (0 for any free port). Null when nothing is simulated, as
   * on every live system.
   */
  simulatorPort: number | null;
  /** Platforms that a demo shows as a live system shows them when it has no keys for them. */
  demoWithoutKeys: readonly ConnectablePlatform[];
  /** Whether a demo has more people than its two accounts and their circle. */
  demoMarket: boolean;
  /** Whether /dev/* is mounted. It never is on a live system, nor when another machine can connect. */
  devTools: boolean;
  /**
   * If `smtpUrl` is null, mails are only kept in the outbox. If `returnPath` is null, bounces go to the
   * sender. If `reportsToken` is null, bounce reports are not accepted.
   */
  mail: { smtpUrl: string | null; from: string; returnPath: string | null; reportsToken: string | null };
  /**
   * The keys that identify this server to push services; null when they are generated once and kept in the
   * database.
   */
  pushKeys: { publicKey: string; privateKey: string } | null;
  /** Receivers of alarms. If `webhook` is null, alarms are only mailed. */
  alerts: { email: string; webhook: string | null };
  /** The admin to create at the start when there is none. */
  admin: { username: string; password: string } | null;
  /**
   * The secret from which keys for signing and sealing are derived; at least 32 characters. Null when the
   * first start makes one.
   */
  secret: string | null;
  /** The previous secret, whose values can still be opened and verified; null without one. */
  previousSecret: string | null;
  /**
   * The trusted proxies, as their number or their addresses. If false, the socket's address is the client's.
   */
  trustProxy: false | number | string[];
  connections: ConnectionNumbers;
  /** The token for reading /metrics; null when only this machine may read them. */
  metricsToken: string | null;
  logLevel: Values['LOG_LEVEL'];
  /** The receiver of traces; null when none are exported. */
  spanTarget: SpanTarget | null;
  platformKeys: ReturnType<typeof platformKeys>;
  google: OauthKeys | null;
  /** Null when Discord is off, or simulated in demo mode. */
  discord: DiscordKeys | null;
  /** Null when payouts are paid by hand, or by the simulator in demo mode. */
  paypal: PaypalKeys | null;
  /** Null without card payments, or when a demo's simulator takes them. */
  stripe: { secretKey: string; webhookSecret: string } | null;
  /** Instructions for bank transfers, as hosts read them; null when transfers are not offered. */
  bankDetails: string | null;
  /** A person whose yearly sum reaches this is marked for the tax report. */
  taxReportMin: Micros;
  quotas: ReturnType<typeof platformQuotas>;
  /** Bytes that source videos may use, per person and in total. */
  uploadSpace: UploadSpace;
  /** The program that decodes sound; null when WebAssembly decodes it. */
  ffmpegPath: string | null;
  /** The operator's transcription server; null without one. */
  transcribeServer: { url: string; model: string; key: string | null } | null;
  /**
   * The internal nginx path of the uploads folder; null when the server sends source videos without nginx.
   */
  accelPrefix: string | null;
  /** The bucket of uploaded files; null when they are below `dataDir`. */
  fileBucket: FileBucket | null;
  /** The account for backups into a bucket; null without keys. */
  s3: S3Account | null;
  backup: Backup;
  /** Days for which every view snapshot is kept; null for the default of 90. */
  snapshotDays: number | null;
  /** Absolute path of the folder with the operator's texts and company facts, which need not exist. */
  textsDir: string;
  /** Base URLs that replace an outside service's own; null for the service's own URL, or the simulator's. */
  endpoints: Endpoints;
}

/**
 * Returns the process's environment, with the values of .env in the working folder for variables that are not
 * set.
 * @throws ConfigError
 */
export function readEnvironment(): Environment {
  if (existsSync('.env')) {
    checkEnvFile('.env', process.env);
    process.loadEnvFile('.env');
  }
  return process.env;
}

/**
 * Reads and checks the whole environment, and creates nothing. An empty value counts as absent.
 * @throws ConfigError with one sentence that names the first wrong variable and its rule
 */
export function readConfig(env: Environment): Config {
  const values = parse(env);
  checkPairs(values);
  checkDatabase(values);
  const dataDir = resolve(values.DATA_DIR);
  checkDataFolder(dataDir);
  const mode = modeOf(values);
  checkMixes(values, mode);
  checkPaypal(values, mode);
  checkDevTools(values, mode);
  checkLive(values, mode);
  return {
    production: values.NODE_ENV === 'production',
    // The name localhost has two addresses. Every client tries this one.
    host: values.HOST === 'localhost' ? '127.0.0.1' : values.HOST,
    port: values.PORT,
    appUrl: values.APP_URL ?? `http://localhost:${values.PORT}`,
    dataDir,
    database: databaseOf(values),
    replicaUrl: values.DATABASE_READ_URL ?? null,
    mode,
    simulatorPort: simulatorPortOf(values, mode),
    ...partOf(values, mode),
    demoMarket: values.DEMO_MARKET,
    demoWithoutKeys: mode === 'demo' ? values.DEMO_WITHOUT_KEYS : [],
    devTools: values.DEV_TOOLS,
    mail: mailOf(values),
    pushKeys: pushKeysOf(values),
    // Without ALERT_EMAIL, alarms go to the sender's own address.
    alerts: { email: values.ALERT_EMAIL ?? values.MAIL_FROM, webhook: values.ALERT_WEBHOOK ?? null },
    admin:
      values.ADMIN_USERNAME && values.ADMIN_PASSWORD
        ? { username: values.ADMIN_USERNAME, password: values.ADMIN_PASSWORD }
        : null,
    ...secretsIn(values, dataDir),
    trustProxy: values.TRUST_PROXY,
    connections: connectionsOf(values),
    metricsToken: values.METRICS_TOKEN ?? null,
    logLevel: values.LOG_LEVEL,
    spanTarget: spanTarget(values),
    platformKeys: platformKeys(values),
    google: oauthKeys(values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET),
    discord: discordKeys(values),
    paypal: paypalKeys(values),
    stripe:
      values.STRIPE_SECRET_KEY && values.STRIPE_WEBHOOK_SECRET
        ? { secretKey: values.STRIPE_SECRET_KEY, webhookSecret: values.STRIPE_WEBHOOK_SECRET }
        : null,
    bankDetails: values.BANK_DETAILS ?? null,
    taxReportMin:
      values.TAX_REPORT_MIN_USD === undefined
        ? TAX_REPORT_MIN
        : centsToMicros(values.TAX_REPORT_MIN_USD * 100),
    uploadSpace: uploadSpace(values, mode === 'demo'),
    ffmpegPath: values.FFMPEG_PATH ?? null,
    transcribeServer: transcribeServerOf(values),
    accelPrefix: values.X_ACCEL_PREFIX ?? null,
    fileBucket: fileBucket(values),
    s3: s3Account(values),
    backup: backupOf(values),
    snapshotDays: values.SNAPSHOT_DAYS ?? null,
    textsDir: resolve(values.TEXTS_DIR ?? join(dataDir, 'texts')),
    quotas: platformQuotas(values),
    endpoints: endpoints(values),
  };
}

const mailOf = (values: Values): Config['mail'] => ({
  smtpUrl: values.SMTP_URL ?? null,
  from: values.MAIL_FROM,
  returnPath: values.MAIL_RETURN_PATH ?? null,
  reportsToken: values.MAIL_REPORTS_TOKEN ?? null,
});

const pushKeysOf = ({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Values) =>
  publicKey && privateKey ? { publicKey, privateKey } : null;

const transcribeServerOf = ({ TRANSCRIBE_URL: url, TRANSCRIBE_MODEL: model, TRANSCRIBE_KEY: key }: Values) =>
  url ? { url, model: model ?? 'whisper-1', key: key ?? null } : null;

function secretsIn({ SECRET, SECRET_PREVIOUS }: Values, dataDir: string) {
  const previous = SECRET_PREVIOUS ?? previousSecret(dataDir);
  const secret = SECRET ?? readSecret(dataDir);
  if (previous !== null && previous === secret)
    throw new ConfigError('SECRET_PREVIOUS must not be SECRET; remove it, or set a new SECRET.');
  return { secret, previousSecret: previous };
}

function parse(env: Environment): Values {
  const given = Object.fromEntries(
    Object.keys(environment.shape)
      .map((name) => [name, env[name]?.trim()])
      .filter(([, value]) => value),
  );
  const result = environment.safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw new ConfigError(`${String(issue.path[0])} ${issue.message}.`);
}

const pairs = [
  ['ADMIN_USERNAME', 'ADMIN_PASSWORD'],
  ...Object.values(platformPairs),
  tiktokBusinessPair,
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
] as const satisfies [keyof Values, keyof Values][];

function checkPairs(values: Values): void {
  for (const [one, other] of pairs) {
    if (!values[one] !== !values[other]) {
      const [set, missing] = values[one] ? [one, other] : [other, one];
      throw new ConfigError(`${set} is set without ${missing}; set both or neither.`);
    }
  }
}

/** Refuses a mix of test and live settings, because simulated counts must not earn live money. */
function checkMixes(values: Values, mode: Mode): void {
  const production = values.NODE_ENV === 'production';
  const livePlatform = Object.values(platformPairs)
    .map(([name]) => name)
    .find((name) => values[name]);
  if (mode === 'demo' && livePlatform)
    throw new ConfigError(
      `${livePlatform} must not be set in demo mode, because test and live never mix; set MODE=staging or MODE=live, or remove the key.`,
    );
  checkTiktokBusiness(values);
  checkStripe(values.STRIPE_SECRET_KEY, mode);
  checkDiscord(values, mode);
  const replaced = Object.values(endpointVariables).find((name) => values[name]?.startsWith('http:'));
  if (production && mode === 'live' && replaced)
    throw new ConfigError(
      `${replaced} must be an https address with NODE_ENV=production, because test and live never mix.`,
    );
}
