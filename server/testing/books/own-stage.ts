import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { createLog } from '#server/infra/log.ts';
import type { Database } from '#server/infra/transaction.ts';
import { createAdmin } from '#server/modules/accounts/accounts.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { freePort } from '#server/start-failure.ts';
import { TEST_SECRET } from '#server/testing/actor.ts';
import { testDatabase } from '#server/testing/database.ts';
import { ADMINS, STAGE_ENV, type Stage, stageOn } from './stage.ts';
import { secondWorker, type Worker } from './worker.ts';

/** A stage whose books a test can read. */
export interface OwnStage extends Stage {
  db: Database;
  /** Another process on the same database. */
  worker: Worker;
}

const HOST = '127.0.0.1';
/** A Thursday, the day on which `everyCase` begins. */
const BEGINNING = new Date('2026-03-05T10:11:00Z');

/**
 * Returns a free port below those of outgoing connections (from 32768), one of which could otherwise take it
 * before the server listens.
 */
const quietPort = (): Promise<string> =>
  freePort(HOST, randomInt(20_000, 32_000)).then(String, () => quietPort());

/** Starts the whole product in this process, with its own database and a clock that only the test moves. */
export async function openOwnStage(): Promise<OwnStage> {
  const database = await testDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'permille-books-'));
  const clock = new MovableClock({ frozenAt: BEGINNING });
  const [PORT, SIMULATOR_PORT] = [await quietPort(), await quietPort()];
  const env = { ...STAGE_ENV, SECRET: TEST_SECRET, DATA_DIR: dataDir, HOST, PORT, SIMULATOR_PORT };
  const config = readConfig(env);
  const overrides = { databaseUrl: database.appUrl, clock, log: createLog('silent'), tick: false };
  const app = await createApp(config, overrides);
  const { url: baseUrl } = await app.start();
  await createAdmin(database.db, ADMINS[1], clock.now());
  const worker = secondWorker(database.appUrl, clock, SIMULATOR_PORT);
  const stop = async () => {
    await worker.stop();
    await app.stop();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const stage = stageOn({ baseUrl, simulatorPort: SIMULATOR_PORT, stop });
  return Object.assign(stage, {
    db: database.db,
    worker,
    reconciledEvery: 1,
    reconcile: async () => (await reconcile(database.db)).invariants,
  });
}
