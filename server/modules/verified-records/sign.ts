import { SignJWT } from 'jose';
import { z } from 'zod';
import type { AccountId } from '#contract/accounts/ids.ts';
import { recordFacts } from '#contract/verified-records.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { ALGORITHM, signingKey } from './keys.ts';
import { factsOf, findShared } from './queries.ts';
import type { RecordsDeps } from './verified-records-deps.ts';

/**
 * Type of the token, so that no other kind of token that this server may sign in future passes as a record.
 */
export const TOKEN_TYPE = 'permille-record+jwt';

/**
 * Signs a clipper's own record with the current facts, as a compact JWS that anyone can verify with the key
 * set.
 */
export async function signRecord(
  { db, sealer, appUrl }: RecordsDeps,
  { clipperId, id, now }: { clipperId: AccountId; id: string; now: Date },
): Promise<Outcome<{ token: string }, 'not_found'>> {
  const shared = await findShared(db, id);
  if (shared?.clipperId !== clipperId || shared.expiresAt <= now) return refuse('not_found');
  const facts = await factsOf(db, shared);
  if (!facts) return refuse('not_found');
  const { kid, key } = await signingKey(db, sealer, now);
  const token = await new SignJWT({ record: z.encode(recordFacts, facts) })
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: TOKEN_TYPE })
    .setIssuer(appUrl)
    .setSubject(`${appUrl}/@${facts.username}`)
    .setJti(id)
    .setIssuedAt(now)
    .setExpirationTime(shared.expiresAt)
    .sign(key);
  return { token };
}
