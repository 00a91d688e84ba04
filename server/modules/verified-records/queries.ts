import type { AccountId } from '#contract/accounts/ids.ts';
import type { RecordFacts, VerifiedRecord } from '#contract/verified-records.ts';
import type { Database } from '#server/infra/transaction.ts';
import { findPublicProfile } from '#server/modules/profiles/profiles.ts';

export async function listRecords(db: Database, clipperId: AccountId, now: Date): Promise<VerifiedRecord[]> {
  const rows = await db
    .selectFrom('verified_records')
    .select(['id', 'shares_earnings as sharesEarnings', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('clipper_id', '=', clipperId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, isExpired: row.expiresAt <= now }));
}

export interface Shared {
  id: string;
  clipperId: AccountId;
  username: string | null;
  sharesEarnings: boolean;
  expiresAt: Date;
}

/** Returns a shared record; null if the record was ended, or its clipper is banned or has left. */
export async function findShared(db: Database, id: string): Promise<Shared | null> {
  const row = await db
    .selectFrom('verified_records as r')
    .innerJoin('accounts as u', 'u.id', 'r.clipper_id')
    .innerJoin('profiles as p', 'p.user_id', 'r.clipper_id')
    .select(['r.id', 'r.clipper_id', 'r.shares_earnings', 'r.expires_at', 'p.username'])
    .where('r.id', '=', id)
    .where('u.banned_at', 'is', null)
    .where('u.closed_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { clipper_id: clipperId, shares_earnings: sharesEarnings, expires_at: expiresAt, username } = row;
  return { id: row.id, clipperId, username, sharesEarnings, expiresAt };
}

/**
 * Returns the facts as the public profile shows them now. Earnings are included only if the profile shows
 * them and the clipper shares them.
 */
export async function factsOf(
  db: Database,
  { username, sharesEarnings }: Pick<Shared, 'username' | 'sharesEarnings'>,
): Promise<RecordFacts | null> {
  const profile = username === null ? null : await findPublicProfile(db, username);
  if (profile?.role !== 'clipper') return null;
  return {
    username: profile.username,
    approvedClips: profile.approvedClips,
    decidedClips: profile.decidedClips ?? 0,
    verifiedViews: profile.totalViews,
    earnedMicros: sharesEarnings ? profile.earnedMicros : null,
  };
}
