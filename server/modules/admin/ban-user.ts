import { isRefusal, type Outcome } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { banUser } from '#server/modules/accounts/accounts.ts';
import { pauseListingsOfHost } from '#server/modules/listings/listings.ts';

/** Bans a person with everything that follows at once: sessions end, and a host's listings take no new clips. */
export async function banWithConsequences(
  db: Database,
  ban: { userId: string; adminId: string; reason: string; now: Date },
): Promise<Outcome<null, 'not_found' | 'changed_meanwhile'>> {
  return await transact(db, async (tx) => {
    const banned = await banUser(tx, ban);
    if (isRefusal(banned)) return banned;
    if (banned.role === 'host') await pauseListingsOfHost(tx, ban.userId);
    return null;
  });
}
