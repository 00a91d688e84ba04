import type { AccountId } from '#contract/accounts/ids.ts';
import { personOf } from '#db/seed/person-of.ts';
import type { Clock } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import { testApi, testPerson } from './api.ts';
import { testClip } from './clips.ts';
import { jobOf } from './jobs.ts';
import { testModules } from './modules.ts';

/** Listings, counting, fraud holds, earnings and appeals on a real database; no platform is called. */
export async function appealWorld(db: Database, clock: Clock) {
  const names = [
    'listings',
    'fraud-holds',
    'counting',
    'earnings',
    'appeals',
    'clips',
    'admin',
    'payouts',
  ] as const;
  const modules = testModules(db, clock, names);
  const [listings, fraudHolds, counting, , appeals] = modules;
  const api = await testApi(db, clock, modules);
  const someAdmin = await testPerson(db, 'admin');
  // Each run uses a new module, because a module pauses after a slow run.
  const settling = {
    name: 'earnings',
    run: (now: Date) => testModules(db, clock, ['earnings'])[0].jobs![0]!.run(now),
  };
  const judged = [...fraudHolds.jobs!, jobOf(counting, 'counting.finish')];
  const jobs = [...judged, ...appeals.jobs!, settling, ...listings.jobs!];

  return { api, admin: someAdmin, jobs, runDue, rejected, file, decide, appealOf };

  async function runDue(rounds = 2): Promise<void> {
    for (let round = 0; round < rounds; round++) for (const job of jobs) await job.run(clock.now());
  }

  /** Creates a clip with this many counted views that its host has just rejected. */
  async function rejected(
    listing: { id: string; hostId: AccountId },
    clipperId: AccountId,
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
        decision_by: personOf(listing.hostId),
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
