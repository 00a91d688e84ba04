import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestActor } from '#server/testing/actor.ts';
import { explained, plansOf } from '#server/testing/plan.ts';
import { type WebhookWorld, webhookWorld } from '#server/testing/webhook-world.ts';
import { claimDeliveries } from './claim.ts';
import { listDeliveries } from './queries.ts';
import { writeDeliveries } from './write-deliveries.job.ts';

let world: WebhookWorld;
let tess: TestActor;
let paused: string;
beforeAll(async () => {
  world = await webhookWorld();
  tess = await world.person();
  paused = (await world.create(tess, 'https://hooks.example.com/paused')).id;
  const now = world.clock.now();
  await sql`
    insert into webhook_deliveries (endpoint_id, event_id, kind, occurred_at, next_attempt_at, created_at)
    select ${paused}, gen_random_uuid(), 'payout.paid', ${now}, ${now}, ${now}
    from generate_series(1, 20000)`.execute(world.db);
  await sql`
    insert into events (xid, kind, readers) select (n % 1000 + 3)::text::xid8, 'payout.paid', array[${tess.accountId}::uuid]
    from generate_series(1, 20000) n`.execute(world.db);
  const until = new Date(now.getTime() + 1);
  await world.db.updateTable('webhook_endpoints').set({ paused_until: until }).execute();
  await sql`analyze webhook_deliveries, events`.execute(world.owner);
});
afterAll(() => world.close());

test('does not read the backlog of a paused endpoint', async () => {
  const [plan] = await explained(world.db, (own) => claimDeliveries(own, world.clock.now(), 64));
  expect(plan).not.toContain('Seq Scan on webhook_deliveries');
  expect(plan).toContain('webhook_deliveries_due');
});

test('reads the rows of a log page in index order', async () => {
  const asked = { endpointId: paused, ownerId: tess.accountId };
  const url = 'https://permille.example';
  const first = await listDeliveries(world.db, { ...asked, cursor: undefined }, url);
  const cursor = 'nextCursor' in first ? (first.nextCursor ?? undefined) : undefined;
  expect(cursor).toBeDefined();
  for (const from of [undefined, cursor]) {
    const plans = await plansOf(world.db, (own) => listDeliveries(own, { ...asked, cursor: from }, url));
    expect(plans[1]).toContain('webhook_deliveries_log');
    expect(plans[1]).not.toContain('Sort');
  }
});

test('does not read events again that were already processed', async () => {
  await world.happens('payout.paid', tess);
  const plans = await explained(world.db, (own) => writeDeliveries(own).run(world.clock.now()));
  const ofEvents = plans.filter((plan) => plan.includes(' on events'));
  expect(ofEvents).toHaveLength(2);
  for (const plan of ofEvents) expect(plan).toContain('events_pkey');
});
