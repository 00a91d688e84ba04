import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { connectablePlatform } from '#contract/connections.ts';
import { discordVariables } from './discord.ts';
import { isLoopback } from './loopback.ts';
import { platformVariables } from './platforms.ts';
import { tracesVariables } from './traces.ts';
import { baseUrl, key, text, url, wholeNumber } from './values.ts';

const s3Endpoint = text
  .refine((value) => isOrigin(value), {
    error: 'must be an origin like https://s3.example.com, without a path',
  })
  .transform((value) => value.replace(/\/$/, ''))
  .optional();

const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((value) => value === '1');

/**
 * Whether an address names several hosts. The driver would neither try a second host nor check whether a node
 * accepts writes.
 */
function asksForSeveralHosts(address: string): boolean {
  const [, authority = ''] = /^\w+:\/\/([^/?#]*)/.exec(address) ?? [];
  if (authority.slice(authority.lastIndexOf('@') + 1).includes(',')) return true;
  const [, ...parts] = address.split('#')[0]!.toLowerCase().split(/[?&]/);
  return parts.some(
    (part) => part.startsWith('target_session_attrs=') || /^(?:host|port)=.*(?:,|%2c)/s.test(part),
  );
}

const databaseUrl = text
  .refine((value) => !asksForSeveralHosts(value), {
    error:
      'must name one host without target_session_attrs: name HAProxy there, which knows the node that leads (docs/operate/database.md, "A database that survives its primary")',
    abort: true,
  })
  .pipe(url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/permille'))
  .optional();

const isOrigin = (value: string) =>
  URL.canParse(value) && new URL(value).origin === value.replace(/\/$/, '') && /^https?:/.test(value);

const gigabytes = text
  .regex(/^[1-9]\d{0,6}$/, { error: 'must be whole gigabytes, like 200' })
  .transform((value) => Number(value) * 1000 ** 3)
  .optional();

const platforms = text
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )
  .pipe(
    z.array(
      z.enum(connectablePlatform.options, {
        error: `must name ${connectablePlatform.options.join(', ')}, separated by commas`,
      }),
    ),
  );

const proxies = text
  .default('0')
  .refine((value) => /^\d$/.test(value) || /^[0-9a-fA-F.:/]+(\s*,\s*[0-9a-fA-F.:/]+)*$/.test(value), {
    error: 'must be 0, the number of proxies in front (1 to 9), or their addresses separated by commas',
  })
  .transform((value): false | number | string[] => {
    if (/^\d$/.test(value)) return Number(value) || false;
    return value.split(',').map((address) => address.trim());
  });

const connections = (least: number) =>
  text
    .regex(/^\d{1,5}$/, { error: `must be a whole number from ${least} to 65535` })
    .transform(Number)
    .refine((count) => count >= least && count <= 65_535, {
      error: `must be a whole number from ${least} to 65535`,
    })
    .optional();

const upTo = (most: number, usual: string, rule: string) =>
  text
    .default(usual)
    .refine((value) => /^[1-9]\d{0,3}$/.test(value) && Number(value) <= most, { error: rule })
    .transform(Number);

/** All variables that the server reads. The same ones are explained in .env.example. */
export const environment = z.object({
  NODE_ENV: text.optional(),
  PORT: text
    .regex(/^\d{1,5}$/, { error: 'must be a whole number from 0 to 65535' })
    .default('3000')
    .transform(Number)
    .refine((port) => port <= 65535, { error: 'must be a whole number from 0 to 65535' }),
  HOST: text
    .regex(/^[A-Za-z0-9.:-]+$/, { error: 'must be a host name or an IP address' })
    .default('127.0.0.1'),
  APP_URL: text
    .refine(isOrigin, { error: 'must be an origin like https://permille.example, without a path' })
    .transform((value) => value.replace(/\/$/, ''))
    .optional(),
  DATA_DIR: text.default('.data'),
  DATABASE_URL: databaseUrl,
  APP_DATABASE_URL: databaseUrl,
  DATABASE_READ_URL: databaseUrl,
  DUMP_DATABASE_URL: databaseUrl,
  MODE: z.enum(['demo', 'staging', 'live'], { error: 'must be demo, staging or live' }).optional(),
  SIMULATOR_PORT: wholeNumber.refine((port) => port === undefined || (port > 0 && port <= 65535), {
    error: 'must be a port from 1 to 65535',
  }),
  DEMO: flag.optional(),
  ROLE: z.enum(['web', 'worker', 'all'], { error: 'must be web, worker or all' }).default('all'),
  DRAIN_SECONDS: text
    .regex(/^(\d|10)$/, { error: 'must be a whole number from 0 to 10' })
    .transform(Number)
    .optional(),
  DEMO_WITHOUT_KEYS: platforms,
  DEMO_MARKET: flag.default(true),
  DEV_TOOLS: flag.default(false),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@mail.example:587').optional(),
  MAIL_FROM: text
    .regex(/^[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/, {
      error: 'must be an address like "Permille <no-reply@permille.example>"',
    })
    .default('Permille <no-reply@localhost>'),
  MAIL_RETURN_PATH: text
    .regex(/^[^<>@\s]+@[^<>@\s]+$/, { error: 'must be an address like bounces@permille.example' })
    .optional(),
  MAIL_REPORTS_TOKEN: text.min(24, { error: 'must be at least 24 characters' }).optional(),
  VAPID_PUBLIC_KEY: text
    .regex(/^B[A-Za-z0-9_-]{86}$/, {
      error: 'must be the public key of a VAPID pair, 87 characters of base64url',
    })
    .optional(),
  VAPID_PRIVATE_KEY: text
    .regex(/^[A-Za-z0-9_-]{43}$/, {
      error: 'must be the private key of a VAPID pair, 43 characters of base64url',
    })
    .optional(),
  ALERT_EMAIL: text
    .regex(/^[^<>@\s]+@[^<>@\s]+$/, { error: 'must be an address like operator@permille.example' })
    .optional(),
  ALERT_WEBHOOK: url(['https:', 'http:'], 'https://hooks.example.com/…')
    .refine((value) => value.startsWith('https:') || isLoopback(new URL(value).hostname), {
      error: 'must begin with https:, except on this machine',
    })
    .optional(),
  ADMIN_USERNAME: text
    .regex(/^[A-Za-z0-9_]{3,30}$/, {
      error: 'must be 3 to 30 characters, only letters, numbers and underscores',
    })
    .optional(),
  ADMIN_PASSWORD: text
    .min(6, { error: 'must be at least 6 characters' })
    .max(128, { error: 'must be at most 128 characters' })
    .optional(),
  SECRET: text.min(32, { error: 'must be at least 32 characters' }).optional(),
  SECRET_PREVIOUS: text.min(32, { error: 'must be at least 32 characters' }).optional(),
  TRUST_PROXY: proxies,
  MAX_CONNECTIONS: connections(100),
  MAX_CONNECTIONS_PER_ADDRESS: connections(10),
  METRICS_TOKEN: text.min(16, { error: 'must be at least 16 characters' }).optional(),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
      error: 'must be one of silent, fatal, error, warn, info, debug, trace',
    })
    .default('info'),
  ...tracesVariables,
  ...platformVariables,
  ...discordVariables,
  GOOGLE_CLIENT_ID: key,
  GOOGLE_CLIENT_SECRET: key,
  PAYPAL_CLIENT_ID: key,
  PAYPAL_CLIENT_SECRET: key,
  PAYPAL_WEBHOOK_ID: key,
  PAYPAL_BASE: baseUrl,
  STRIPE_SECRET_KEY: text
    .regex(/^(sk|rk)_(test|live)_\w{4,}$/, {
      error: 'must be a key like sk_live_…, or sk_test_… in demo mode and in staging',
    })
    .optional(),
  STRIPE_WEBHOOK_SECRET: text
    .regex(/^whsec_\S{8,}$/, { error: 'must be the signing secret of the webhook endpoint, like whsec_…' })
    .optional(),
  BANK_DETAILS: text
    .max(1000, { error: 'must be at most 1000 characters' })
    .transform((value) => value.replaceAll('\\n', '\n'))
    .optional(),
  TAX_REPORT_MIN_USD: text
    .regex(/^\d{1,7}$/, { error: 'must be whole dollars, like 2000' })
    .transform(Number)
    .optional(),
  TEXTS_DIR: text.optional(),
  X_ACCEL_PREFIX: text
    .regex(/^\/[\w/-]*\/$/, { error: 'must be a path that begins and ends with a slash, like /media-files/' })
    .optional(),
  UPLOADS_PERSON_GB: gigabytes,
  UPLOADS_TOTAL_GB: gigabytes,
  FFMPEG_PATH: text
    .refine((path) => isAbsolute(path) && existsSync(path), {
      error: 'must be the absolute path of a program that exists, like /usr/bin/ffmpeg',
    })
    .optional(),
  TRANSCRIBE_URL: url(['http:', 'https:'], 'http://127.0.0.1:8000/v1/audio/transcriptions').optional(),
  TRANSCRIBE_MODEL: text.max(200).optional(),
  TRANSCRIBE_KEY: key,
  S3_BUCKET: text
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
      error: 'must be the name of a bucket, like permille-files',
    })
    .optional(),
  S3_ENDPOINT: s3Endpoint,
  S3_REGION: text
    .regex(/^[A-Za-z0-9-]{1,40}$/, { error: 'must be the name of a region, like eu-central-1' })
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: key,
  S3_SECRET_ACCESS_KEY: key,
  S3_PUBLIC_ENDPOINT: s3Endpoint,
  BACKUP_FOLDER: text.optional(),
  BACKUP_EVERY: upTo(720, '24', 'must be hours from 1 to 720'),
  BACKUP_KEEP: upTo(1000, '14', 'must be a number of backups from 1 to 1000'),
  SNAPSHOT_DAYS: text
    .regex(/^\d{1,4}$/, { error: 'must be whole days, like 90' })
    .transform(Number)
    .refine((days) => days >= 30, {
      error: 'must be at least 30, for money is computed from counts for so long',
    })
    .optional(),
  GOOGLE_ISSUER: baseUrl,
  STRIPE_BASE: text
    .refine(isOrigin, { error: 'must be an origin like https://api.stripe.com, without a path' })
    .transform((value) => value.replace(/\/$/, ''))
    .optional(),
});
