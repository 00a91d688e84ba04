import type { AccountId } from '#contract/accounts/ids.ts';
import { type DemoResetBy, demoResetBySchema } from '#contract/demo.ts';
import { centsToMicros } from '#contract/money.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import type { Clock } from '#server/infra/clock.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import {
  markPaid,
  markReturned,
  payWeekly,
  payWeeklyTo,
  pickUp,
  withdraw,
} from '#server/modules/payouts/payouts.ts';
import { seedCrowd } from './crowd/seed-crowd.ts';
import { addClips } from './demo-clips.ts';
import { postListing, takeDeposit } from './demo-money.ts';
import { type DemoPeople, makePeople } from './demo-people.ts';
import { planDemo, type Step } from './demo-plan.ts';
import type { DemoWorld } from './demo-world.ts';
import { personOf } from './person-of.ts';

export type DemoState =
  | { kind: 'empty' }
  | { kind: 'unfinished' }
  | { kind: 'seeded'; at: Date; by: DemoResetBy };

/**
 * Returns whether the demo accounts have their whole history, none, or the remains of an interrupted seeding.
 */
export async function demoState(db: Database): Promise<DemoState> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('audit_log as a', (join) =>
      join.onRef('a.subject_id', '=', 'u.id').on('a.subject_type', '=', 'demo'),
    )
    .leftJoin('profiles as p', 'p.user_id', 'u.id')
    .select(['a.occurred_at', 'a.data', 'p.user_id'])
    .where('u.is_demo', '=', true)
    .where('u.role', '=', 'host')
    .executeTakeFirst();
  if (row?.occurred_at) {
    const by = demoResetBySchema.safeParse((row.data as { by?: unknown } | null)?.by);
    return { kind: 'seeded', at: row.occurred_at, by: by.data ?? 'start' };
  }
  return { kind: row?.user_id ? 'unfinished' : 'empty' };
}

/**
 * Creates weeks of history for the demo accounts with the product's own functions, each called with the time
 * of its event. Thus every page's data is computed, and every invariant holds. The figures are exact at the
 * moment of seeding. Nobody else's money moves, because a reset runs beside real people and would move it at
 * the wrong time.
 */
export async function seedDemo(world: DemoWorld & { clock: Clock }): Promise<void> {
  const now = world.clock.now();
  // This week's run ends before the history begins, so that it pays none of the history's money.
  await payWeekly(world.db, now);
  const people = await makePeople(world, now);
  const listingIds: string[] = [];
  for (const step of planDemo(now)) await perform(world, people, listingIds, step, now);
  if (world.market) await seedCrowd(world, people, listingIds, { now, ...world.market });
  await transact(world.db, (tx) =>
    writeAudit(tx, bySystem(now), 'demo.seeded', 'demo', people.hostId, { by: world.madeBy }),
  );
}

async function perform(
  world: DemoWorld,
  people: DemoPeople,
  listingIds: string[],
  step: Step,
  now: Date,
): Promise<void> {
  const { db } = world;
  const clipperIds = [people.clipperId, ...Object.values(people.others)];
  switch (step.do) {
    case 'deposit':
      return await takeDeposit(db, people.hostId, step.cents, step.at);
    case 'post':
      listingIds[step.listing] = await postListing(db, people, step.listing, step.at);
      return;
    case 'clips':
      await addClips(world, people, listingIds, step.clips, now);
      await settle(db, step.at, { listingIds: step.clips.map((clip) => listingIds[clip.listing]!) });
      return;
    case 'release':
      await releaseDue(db, step.at, { clipperIds });
      return;
    case 'weekly-run':
      await payWeeklyTo(db, clipperIds, step.at, step.stays ? now : step.at);
      return;
    case 'pick-up':
      return await eachPayout(db, clipperIds, 'requested', (payoutId) =>
        transact(db, (tx) => pickUp(tx, { payoutId, actorId: null, now: step.at })),
      );
    case 'return':
      return await giveBackLast(db, people, step.at);
    case 'change-address':
      await db
        .updateTable('payout_addresses')
        .set({
          email: `paypal-${people.clipperId.slice(-6)}@people.permille.example`,
          set_at: step.at,
          usable_at: step.usableAt,
        })
        .where('user_id', '=', people.clipperId)
        .execute();
      return;
    case 'withdraw':
      return await withdrawOf(db, people.clipperId, step);
    case 'mark-paid':
      return await eachPayout(db, clipperIds, 'processing', (payoutId, nth) =>
        transact(db, (tx) =>
          markPaid(
            tx,
            { payoutId, actorId: null, now: step.at },
            `PP-${step.at.toISOString().slice(0, 10)}-${nth + 1}`,
          ),
        ),
      );
  }
}

async function withdrawOf(db: Database, clipperId: AccountId, { at, cents }: Step & { do: 'withdraw' }) {
  const asked = centsToMicros(cents);
  const payout = await transact(db, (tx) =>
    withdraw(tx, { clipperId, userId: personOf(clipperId), asked, now: at }),
  );
  if (isRefusal(payout)) throw new Error(`the demo's withdrawal was refused: ${payout.code}`);
}

async function giveBackLast(db: Database, { clipperId }: DemoPeople, now: Date): Promise<void> {
  const { id: payoutId } = await db
    .selectFrom('payouts')
    .select('id')
    .where('clipper_id', '=', clipperId)
    .where('state', '=', 'paid')
    .orderBy('requested_at', 'desc')
    .executeTakeFirstOrThrow();
  const reason = 'The PayPal account is locked.';
  await transact(db, (tx) => markReturned(tx, { payoutId, actorId: null, now }, reason));
}

async function eachPayout(
  db: Database,
  clipperIds: AccountId[],
  state: 'requested' | 'processing',
  act: (payoutId: string, nth: number) => Promise<unknown>,
): Promise<void> {
  const rows = await db
    .selectFrom('payouts')
    .select('id')
    .where('state', '=', state)
    .where('clipper_id', 'in', clipperIds)
    .orderBy('id')
    .execute();
  for (const [nth, { id }] of rows.entries()) await act(id, nth);
}
