import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { withoutEndSlashes } from '#contract/wire/own-path.ts';
import type { S3Settings } from '../s3/settings.ts';
import { bucketPlace } from './bucket-place.ts';
import { lockFolder } from './lock-folder.ts';
import { openObjects } from './objects.ts';
import type { Place } from './place.ts';
import { writeWhole } from './write-whole.ts';

/**
 * Opens the place named by `s3://bucket/prefix` or a folder's path.
 * @throws one sentence when a bucket is named without keys
 */
export function placeAt(target: string, account: Omit<S3Settings, 'bucket'> | null): Place {
  const [, bucket, rest = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(target) ?? [];
  const prefix = withoutEndSlashes(rest);
  if (!bucket) return folderPlace(resolve(target));
  if (!account)
    throw new Error(
      'Set S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: without them nobody opens the bucket.',
    );
  return bucketPlace({ ...account, bucket }, prefix === '' ? '' : `${prefix}/`);
}

export function folderPlace(folder: string): Place {
  const lists = join(folder, 'backups');
  return {
    name: folder,
    objects: openObjects(folder),
    list: async () =>
      await readdir(lists).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      }),
    read: (file) => readFile(join(lists, file), 'utf8'),
    write: (file, text) => writeWhole(lists, file, text),
    remove: (file) => rm(join(lists, file), { force: true }),
    lock: () => lockFolder(folder),
    async require(dataDir, isThere) {
      const way = relative(resolve(dataDir), folder);
      if (!(way.startsWith('..') || resolve(way) === way))
        throw new Error(
          `The backup must not lie in the data folder ${dataDir}: name a folder on another disk.`,
        );
      // A disk that is not mounted must not be mistaken for an empty one.
      const found = await stat(folder).catch(() => null);
      if (isThere && !found?.isDirectory())
        throw new Error(`BACKUP_FOLDER ${folder} is not there: mount its disk, or make the folder.`);
    },
  };
}
