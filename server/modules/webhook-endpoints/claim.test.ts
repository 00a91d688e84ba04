import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { type WebhookWorld, webhookWorld } from '#server/testing/webhook-world.ts';
import { claimDeliveries } from './claim.ts';

let world: WebhookWorld;
beforeAll(async () => {
  world = await webhookWorld();
});
beforeEach(async () => {
  await world.db.deleteFrom('webhook_endpoints').execute();
});
afterAll(() => world.close());

/** Creates an endpoint of a new person, with this many due deliveries. */
async function endpointWith(due: number): Promise<{ id: string; ownerId: AccountId }> {
  const person = await world.person();
  const { id } = await world.create(person, 'https://hooks.example.com/');
  await sql`
    insert into webhook_deliveries (endpoint_id, event_id, kind, occurred_at, next_attempt_at, created_at)
    select ${id}, gen_random_uuid(), 'payout.paid', ${world.clock.now()}, ${world.clock.now()}, ${world.clock.now()}
    from generate_series(1, ${due})`.execute(world.db);
  return { id, ownerId: person.accountId };
}

const claim = async (most: number) =>
  (await claimDeliveries(world.db, world.clock.now(), most)).map(({ endpointId }) => endpointId);
const count = (ids: string[], id: string) => ids.filter((one) => one === id).length;

test('serves first the endpoints with the fewest running attempts, at most eight attempts each', async () => {
  const busy = await endpointWith(100);
  expect(await claim(64)).toEqual(Array(8).fill(busy.id));
  expect(await claim(64)).toEqual([]);
  const [one, two] = [await endpointWith(100), await endpointWith(1)];
  const ids = await claim(3);
  expect([count(ids, one.id), count(ids, two.id)]).toEqual([2, 1]);
});

test('tries an endpoint that failed last with one attempt, and a paused or disabled one with none', async () => {
  const [failing, paused, off] = [await endpointWith(9), await endpointWith(9), await endpointWith(9)];
  const set = (id: string, values: object) =>
    world.db.updateTable('webhook_endpoints').set(values).where('id', '=', id).execute();
  const now = world.clock.now();
  await set(failing.id, { consecutive_failures: 3, paused_until: now });
  await set(paused.id, { consecutive_failures: 3, paused_until: new Date(now.getTime() + 1) });
  await set(off.id, { state: 'disabled', disabled_reason: 'owner' });
  expect(await claim(64)).toEqual([failing.id]);
  expect(await claim(64)).toEqual([]);
});
