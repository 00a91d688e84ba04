import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ADMINS, STAGE_ENV, type Stage, stageOn } from '#server/testing/books/stage.ts';
import { lastingPort } from '../../scripts/lasting-port.ts';
import { root } from '../../scripts/steps/project.mjs';
import { startKillable } from '../faults/killable.ts';

const execFileAsync = promisify(execFile);

/** Starts the built server with its own database, and returns its stage. */
export async function openBuiltStage(): Promise<Stage> {
  const simulatorPort = await lastingPort();
  const env = { ...STAGE_ENV, LOG_LEVEL: 'error', SIMULATOR_PORT: simulatorPort };
  const server = await startKillable(env);
  await createSecondAdmin(server.dataDir).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return stageOn({ ...server, simulatorPort });
}

/** Creates an admin with the command line tool, as an operator does. */
async function createSecondAdmin(dataDir: string): Promise<void> {
  const { username, password } = ADMINS[1];
  const env = {
    PATH: process.env.PATH,
    DEMO: '1',
    DEMO_MARKET: '0',
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: password,
  };
  await execFileAsync(process.execPath, ['dist/server/cli.js', 'create-admin', username], { cwd: root, env });
}
