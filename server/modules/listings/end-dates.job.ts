import { sql } from 'kysely';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { SECOND } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';

/** Ends listings whose end date has passed. */
export function endDates(db: Database): Job {
  return {
    name: 'listings.end-dates',
    everyMs: 10 * SECOND,
    run: (now) => transact(db, (tx) => endDue(tx, now)),
    isIdleUntilDue: true,
    nextDueAt: () =>
      db
        .selectFrom('listings')
        .select(sql<Date | null>`min(ends_at)`.as('at'))
        .where('state', 'in', ['active', 'paused']),
  };
}

async function endDue(tx: Parameters<typeof notify>[0], now: Date): Promise<void> {
  const ended = await tx
    .updateTable('listings')
    .set({ state: 'ended', pause_reason: null, ended_at: now })
    .where('ends_at', '<=', now)
    .where('state', 'in', ['active', 'paused'])
    .returning(['id', 'host_id', 'title'])
    .execute();
  for (const { id } of ended) {
    await writeAudit(tx, bySystem(now), 'listing.ended', 'listing', id);
  }
  const notices = ended.map(({ host_id, title }) => ({
    accountId: host_id,
    kind: 'listing.ended' as const,
    title: 'Listing ended',
    body: `“${title}” reached its end date. Approved clips keep earning until their counting ends.`,
    link: '/host/listings',
  }));
  await notify(tx, notices, now);
}
