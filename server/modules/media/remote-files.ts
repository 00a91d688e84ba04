import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { RemoteFiles } from '#server/infra/backup/store-remote-files.ts';
import { type Bucket, openS3 } from '#server/infra/s3/objects.ts';
import type { S3Settings } from '#server/infra/s3/settings.ts';

/** Gives backups the files of a bucket, under their paths in a data folder. */
export function remoteFiles(settings: S3Settings): RemoteFiles {
  let opened: Promise<Bucket> | null = null;
  const s3 = (): Promise<Bucket> => (opened ??= openS3(settings));
  return {
    async *list() {
      for await (const { key, ...object } of (await s3()).list('media/')) yield { path: key, ...object };
    },
    async fetch(path, to) {
      const given = await (await s3()).get(path);
      if (given) await pipeline(given.bytes, createWriteStream(to, { flags: 'wx', mode: 0o600 }));
      return given !== null;
    },
  };
}
