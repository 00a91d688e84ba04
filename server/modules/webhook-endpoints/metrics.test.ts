import { afterAll, expect, test } from 'vitest';
import { testModules } from '#server/testing/modules.ts';
import { webhookWorld } from '#server/testing/webhook-world.ts';

const world = await webhookWorld();
afterAll(() => world.close());

test('metrics count what is due, endpoints that fail, and those that were turned off, not those that their owners turned off', async () => {
  const [module] = testModules(world.db, world.clock, ['webhook-endpoints']);
  const read = async () =>
    Object.fromEntries(
      await Promise.all(module.metrics!.map(async ({ name, read }) => [name, await read()])),
    );
  const tess = await world.person();
  const ids: string[] = [];
  for (const path of ['due', 'failing', 'gone', 'owner', 'paused'])
    ids.push((await world.create(tess, `https://hooks.example.com/${path}`, ['payout.paid'])).id);
  const set = (at: number, values: object) =>
    world.db.updateTable('webhook_endpoints').set(values).where('id', '=', ids[at]!).execute();
  await world.happens('payout.paid', tess);
  await world.writes.run(world.clock.now());
  await set(1, { consecutive_failures: 1 });
  await set(2, { state: 'disabled', disabled_reason: 'gone' });
  await set(3, { state: 'disabled', disabled_reason: 'owner' });
  await set(4, { consecutive_failures: 2, paused_until: new Date(world.clock.now().getTime() + 1) });
  expect(await read()).toEqual({
    permille_webhook_deliveries_due: 2,
    permille_webhook_endpoints_failing: 2,
    permille_webhook_endpoints_off: 1,
  });
});
