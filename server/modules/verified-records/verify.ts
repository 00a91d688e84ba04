import { createLocalJWKSet, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { type RecordFacts, type RecordVerdict, recordFacts } from '#contract/verified-records.ts';
import { idSchema } from '#contract/wire/primitives.ts';
import { ALGORITHM, publicKeys } from './keys.ts';
import { findShared } from './queries.ts';
import { TOKEN_TYPE } from './sign.ts';
import type { RecordsDeps } from './verified-records-deps.ts';

interface Verified {
  verdict: RecordVerdict;
  record: RecordFacts | null;
  signedAt: Date | null;
  expiresAt: Date | null;
}

const without = (verdict: RecordVerdict): Verified => ({
  verdict,
  record: null,
  signedAt: null,
  expiresAt: null,
});

const claims = z.object({ jti: idSchema, iat: z.int(), exp: z.int(), record: recordFacts });

/** Checks that we signed the token, nobody changed it, it has not expired, and its clipper still shares the record. */
export async function verifyRecord({ db, appUrl }: RecordsDeps, token: string, now: Date): Promise<Verified> {
  const keys = createLocalJWKSet({ keys: await publicKeys(db) });
  let payload: unknown;
  try {
    // Expiry is checked below by the product's clock, so that an expired record still shows its facts.
    const options = { issuer: appUrl, typ: TOKEN_TYPE, algorithms: [ALGORITHM], currentDate: new Date(0) };
    payload = (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    return without(verdictOf(error));
  }
  const read = claims.safeDecode(payload as never);
  if (!read.success) return without('unreadable');
  const { jti, iat, exp, record } = read.data;
  const expiresAt = new Date(exp * 1_000);
  const signed = { record, signedAt: new Date(iat * 1_000), expiresAt };
  if (expiresAt <= now) return { verdict: 'expired', ...signed };
  return { verdict: (await findShared(db, jti)) ? 'valid' : 'revoked', ...signed };
}

function verdictOf(error: unknown): RecordVerdict {
  if (error instanceof errors.JWKSNoMatchingKey) return 'unknown_key';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'altered';
  // Another server signed the token, or the token is of another kind.
  if (error instanceof errors.JWTClaimValidationFailed) return 'unknown_key';
  if (error instanceof errors.JOSEError || error instanceof TypeError) return 'unreadable';
  throw error;
}
