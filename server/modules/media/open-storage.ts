import { after, DAY, MINUTE, SECOND, systemClock } from '#server/infra/clock.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { Metric } from '#server/infra/metric.ts';
import { type Bucket, openS3 } from '#server/infra/s3/objects.ts';
import { checkS3Reachable, probeS3 } from '#server/infra/s3/probe.ts';
import type { S3Settings } from '#server/infra/s3/settings.ts';
import { sharedCheck } from '#server/infra/shared-check.ts';
import type { Job } from '#server/infra/tick.ts';
import { createDiskStorage } from './disk-storage.ts';
import { createMovingStorage } from './moving-storage.ts';
import { probeDisk } from './probe-disk.ts';
import { createS3Storage } from './s3-storage.ts';
import type { MediaStorage } from './storage.ts';

export interface FileStorage {
  storage: MediaStorage;
  /** Whether the storage can be reached, checked at most once in ten seconds. Absent: not checked. */
  ready?: HealthCheck;
  checks: HealthCheck[];
  jobs: Job[];
  metrics: Metric[];
}

interface Where {
  /** The bucket; null: files are on the disk, below `dataDir`. */
  bucket: { settings: S3Settings; publicEndpoint: string | null } | null;
  dataDir: string;
}

/**
 * Opens the storage of uploaded files.
 * @throws with one sentence if a bucket can't be used
 */
export async function openFileStorage({ bucket, dataDir }: Where): Promise<FileStorage> {
  const disk = createDiskStorage(dataDir);
  const probe = () => probeDisk(dataDir);
  if (!bucket) return { storage: disk, jobs: [], ...watch(probe, probe) };
  const s3 = await openS3(bucket.settings);
  const problem = await probeS3(s3);
  if (problem) throw new Error(problem);
  const inBucket = createS3Storage(s3, dataDir, bucket.publicEndpoint);
  return {
    storage: createMovingStorage(inBucket, disk),
    jobs: [abortUnfinished(s3)],
    ...watch(
      () => probeS3(s3),
      () => checkS3Reachable(s3),
    ),
  };
}

/** The result of a check is reused for this long, because /readyz is requested every few seconds. */
const READY_EVERY_MS = 10 * SECOND;
const PROBE_EVERY_MS = MINUTE;

/**
 * Checks that files can be written and read, for System Health and metrics, and that the storage can be
 * reached, for /readyz.
 */
function watch(
  probe: () => Promise<string | null>,
  reach: () => Promise<string | null>,
): Pick<FileStorage, 'ready' | 'checks' | 'metrics'> {
  const whole = sharedCheck({ name: 'Storage', problem: probe }, PROBE_EVERY_MS);
  return {
    ready: sharedCheck({ name: 'Storage', problem: reach }, READY_EVERY_MS),
    checks: [whole],
    metrics: [
      {
        name: 'permille_storage_reachable',
        help: 'Whether the disk or bucket of uploaded files takes them: 1, or 0',
        read: async () => ((await whole.problem()) === null ? 1 : 0),
      },
    ],
  };
}

const SWEEP_EVERY_MS = DAY;
/**
 * Parts of an object older than this were left by a dead process: assembling a file takes minutes at most.
 */
const UNFINISHED_MS = DAY;

/** Removes parts of objects that a dead process left; otherwise the bucket bills them for ever. */
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
