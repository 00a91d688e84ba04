import { UPLOAD_SPACE } from '#contract/limits.ts';
import { ConfigError } from './config-error.ts';

/** Bytes that source videos may use, per person and in total. */
export interface UploadSpace {
  personBytes: number;
  totalBytes: number;
}

/** Limits of a demo, which is open to everyone and whose accounts are shared. */
const DEMO_SPACE: UploadSpace = { personBytes: 1000 ** 3, totalBytes: 20 * 1000 ** 3 };

/** @throws ConfigError when the limit per person is above the total */
export function uploadSpace(
  values: { UPLOADS_PERSON_GB?: number | undefined; UPLOADS_TOTAL_GB?: number | undefined },
  demo: boolean,
): UploadSpace {
  const usual = demo ? DEMO_SPACE : UPLOAD_SPACE;
  const personBytes = values.UPLOADS_PERSON_GB ?? usual.personBytes;
  const totalBytes = values.UPLOADS_TOTAL_GB ?? usual.totalBytes;
  if (personBytes > totalBytes) {
    throw new ConfigError(
      'UPLOADS_TOTAL_GB must not be less than UPLOADS_PERSON_GB; set both to change either so far.',
    );
  }
  return { personBytes, totalBytes };
}
