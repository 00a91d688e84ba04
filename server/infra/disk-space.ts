import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { HealthCheck } from './health-check.ts';
import type { Metric } from './metric.ts';
import { remembered } from './shared-check.ts';

/** A use of a disk, as sentences and metrics name it, and a folder on that disk. */
export interface DiskUse {
  name: 'data' | 'backups' | 'temporary';
  folder: string;
}

export interface Space {
  freeBytes: number;
  sizeBytes: number;
}

const GIGABYTE = 1e9;
/** The alarm *DiskFull* in ops/alerts.yml has the same limits. */
const LOW_BYTES = 5 * GIGABYTE;
const LOW_SHARE = 0.1;
const LOOK_EVERY_MS = 10_000;

/**
 * Whether a disk is nearly full, early enough for an operator to make room before uploads and the database
 * stop.
 */
export const isLow = ({ freeBytes, sizeBytes }: Space): boolean =>
  freeBytes < Math.min(LOW_BYTES, LOW_SHARE * sizeBytes);

/** Free space for this user on the disk of a folder, which need not exist yet. */
async function spaceAt(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(firstExisting(folder));
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

/** The path, or its nearest parent folder that exists. */
export const firstExisting = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : firstExisting(dirname(path));

const gigabytes = (bytes: number): string => (bytes / GIGABYTE).toFixed(1);

/** Returns a text like "1.2 of 20.0 GB are free at /var/lib/permille (data)". */
export const spaceSentence = ({ name, folder, freeBytes, sizeBytes }: DiskUse & Space): string =>
  `${gigabytes(freeBytes)} of ${gigabytes(sizeBytes)} GB are free at ${folder} (${name})`;

/** Returns the space of each disk once, named by the disk's first use. */
export async function readDisks(uses: readonly DiskUse[]): Promise<(DiskUse & Space)[]> {
  const seen = new Set<number>();
  const disks: (DiskUse & Space)[] = [];
  for (const use of uses) {
    const { dev } = await stat(firstExisting(use.folder));
    if (!seen.has(dev)) disks.push({ ...use, ...(await spaceAt(use.folder)) });
    seen.add(dev);
  }
  return disks;
}

/** Free space of this machine's disks, for System Health and metrics. */
export function watchDisks(
  uses: readonly DiskUse[],
  space: (uses: readonly DiskUse[]) => Promise<(DiskUse & Space)[]> = readDisks,
): { checks: HealthCheck[]; metrics: Metric[] } {
  const read = remembered(() => space(uses), LOOK_EVERY_MS);
  const metric = (name: string, help: string, value: (disk: Space) => number): Metric => ({
    name,
    help,
    labelNames: ['disk'],
    read: async () => (await read()).map((disk) => ({ labels: { disk: disk.name }, value: value(disk) })),
  });
  return {
    checks: [
      {
        name: 'Disk space',
        async problem() {
          const low = (await read()).filter(isLow);
          if (low.length === 0) return null;
          return `${low.map(spaceSentence).join('; ')}: make room before uploads and the database stop.`;
        },
        well: async () => `${(await read()).map(spaceSentence).join('; ')}.`,
      },
    ],
    metrics: [
      metric(
        'permille_disk_free_bytes',
        'What is free for the server on the disk of its data folder, of BACKUP_FOLDER and of temporary files',
        ({ freeBytes }) => freeBytes,
      ),
      metric(
        'permille_disk_size_bytes',
        'The size of the disk of the data folder, of BACKUP_FOLDER and of temporary files',
        ({ sizeBytes }) => sizeBytes,
      ),
    ],
  };
}
