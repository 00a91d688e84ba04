import { randomBytes } from 'node:crypto';

/** Makes a secret in the format of Standard Webhooks. */
export const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
