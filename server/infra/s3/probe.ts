import { randomBytes } from 'node:crypto';
import { MINUTE } from '../clock.ts';
import type { Bucket } from './objects.ts';
import { S3Problem } from './settings.ts';

/** Object storages refuse signatures if the clocks differ by 15 minutes. A smaller difference is reported. */
const CLOCK_MS = 5 * MINUTE;

/** Writes, reads and removes an object. Returns a sentence with the problem and its remedy, or null. */
export async function probeS3(s3: Bucket): Promise<string | null> {
  const key = `probe/${randomBytes(9).toString('hex')}`;
  const body = randomBytes(32);
  try {
    await s3.put(key, body);
    const given = await s3.get(key);
    const read = given ? Buffer.concat(await given.bytes.toArray()) : null;
    const listed = await s3.list(key).next();
    await s3.remove(key);
    if (!read?.equals(body) || listed.done)
      return 'The storage does not return what was written: check its health.';
    const ahead = s3.clockAheadMs() ?? 0;
    if (Math.abs(ahead) > CLOCK_MS)
      return `The clocks of this machine and of the storage are ${Math.round(Math.abs(ahead) / MINUTE)} minutes apart: set both by NTP, or it soon refuses every request.`;
    return null;
  } catch (error) {
    if (!(error instanceof S3Problem)) throw error;
    return `${error.message} ${adviceOn(error, s3)}`;
  }
}

/** Requests one page of a list, which is cheap. Returns a sentence with the problem, or null. */
export async function checkS3Reachable(s3: Bucket): Promise<string | null> {
  try {
    await s3.list('probe/').next();
    return null;
  } catch (error) {
    if (!(error instanceof S3Problem)) throw error;
    return `${error.message} ${adviceOn(error, s3)}`;
  }
}

function adviceOn({ status, code }: S3Problem, { settings }: Bucket): string {
  if (code === 'NoSuchBucket') return `Make the bucket ${settings.bucket}, or correct its name.`;
  if (code === 'RequestTimeTooSkewed') return 'Set the clock of this machine by NTP.';
  if (code === 'InvalidAccessKeyId' || code === 'SignatureDoesNotMatch')
    return 'Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.';
  if (status === 403) return 'Allow the key to read, write, list and remove objects of the bucket.';
  return 'Uploads and downloads wait until it answers.';
}
