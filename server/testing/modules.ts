import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectablePlatform, connectablePlatforms } from '#contract/platforms/platforms.ts';
import { buildModules, type Parts } from '#server/build-modules.ts';
import { readConfig } from '#server/config.ts';
import type { Module } from '#server/http/module.ts';
import type { Clock } from '#server/infra/clock.ts';
import { createLog } from '#server/infra/log.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import type { Database } from '#server/infra/transaction.ts';
import {
  type CallLedger,
  callLedger,
  createAdapters,
  grantedAllowances,
  platformEndpoints,
} from '#server/modules/connections/connections.ts';
import type { OpenPlatforms } from '#server/open-platforms.ts';
import { TEST_APP_URL, TEST_SECRET } from './actor.ts';
import { LIVE_ENV } from './live-env.ts';

export const OPERATOR = 'operator@permille.example';

/** Parts of the modules that a test replaces. The others are as on a live system without platform keys. */
interface Given extends Partial<Omit<Parts, 'db' | 'clock' | 'platforms'>> {
  platforms?: Partial<OpenPlatforms>;
  /** Variables of the environment. */
  env?: Record<string, string>;
}

/**
 * Builds the modules of these names as the app does, and returns them in the order of the names. Any password
 * is correct, unless the test passes another check.
 */
export function testModules<const Names extends readonly string[]>(
  db: Database,
  clock: Clock,
  names: Names,
  given: Given = {},
): { -readonly [Name in keyof Names]: Module } {
  const all = everyModule(db, clock, given);
  const named = names.map((name) => {
    const module = all.find((one) => one.name === name);
    if (!module) throw new Error(`No module is named ${name}.`);
    return module;
  });
  return named as { -readonly [Name in keyof Names]: Module };
}

/** A ledger of platform calls with each platform's default quota. */
export const testCalls = (db: Database, clock: Clock): CallLedger =>
  callLedger({
    db,
    clock,
    allowances: grantedAllowances({
      youtubeDailyUnits: null,
      youtubeAnalyticsDailyCalls: null,
      tiktokCallsPerMinute: null,
      tiktokBusinessCallsPerMinute: null,
      instagramDailyCalls: null,
    }),
  });

const noKeys = Object.fromEntries(connectablePlatforms.map((name) => [name, null])) as Record<
  ConnectablePlatform,
  null
>;

/** Builds all modules, as the app does. */
export function everyModule(db: Database, clock: Clock, { env, platforms, ...parts }: Given = {}): Module[] {
  const config = readConfig({
    ...LIVE_ENV,
    APP_URL: TEST_APP_URL,
    SECRET: TEST_SECRET,
    ALERT_EMAIL: OPERATOR,
    DATA_DIR: join(tmpdir(), 'permille-no-files'),
    ...env,
  });
  const endpoints = platformEndpoints(config.endpoints, null);
  const none: OpenPlatforms = {
    adapters: createAdapters(noKeys, endpoints, clock),
    endpoints,
    keys: noKeys,
    stripe: null,
    paypal: null,
    discord: null,
    jobs: [],
    simulator: null,
    simulatedStripe: null,
    stop: async () => undefined,
  };
  return buildModules(config, {
    verifyPassword: async () => true,
    secrets: soleSecret(TEST_SECRET),
    log: createLog('silent'),
    calls: testCalls(db, clock),
    checks: [],
    listen: null,
    ...parts,
    db,
    clock,
    platforms: { ...none, ...platforms },
  });
}
