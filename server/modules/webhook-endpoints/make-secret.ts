import { randomBytes } from 'node:crypto';

/** A secret in the format of Standard Webhooks. */
export const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
