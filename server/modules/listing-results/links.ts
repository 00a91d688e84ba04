import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { RESULT_LINKS_MAX, type ResultLink } from '#contract/listing-results/result-links.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

const ownsListing = async (db: Database | Tx, hostId: AccountId, listingId: string): Promise<boolean> =>
  (await db
    .selectFrom('listings')
    .select('id')
    .where('id', '=', listingId)
    .where('host_id', '=', hostId)
    .executeTakeFirst()) !== undefined;

/** Returns the links of an own listing, newest first; null if the listing is not the host's. */
export async function listLinks(
  db: Database,
  hostId: AccountId,
  listingId: string,
  now: Date,
): Promise<ResultLink[] | null> {
  if (!(await ownsListing(db, hostId, listingId))) return null;
  const rows = await db
    .selectFrom('result_links as k')
    .leftJoin('profiles as p', 'p.user_id', 'k.made_by')
    .select([
      'k.id',
      'k.created_at as createdAt',
      'p.username as madeBy',
      'k.expires_at as expiresAt',
      'k.last_opened_at as lastOpenedAt',
    ])
    .where('k.listing_id', '=', listingId)
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, isExpired: row.expiresAt !== null && row.expiresAt <= now }));
}

interface NewLink {
  userId: UserId;
  hostId: AccountId;
  listingId: string;
  hash: Buffer;
  days: number | null;
  now: Date;
}

export async function makeLink(
  tx: Tx,
  { hostId, userId, listingId, hash, days, now }: NewLink,
): Promise<Outcome<{ id: string }, 'not_found' | 'result_links_full'>> {
  // The lock makes two simultaneous requests count one after the other.
  await tx.selectFrom('accounts').select('id').where('id', '=', hostId).forUpdate().execute();
  if (!(await ownsListing(tx, hostId, listingId))) return refuse('not_found');
  const { links } = await tx
    .selectFrom('result_links')
    .select((eb) => eb.fn.countAll<bigint>().as('links'))
    .where('listing_id', '=', listingId)
    .executeTakeFirstOrThrow();
  if (links >= RESULT_LINKS_MAX) return refuse('result_links_full');
  const id = newId();
  await tx
    .insertInto('result_links')
    .values({
      ...{ id, listing_id: listingId, host_id: hostId, made_by: userId, token_hash: hash },
      created_at: now,
      expires_at: days === null ? null : after(now, days * DAY),
    })
    .execute();
  await writeAudit(tx, actBy('host', userId, now), 'result_link.made', 'listing', listingId, { id });
  return { id };
}

/** Revokes a link by deleting its row, without which nobody can open it. */
export async function revokeLink(
  tx: Tx,
  { hostId, userId, id, now }: { hostId: AccountId; userId: UserId; id: string; now: Date },
): Promise<Outcome<null, 'not_found'>> {
  const revoked = await tx
    .deleteFrom('result_links')
    .where('id', '=', id)
    .where('host_id', '=', hostId)
    .returning('listing_id')
    .executeTakeFirst();
  if (!revoked) return refuse('not_found');
  await writeAudit(tx, actBy('host', userId, now), 'result_link.revoked', 'listing', revoked.listing_id, {
    id,
  });
  return null;
}

/** Revokes all links to a host's listings. */
export async function eraseResultLinks(tx: Tx, hostId: AccountId): Promise<void> {
  await tx.deleteFrom('result_links').where('host_id', '=', hostId).execute();
}
