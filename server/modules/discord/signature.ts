import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { MINUTE, SECOND } from '#server/infra/clock.ts';

/** A message whose time differs more from ours is refused: it is a replay, or a clock is wrong. */
const TOLERANCE_MS = 5 * MINUTE;

/** Reads the key as Discord shows it: 32 bytes in hexadecimal. */
export const readPublicKey = (hex: string): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(hex, 'hex').toString('base64url') },
    format: 'jwk',
  });

/** Whether Discord signed exactly these bytes, within `TOLERANCE_MS` of now. */
export function isFromDiscord(
  raw: Buffer,
  { 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp }: IncomingHttpHeaders,
  key: KeyObject,
  now: Date,
): boolean {
  if (typeof signature !== 'string' || !/^[\da-f]{128}$/i.test(signature)) return false;
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * SECOND) > TOLERANCE_MS) return false;
  return verify(null, Buffer.concat([Buffer.from(timestamp), raw]), key, Buffer.from(signature, 'hex'));
}
