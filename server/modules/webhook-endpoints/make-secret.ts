import { randomBytes } from 'node:crypto';

/** A secret as Standard Webhooks writes it. */
export const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
