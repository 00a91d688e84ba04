import { after, DAY, MINUTE, systemClock } from '#server/infra/clock.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { Metric } from '#server/infra/metric.ts';
import { type Bucket, openS3 } from '#server/infra/s3/objects.ts';
import { probeS3 } from '#server/infra/s3/probe.ts';
import type { S3Settings } from '#server/infra/s3/settings.ts';
import type { Job } from '#server/infra/tick.ts';
import { createDiskStorage } from './disk-storage.ts';
import { createMovingStorage } from './moving-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import type { MediaStorage } from './storage.ts';

export interface FileStorage {
  storage: MediaStorage;
  checks: HealthCheck[];
  jobs: Job[];
  metrics: Metric[];
}

interface Where {
  /** Null: on the disk, below `dataDir`. */
  bucket: { settings: S3Settings; publicEndpoint: string | null } | null;
  dataDir: string;
}

/**
 * Where uploaded files are kept.
 * @throws one sentence when a bucket can't be used
 */
export async function openFileStorage({ bucket, dataDir }: Where): Promise<FileStorage> {
  const disk = createDiskStorage(dataDir);
  if (!bucket) return { storage: disk, checks: [], jobs: [], metrics: [] };
  const s3 = await openS3(bucket.settings);
  const problem = await probeS3(s3);
  if (problem) throw new Error(problem);
  const inBucket = createS3Storage(s3, dataDir, bucket.publicEndpoint);
  return { storage: createMovingStorage(inBucket, disk), jobs: [abortUnfinished(s3)], ...watch(s3) };
}

const PROBE_EVERY_MS = MINUTE;

/** One look a minute serves all who ask. */
function watch(s3: Bucket): Pick<FileStorage, 'checks' | 'metrics'> {
  let last: { at: number; problem: Promise<string | null> } | null = null;
  const problem = (): Promise<string | null> => {
    const now = performance.now();
    if (!last || now - last.at > PROBE_EVERY_MS) last = { at: now, problem: probeS3(s3) };
    return last.problem;
  };
  return {
    checks: [{ name: 'Storage', problem }],
    metrics: [
      {
        name: 'permille_storage_reachable',
        help: 'Whether the bucket of uploaded files takes and gives objects: 1, or 0',
        read: async () => ((await problem()) === null ? 1 : 0),
      },
    ],
  };
}

const SWEEP_EVERY_MS = DAY;
/** Making a file of its parts takes minutes at most. */
const UNFINISHED_MS = DAY;

/** Removes parts of objects that a process died over; the bucket bills them for ever otherwise. */
function abortUnfinished(s3: Bucket): Job {
  let nextSweep = 0;
  return {
    name: 'media.abort-unfinished',
    async run() {
      const now = systemClock.now();
      if (now.getTime() < nextSweep) return;
      nextSweep = now.getTime() + SWEEP_EVERY_MS;
      await s3.abortUnfinished('media/', after(now, -UNFINISHED_MS));
    },
  };
}
