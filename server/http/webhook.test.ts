import { createHmac } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { after, DAY, MovableClock } from '#server/infra/clock.ts';
import { testApi } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { forgetWebhookEvents, registerWebhookRoute } from './webhook.ts';

const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const effects: string[] = [];
let failing = false;

const api = await testApi(t.db, clock, [
  {
    name: 'trial',
    routes: (on) =>
      registerWebhookRoute<{ id: string }>(on, {
        provider: 'stripe',
        path: '/webhooks/trial',
        async prove(raw, headers) {
          if (headers['x-signature'] !== signatureOf(raw)) return null;
          const event = JSON.parse(raw.toString()) as { id: string };
          return { id: event.id, type: 'trial', event };
        },
        async take(_tx, event) {
          if (failing) throw new Error('the database went away');
          effects.push(event.id);
        },
      }),
  },
]);
afterAll(async () => {
  await api.close();
  await t.close();
});

const signatureOf = (raw: Buffer | string) => createHmac('sha256', 'key').update(raw).digest('hex');
const deliver = (payload: string, signature = signatureOf(payload)) =>
  api.server.inject({
    method: 'POST',
    url: '/webhooks/trial',
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-signature': signature },
    payload,
  });

test('an event that arrives eight times at once has its effect once, and every copy is acknowledged', async () => {
  const replies = await Promise.all(Array.from({ length: 8 }, () => deliver('{"id":"evt_many"}')));
  expect(replies.map((reply) => reply.statusCode)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(effects.filter((id) => id === 'evt_many')).toHaveLength(1);
});

test('the signature covers the exact bytes, spaces included', async () => {
  const payload = '{ "id" :\n "evt_spaces" }';
  expect((await deliver(payload)).statusCode).toBe(200);
  expect((await deliver(payload, signatureOf('{"id":"evt_spaces"}'))).statusCode).toBe(400);
});

test('a forged message is refused and leaves no record that would hide the real one', async () => {
  const forged = await deliver('{"id":"evt_forged"}', 'nonsense');
  expect(forged.json()).toMatchObject({ code: 'webhook_refused', status: 400 });
  expect((await deliver('{"id":"evt_forged"}')).statusCode).toBe(200);
  expect(effects).toContain('evt_forged');
});

test("an event whose effect failed is not recorded, so the provider's repetition works", async () => {
  failing = true;
  expect((await deliver('{"id":"evt_failed"}')).statusCode).toBe(500);
  failing = false;
  expect((await deliver('{"id":"evt_failed"}')).statusCode).toBe(200);
  expect(effects.filter((id) => id === 'evt_failed')).toHaveLength(1);
});

test('a page of another site can’t post here either', async () => {
  const reply = await api.server.inject({
    method: 'POST',
    url: '/webhooks/trial',
    headers: { origin: 'https://evil.example', 'x-signature': signatureOf('{"id":"evt_page"}') },
    payload: '{"id":"evt_page"}',
  });
  expect(reply.statusCode).toBe(403);
});

test('ids are deleted when no provider repeats them any more', async () => {
  const forget = forgetWebhookEvents(t.db);
  await forget.run(clock.now());
  expect(await countEvents()).toBeGreaterThan(0);
  await forget.run(after(clock.now(), 91 * DAY));
  expect(await countEvents()).toBe(0);
});

const countEvents = async () => (await t.db.selectFrom('webhook_events').select('event_id').execute()).length;
