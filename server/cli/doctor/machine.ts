import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '#server/config.ts';
import { type Finding, ok, reasonOf, warning, wrong } from './finding.ts';

const GIGABYTE = 1e9;
/** With less the database soon stops taking what people do. */
const LEAST_SPACE = 0.5 * GIGABYTE;
const ENOUGH_SPACE = 5 * GIGABYTE;
/** The newest major version of Node without security fixes. */
const LAST_UNSUPPORTED_NODE = 20;

/** Node, the data folder, and the programs that are called. */
export async function checkMachine(config: Config): Promise<Finding[]> {
  return [node(process.versions.node), folder(config.dataDir), await ffmpeg(config)];
}

export function node(version: string): Finding {
  if (Number.parseInt(version, 10) > LAST_UNSUPPORTED_NODE) return ok('Node', `${version}.`);
  return warning('Node', `${version} gets no security fixes any more: install 22 or 24.`);
}

function folder(dataDir: string): Finding {
  const part = 'Data folder';
  try {
    const there = firstExisting(dataDir);
    accessSync(there, constants.R_OK | constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(there);
    const free = bavail * bsize;
    const space = `${dataDir} has ${(free / GIGABYTE).toFixed(1)} GB free`;
    if (free < LEAST_SPACE) return wrong(part, `${space}: make room, or nothing is taken any more.`);
    if (free < ENOUGH_SPACE) return warning(part, `${space}: videos soon fill it.`);
    return ok(part, `${space}.`);
  } catch (error) {
    return wrong(part, `DATA_DIR must be a folder this user can write: ${reasonOf(error)}.`);
  }
}

function firstExisting(path: string): string {
  return existsSync(path) ? path : firstExisting(dirname(path));
}

async function ffmpeg({ ffmpegPath }: Config): Promise<Finding> {
  const part = 'FFmpeg';
  if (!ffmpegPath) return ok(part, 'Not set: no light copies, and sound is read by the slower decoder.');
  try {
    const { stdout } = await promisify(execFile)(ffmpegPath, ['-version'], { timeout: 10_000 });
    return ok(part, `${stdout.split('\n')[0]!.slice(0, 60)}.`);
  } catch (error) {
    return wrong(part, `FFMPEG_PATH can't be run: ${reasonOf(error)}.`);
  }
}
