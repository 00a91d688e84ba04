import { sql } from 'kysely';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { readNewClipNotices } from './new-clip-notices.ts';

interface Closing {
  /** Selects the clips of a removed listing, or of a banned clipper. */
  of: { listingId: string } | { clipperId: AccountId };
  adminId: UserId;
  now: Date;
}

/**
 * Withdraws undecided clips when their listing is removed or their clipper banned. They don't count against anyone,
 * and their posts may be submitted to another listing. The caller prevents new clips. Returns the clips, so that
 * the caller stops counting them.
 */
export async function closePending(tx: Tx, { of, adminId, now }: Closing): Promise<string[]> {
  const isBan = 'clipperId' in of;
  const { rows } = await sql<{ id: string; clipper_id: AccountId; listing_id: string; title: string }>`
    update submissions s set status = 'withdrawn', withdrawn_at = ${now}, decision = null, decision_by = null,
      decision_commits_at = null, reject_reason = null, reject_note = null
    from listing_versions v
    where ${isBan ? sql`s.clipper_id = ${of.clipperId}` : sql`s.listing_id = ${of.listingId}`} and s.status = 'pending'
      and v.listing_id = s.listing_id and v.version = s.listing_version
    returning s.id, s.clipper_id, s.listing_id, v.title`.execute(tx);
  for (const { id, listing_id: listingId } of rows) {
    await writeAudit(tx, actBy('admin', adminId, now), 'submission.closed', 'submission', id, {
      listingId,
      because: isBan ? 'clipper banned' : 'listing removed',
    });
  }
  const notices = rows.map((clip) => ({
    accountId: clip.clipper_id,
    kind: 'submission.closed' as const,
    title: 'Clip closed',
    body: isBan
      ? `Your account was banned before your clip for “${clip.title}” was decided. It will not be reviewed.`
      : `“${clip.title}” was removed before your clip was decided. It does not count against you, and its post is free for another listing.`,
    link: `/clips/${clip.id}`,
  }));
  await notify(tx, notices, now);
  const ids = rows.map(({ id }) => id);
  await readNewClipNotices(tx, ids, now);
  return ids;
}
