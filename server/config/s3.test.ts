import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { TEST_SECRET as SECRET } from '#server/testing/actor.ts';

const keys = { S3_ACCESS_KEY_ID: 'our key', S3_SECRET_ACCESS_KEY: 'our secret' };
const read = (env: Record<string, string>) => readConfig({ SECRET, ...env });

test('files are on the disk until a bucket is named', () => {
  expect(read({})).toMatchObject({ fileBucket: null, s3: null });
  expect(read(keys)).toMatchObject({ fileBucket: null, s3: { region: 'us-east-1' } });
  expect(read({ ...keys, S3_BUCKET: 'files', S3_REGION: 'eu-central-1' }).fileBucket).toEqual({
    publicEndpoint: null,
    settings: {
      bucket: 'files',
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      region: 'eu-central-1',
      accessKeyId: 'our key',
      secretAccessKey: 'our secret',
    },
  });
});

test.each([
  [{ S3_BUCKET: 'files' }, 'S3_ACCESS_KEY_ID must be set where S3_BUCKET is.'],
  [{ S3_ACCESS_KEY_ID: 'our key' }, 'S3_SECRET_ACCESS_KEY must be set where S3_ACCESS_KEY_ID is.'],
  [{ ...keys, S3_BUCKET: 'No_Name' }, 'S3_BUCKET must be the name of a bucket'],
  [{ ...keys, S3_ENDPOINT: 'https://s3.example.com/path' }, 'S3_ENDPOINT must be an origin'],
  [{ ...keys, S3_ENDPOINT: 'http://s3.example.com' }, 'S3_ENDPOINT must begin with https:'],
  [{ ...keys, S3_PUBLIC_ENDPOINT: 'http://s3.example.com' }, 'S3_PUBLIC_ENDPOINT must begin with https:'],
  [{ BACKUP_FOLDER: 's3://backups/here' }, 'S3_ACCESS_KEY_ID must be set where BACKUP_FOLDER is a bucket.'],
])('refuses an incomplete or wrong setting: %j', (env, says) => {
  expect(() => read(env)).toThrow(says);
});

test('a backup folder that is a bucket is kept as named', () => {
  expect(read({ ...keys, BACKUP_FOLDER: 's3://backups/here' }).backup.folder).toBe('s3://backups/here');
});
