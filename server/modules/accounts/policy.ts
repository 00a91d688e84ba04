import { createHash } from 'node:crypto';
import { withinLimit } from '#server/http/rate-limit.ts';
import type { Database } from '#server/infra/transaction.ts';

const PER_MINUTE = { login: 10, 'admin-login': 10, confirm: 10, forgot: 3, verify: 3 } as const;

/**
 * Tries on one address or username, from wherever they come: many callers together guess no faster than one. Counted
 * under a hash, so that the counters are no list of addresses.
 */
export async function withinAddressLimit(
  db: Database,
  action: keyof typeof PER_MINUTE,
  address: string,
): Promise<boolean> {
  const hash = createHash('sha256').update(address).digest('base64url');
  return await withinLimit(db, `${action} ${hash}`, PER_MINUTE[action]);
}
