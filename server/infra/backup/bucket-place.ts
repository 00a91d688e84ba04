import { hostname } from 'node:os';
import { isAlive } from '../is-alive.ts';
import { type Bucket, openS3 } from '../s3/objects.ts';
import { probeS3 } from '../s3/probe.ts';
import { S3Problem, type S3Settings } from '../s3/settings.ts';
import { bucketObjects } from './bucket-objects.ts';
import type { Place } from './place.ts';

/**
 * A prefix of a bucket as a place of backups. It has the layout of a folder, so the operator can copy one to
 * the other.
 */
export function bucketPlace(settings: S3Settings, prefix: string): Place {
  // The first caller opens the bucket.
  let opened: Promise<Bucket> | null = null;
  const s3 = (): Promise<Bucket> => (opened ??= openS3(settings));
  const name = `s3://${settings.bucket}/${prefix}`;
  const lists = `${prefix}backups/`;
  const lockKey = `${prefix}lock`;
  return {
    name,
    objects: bucketObjects(s3, prefix, name),
    async list() {
      const names: string[] = [];
      for await (const { key } of (await s3()).list(lists)) names.push(key.slice(lists.length));
      return names;
    },
    async read(file) {
      const text = await readText(await s3(), lists + file);
      if (text === null) throw new Error(`there is no ${file} in ${name}`);
      return text;
    },
    write: async (file, text) => (await s3()).put(lists + file, Buffer.from(text)),
    remove: async (file) => (await s3()).remove(lists + file),
    lock: async () => await lock(await s3(), lockKey, name),
    async require() {
      const problem = await probeS3(await s3());
      if (problem) throw new Error(problem);
    },
  };
}

/**
 * Locks with an object that only one process can create. The lock of a killed process of this machine is
 * taken over.
 */
async function lock(s3: Bucket, key: string, name: string): Promise<() => Promise<void>> {
  const mine = Buffer.from(`${process.pid} ${hostname()}`);
  for (let attempt = 1; ; attempt++) {
    try {
      await s3.putNew(key, mine);
      return () => s3.remove(key);
    } catch (error) {
      if (!(error instanceof S3Problem) || error.status !== 412) throw error;
    }
    const [pid = '', host = ''] = ((await readText(s3, key)) ?? '').split(' ');
    if (attempt > 1 || host !== hostname() || isAlive(Number(pid)))
      throw new Error(
        `Another backup into ${name} is under way (process ${pid} on ${host}): wait for it, or remove the object ${key} if there is none.`,
      );
    await s3.remove(key);
  }
}

async function readText(s3: Bucket, key: string): Promise<string | null> {
  const given = await s3.get(key);
  return given && Buffer.concat(await given.bytes.toArray()).toString('utf8');
}
