import { afterAll, beforeAll, expect, test } from 'vitest';
import { WEBHOOK_ENDPOINTS_MAX } from '#contract/webhook-endpoints/webhook-endpoints.ts';
import { type WebhookWorld, webhookWorld, worldClock } from '#server/testing/webhook-world.ts';
import { type Simulator, startSimulator } from '#simulator/simulator.ts';

const clock = worldClock();
let simulator: Simulator;
let world: WebhookWorld;
beforeAll(async () => {
  simulator = await startSimulator({ clock, stateFile: null });
  world = await webhookWorld({ clock, discord: simulator.discord });
});
afterAll(async () => {
  await world.close();
  await simulator.stop();
});

/** Makes a channel at Discord; returns the form that adds it. */
async function channel(name: string) {
  const { id, token } = await simulator.onDiscord.makeWebhook(name);
  return { name, url: `${simulator.discord.base}/webhooks/${id}/${token}`, kinds: ['listing.posted'] };
}

test('409: accepts a channel once and at most ten, and no change to a channel that is added already', async () => {
  const ana = await world.person('host', 'ana');
  const add = (body: object) => world.call(ana, 'POST', 'host/discord-webhooks', body);
  const exists = { status: 409, code: 'webhook_endpoint_exists' };
  const first = await channel('clips');
  expect(await add(first)).toMatchObject({ status: 200 });
  expect(await add(first)).toMatchObject(exists);
  const { id } = await add(await channel('other'));
  expect(await world.call(ana, 'PATCH', `host/discord-webhooks/${id}`, first)).toMatchObject(exists);
  for (let added = 2; added < WEBHOOK_ENDPOINTS_MAX; added++)
    expect(await add(await channel(`clips-${added}`))).toMatchObject({ status: 200 });
  expect(await add(await channel('more'))).toMatchObject({ status: 409, code: 'webhook_endpoints_full' });
});
