import { sql } from 'kysely';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';

/**
 * Withdraws the clips that nobody decided on when their listing is removed: they count against nobody, and their posts
 * are free for another listing. The caller keeps new clips from coming in, and stops counting.
 */
export async function closePending(
  tx: Tx,
  removal: { listingId: string; adminId: string; now: Date },
): Promise<void> {
  const { listingId, adminId, now } = removal;
  const { rows } = await sql<{ id: string; clipper_id: string; title: string }>`
    update submissions s set status = 'withdrawn', withdrawn_at = ${now}, decision = null, decision_by = null,
      decision_commits_at = null, reject_reason = null, reject_note = null
    from listing_versions v
    where s.listing_id = ${listingId} and s.status = 'pending'
      and v.listing_id = s.listing_id and v.version = s.listing_version
    returning s.id, s.clipper_id, v.title`.execute(tx);
  for (const { id } of rows) {
    await writeAudit(tx, actBy('admin', adminId, now), 'submission.closed', 'submission', id, { listingId });
  }
  const notices = rows.map((clip) => ({
    userId: clip.clipper_id,
    kind: 'submission.closed' as const,
    title: 'Clip closed',
    body: `“${clip.title}” was removed before your clip was decided. It does not count against you, and its post is free for another listing.`,
    link: `/clips/${clip.id}`,
  }));
  await notify(tx, notices, now);
}
