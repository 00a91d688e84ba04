import type { Clock } from '#server/infra/clock.ts';
import { createLog } from '#server/infra/log.ts';
import type { Database } from '#server/infra/transaction.ts';
import { createAdminModule } from '#server/modules/admin/admin.ts';
import { createAppealsModule } from '#server/modules/appeals/appeals.ts';
import { createCountingModule } from '#server/modules/counting/counting.ts';
import { createEarningsModule } from '#server/modules/earnings/earnings.ts';
import { createFraudHoldsModule } from '#server/modules/fraud-holds/fraud-holds.ts';
import { createListingsModule } from '#server/modules/listings/listings.ts';
import { cancelWaiting } from '#server/modules/payouts/payouts.ts';
import { testApi, testPerson } from './api.ts';
import { testClip } from './clips.ts';
import { jobOf } from './jobs.ts';

/** Listings, counting, fraud holds, earnings and appeals on a real database; nothing is read from platforms. */
export async function appealWorld(db: Database, clock: Clock) {
  const appeals = createAppealsModule(db);
  const fraudHolds = createFraudHoldsModule(db);
  const counting = createCountingModule({
    db,
    log: createLog('silent'),
    readCounts: () => Promise.reject(new Error('nothing is polled here')),
  });
  const listings = createListingsModule({ db });
  const earnings = createEarningsModule({ db, cancelWaiting });
  const admin = createAdminModule({ db, clock, checks: [], mail: 'smtp' });
  const api = await testApi(db, clock, [listings, fraudHolds, counting, earnings, appeals, admin]);
  const someAdmin = await testPerson(db, 'admin');
  // A process of its own each time: none rests after a slow round.
  const settling = {
    name: 'earnings',
    run: (now: Date) => createEarningsModule({ db, cancelWaiting }).jobs![0]!.run(now),
  };
  const judged = [...fraudHolds.jobs!, jobOf(counting, 'counting.finish')];
  const jobs = [...judged, ...appeals.jobs!, settling, ...listings.jobs!];

  return { api, admin: someAdmin, jobs, runDue, rejected, file, decide, appealOf };

  async function runDue(rounds = 2): Promise<void> {
    for (let round = 0; round < rounds; round++) for (const job of jobs) await job.run(clock.now());
  }

  /** A clip that its host rejected just now, with so many counted views. */
  async function rejected(
    listing: { id: string; hostId: string },
    clipperId: string,
    views: number,
  ): Promise<string> {
    const submittedAt = clock.now();
    const id = await testClip(db, {
      listingId: listing.id,
      clipperId,
      approvedAt: null,
      submittedAt,
      views,
    });
    await db
      .updateTable('submissions')
      .set({
        status: 'rejected',
        reject_reason: 'wrong_content',
        decision_by: listing.hostId,
        decided_at: clock.now(),
      })
      .where('id', '=', id)
      .execute();
    await db
      .updateTable('clip_tracking')
      .set({ state: 'stopped', next_poll_at: null })
      .where('submission_id', '=', id)
      .execute();
    return id;
  }

  function file(clip: string, as: Awaited<ReturnType<typeof testPerson>>, text = 'It is from the stream.') {
    return api.send('POST', `/api/clipper/submissions/${clip}/appeal`, { as, body: { text } });
  }

  async function decide(clip: string, what: 'overturn' | 'dismiss') {
    const { id } = await appealOf(clip);
    const body = { note: 'Looked at it.' };
    return await api.send('POST', `/api/admin/appeals/${id}/${what}`, { as: someAdmin, body });
  }

  /** The newest appeal of a clip. */
  function appealOf(clip: string) {
    return db
      .selectFrom('appeals')
      .selectAll()
      .where('submission_id', '=', clip)
      .orderBy('opened_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  }
}

export type AppealWorld = Awaited<ReturnType<typeof appealWorld>>;
