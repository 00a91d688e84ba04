import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Config } from '#server/config.ts';
import { isLow, readDisks, spaceSentence } from '#server/infra/disk-space.ts';
import { disksOf } from '#server/open-space.ts';
import { type Finding, ok, reasonOf, warning, wrong } from './finding.ts';

/** With less free space than this, the database soon refuses writes. */
const LEAST_SPACE = 0.5e9;
/** The newest major version of Node without security fixes. */
const LAST_UNSUPPORTED_NODE = 20;

/** Checks Node, the data folder, the disks, and the programs that the server runs. */
export async function checkMachine(config: Config): Promise<Finding[]> {
  return [
    node(process.versions.node),
    folder(config.dataDir),
    ...(await disks(config)),
    await ffmpeg(config),
  ];
}

export function node(version: string): Finding {
  if (Number.parseInt(version, 10) > LAST_UNSUPPORTED_NODE) return ok('Node', `${version}.`);
  return warning('Node', `${version} gets no security fixes any more: install 22 or 24.`);
}

function folder(dataDir: string): Finding {
  const part = 'Data folder';
  try {
    if (!existsSync(dataDir))
      return warning(
        part,
        `${dataDir} does not exist: the first start makes it, or DATA_DIR names another one.`,
      );
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok(part, `${dataDir} can be written.`);
  } catch (error) {
    return wrong(part, `DATA_DIR must be a folder this user can write: ${reasonOf(error)}.`);
  }
}

/** Returns a warning for each low disk, and an error when a disk is nearly full. */
async function disks(config: Config): Promise<Finding[]> {
  const part = 'Disk space';
  try {
    return (await readDisks(disksOf(config))).map((disk) => {
      const space = spaceSentence(disk);
      if (disk.freeBytes < LEAST_SPACE && isLow(disk))
        return wrong(part, `${space}: make room, or nothing is taken any more.`);
      if (isLow(disk)) return warning(part, `${space}: uploads and the database soon fill it.`);
      return ok(part, `${space}.`);
    });
  } catch (error) {
    return [wrong(part, `It can't be read: ${reasonOf(error)}.`)];
  }
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
