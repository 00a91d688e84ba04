import { centsToMicros } from '#contract/money.ts';
import { personOf } from '#db/seed/person-of.ts';
import type { Actor } from '#server/http/actor.ts';
import { DAY, type MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { openSuspense } from '#server/modules/suspense/suspense.ts';
import { type testApi, testPerson } from './api.ts';
import { testAvailable } from './available-earnings.ts';
import { testClip, testListing } from './clips.ts';
import { testHold } from './questions.ts';

export interface World {
  db: Database;
  owner: Database;
  clock: MovableClock;
  api: Awaited<ReturnType<typeof testApi>>;
}

export const HUNDRED = centsToMicros(10_000);
export const reason = 'Looked at it.';
export const note = 'Looked at it once more.';

/** Prepares the objects of money acts. The admins who prepare them have no other part in the acts. */
export function moneyActStage({ db, clock, api }: World) {
  const admin = async (path: string, body: object, method: 'POST' | 'PUT' = 'POST') => {
    const as = await testPerson(db, 'admin');
    const reply = await api.send(method, `/api/admin/${path}`, { as, body });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.bytes}`);
    return reply.body;
  };
  const person = (role: 'host' | 'clipper') => testPerson(db, role);

  async function deposit(as: Actor): Promise<string> {
    const row = { id: newId(), host_id: as.accountId, rail: 'bank' as const, amount_micros: HUNDRED };
    await db
      .insertInto('deposits')
      .values({ ...row, state: 'created', reference: row.id, created_at: clock.now() })
      .execute();
    return row.id;
  }
  const arrived = () => ({ amountMicros: HUNDRED.toString(), bankReference: newId() });

  /** Creates a refund of a bank transfer that is requested, or on its way. */
  async function refund(state: 'requested' | 'refunding') {
    const as = await person('host');
    const id = await deposit(as);
    await admin(`deposits/${id}/confirm`, arrived());
    if (state === 'requested') clock.advance(31 * DAY);
    await api.send('POST', `/api/deposits/${id}/refund`, { as });
    const row = await db
      .selectFrom('deposit_refunds')
      .select('id')
      .where('deposit_id', '=', id)
      .where('state', '=', state)
      .executeTakeFirstOrThrow();
    return { id: row.id, accountId: as.accountId };
  }

  const suspended = () =>
    transact(db, async (tx) => {
      const found = { cause: 'unmatched', rail: 'bank', reference: newId(), amountMicros: HUNDRED } as const;
      return (await openSuspense(tx, found, { actorId: null, actorKind: 'system' }, clock.now()))!;
    });

  /** Creates a clip with $100.00 of pending earnings. */
  async function earning() {
    const made = await testListing(db, clock.now(), { rateCents: 1_000, budgetCents: 50_000 });
    const as = await person('clipper');
    const id = await testClip(db, {
      listingId: made.id,
      clipperId: as.accountId,
      approvedAt: clock.now(),
      views: 10_000,
    });
    await settle(db, clock.now(), { listingId: made.id });
    return { id, as, hostId: made.hostId };
  }

  async function waitingClip() {
    const made = await testListing(db, clock.now(), { rateCents: 1_000, budgetCents: 50_000 });
    const as = await person('clipper');
    const clip = { listingId: made.id, clipperId: as.accountId, approvedAt: null, submittedAt: clock.now() };
    const id = await testClip(db, { ...clip, views: 10_000 });
    return { id, as, hostId: made.hostId, listingId: made.id };
  }

  async function escalated() {
    const clip = await waitingClip();
    const handed = { escalated: true, decision_started_at: clock.now() };
    await db.updateTable('submissions').set(handed).where('id', '=', clip.id).execute();
    return clip;
  }

  async function appealed() {
    const clip = await waitingClip();
    const rejected = { status: 'rejected', reject_reason: 'wrong_content', decided_at: clock.now() } as const;
    await db
      .updateTable('submissions')
      .set({ ...rejected, decision_by: personOf(clip.hostId) })
      .where('id', '=', clip.id)
      .execute();
    const filed = await api.send('POST', `/api/clipper/submissions/${clip.id}/appeal`, {
      as: clip.as,
      body: { text: 'It is from the stream.' },
    });
    if (filed.status !== 200) throw new Error(`no appeal: ${filed.bytes}`);
    await settle(db, clock.now(), { listingId: clip.listingId });
    const { id } = await db
      .selectFrom('appeals')
      .select('id')
      .where('submission_id', '=', clip.id)
      .executeTakeFirstOrThrow();
    return { ...clip, id };
  }

  async function held() {
    const clip = await earning();
    return { ...clip, id: await testHold(db, clip.id, clock.now()) };
  }

  async function cohort() {
    const clip = await earning();
    const id = newId();
    const at = clock.now();
    await db.insertInto('cohorts').values({ id, state: 'open', found_at: at, changed_at: at }).execute();
    await db
      .insertInto('cohort_members')
      .values({ cohort_id: id, clipper_id: clip.as.accountId, joined_at: at })
      .execute();
    return { ...clip, id, clipIds: [clip.id] };
  }

  async function clipperWithMoney() {
    const as = await person('clipper');
    const body = { email: `${as.userId.slice(-12)}@people.example`, country: 'US' };
    await api.send('PUT', '/api/clipper/payout-address', { as, body });
    await testAvailable(db, { clipperId: as.accountId, amount: HUNDRED, now: clock.now() });
    return as;
  }

  async function requested() {
    const as = await clipperWithMoney();
    const asked = await api.send('POST', '/api/payouts', { as, body: {} });
    if (asked.status !== 200) throw new Error(`no payout: ${asked.bytes}`);
    return { id: asked.body.id as string, accountId: as.accountId };
  }

  async function pickedUp() {
    const payout = await requested();
    await admin(`payouts/${payout.id}/process`, {});
    // On another day, the sums of the preparing admins no longer count.
    clock.advance(2 * DAY);
    return payout;
  }

  async function banned(role: 'host' | 'clipper' = 'clipper') {
    const as = role === 'clipper' ? await clipperWithMoney() : await person('host');
    const depositId = role === 'host' ? await deposit(as) : null;
    if (depositId) await admin(`deposits/${depositId}/confirm`, arrived());
    await admin(`users/${as.userId}/ban`, { reason });
    clock.advance(2 * DAY);
    return { accountId: as.accountId, depositId };
  }

  return {
    admin,
    person,
    deposit,
    arrived,
    refund,
    suspended,
    earning,
    waitingClip,
    escalated,
    appealed,
    held,
    cohort,
    clipperWithMoney,
    requested,
    pickedUp,
    banned,
  };
}
