import type { Actor } from '#server/http/actor.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { passSecondFactor, type SecondFactorCode } from './pass-second-factor.ts';
import { findLoginById } from './queries.ts';

/** Checks password and second factor of the signed-in person; the session then counts as recently confirmed. */
export async function confirmIdentity(
  deps: AccountsDeps,
  { userId, sessionId }: Actor,
  { password, code }: { password: string; code?: string | undefined },
): Promise<Outcome<null, 'login_failed' | SecondFactorCode>> {
  const hash = (await findLoginById(deps.db, userId))?.passwordHash;
  if (!hash || !(await deps.auth.verifyPassword(hash, password)))
    return refuse('login_failed', { field: 'password', detail: 'The password is wrong.' });
  const refused = await passSecondFactor(deps, userId, code);
  if (refused) return refused;
  await deps.db
    .updateTable('sessions')
    .set({ confirmed_at: new Date() })
    .where('id', '=', sessionId)
    .execute();
  return null;
}
