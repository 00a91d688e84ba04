import { afterAll, expect, onTestFinished, test } from 'vitest';
import { figuresOf } from '#server/testing/figures.ts';
import { webhookWorld } from '#server/testing/webhook-world.ts';
import { webhookReceiver } from '#simulator/servers/webhook-receiver.ts';

const world = await webhookWorld();
afterAll(() => world.close());

test('counts due deliveries, failing endpoints and endpoints the server disabled, not those their owners disabled', async () => {
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
  const read = async (name: string) => (await figuresOf(world.metrics, name))[''];
  expect(await read('permille_webhook_deliveries_due')).toBe(2);
  expect(await read('permille_webhook_endpoints_failing')).toBe(2);
  expect(await read('permille_webhook_endpoints_off')).toBe(1);
});

test('counts attempts by outcome', async () => {
  const ben = await world.person();
  const receiver = await webhookReceiver();
  onTestFinished(() => receiver.close());
  const attempts = () => figuresOf(world.metrics, 'permille_webhook_attempts_total');
  const none = { delivered: 0, refused: 0, unanswered: 0, limited: 0, unsent: 0 };
  expect(await attempts()).toEqual(none);
  await world.db.deleteFrom('webhook_endpoints').execute();
  await world.create(ben, receiver.url);
  receiver.answersWith(500);
  await world.happens('payout.paid', ben);
  await world.rounds(1);
  await world.tick();
  expect(await attempts()).toEqual({ ...none, refused: 1 });
  receiver.answersWith(200);
  await world.rounds(1);
  expect(await attempts()).toEqual({ ...none, refused: 1, delivered: 1 });
  receiver.close();
  await world.happens('payout.paid', ben);
  await world.tick();
  expect(await attempts()).toEqual({ ...none, refused: 1, delivered: 1, unanswered: 1 });
});
