import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Simulator } from '../simulator.ts';
import { call, form, jsonBody, startTrial, type TestClock } from '../trial.ts';

let simulator: Simulator;
let clock: TestClock;
let authorization: string;
let at: (path: string) => string;

beforeEach(async () => {
  ({ simulator, clock } = await startTrial());
  at = (path) => `${simulator.urls.paypal}${path}`;
  const basic = `Basic ${Buffer.from('id:secret').toString('base64')}`;
  const asked = form({ grant_type: 'client_credentials' });
  const { json } = await call(at('/v1/oauth2/token'), { ...asked, headers: { authorization: basic } });
  authorization = `Bearer ${json.access_token}`;
});
afterEach(() => simulator.stop());

const create = (
  id: string,
  items: { receiver: string; note?: string }[],
  headers: Record<string, string> = {},
) =>
  call(
    at('/v1/payments/payouts'),
    jsonBody(
      {
        sender_batch_header: { sender_batch_id: id },
        items: items.map((item, n) => ({
          recipient_type: 'EMAIL',
          amount: { value: '12.50', currency: 'USD' },
          sender_item_id: `${id}-${n}`,
          ...item,
        })),
      },
      { authorization, ...headers },
    ),
  );
const read = (path: string, method = 'GET') => call(at(path), { method, headers: { authorization } });

test('a used batch id is refused for 30 days with a link to the original, and is free afterwards', async () => {
  const first = await create('one', [{ receiver: 'ann@example.com' }]);
  expect(first.status).toBe(201);
  const again = await create('one', [{ receiver: 'ann@example.com' }]);
  expect(again.status).toBe(400);
  expect(again.json).toMatchObject({ name: 'USER_BUSINESS_ERROR', details: [{ field: 'SENDER_BATCH_ID' }] });
  expect(again.json.links[0].href).toBe(
    at(`/v1/payments/payouts/${first.json.batch_header.payout_batch_id}`),
  );
  clock.advanceHours(30 * 24);
  authorization = await freshToken();
  expect((await create('one', [{ receiver: 'ann@example.com' }])).status).toBe(201);
});

async function freshToken(): Promise<string> {
  const basic = `Basic ${Buffer.from('id:secret').toString('base64')}`;
  const asked = { ...form({ grant_type: 'client_credentials' }), headers: { authorization: basic } };
  return `Bearer ${(await call(at('/v1/oauth2/token'), asked)).json.access_token}`;
}

test('a repeated request id gets the first answer', async () => {
  const headers = { 'paypal-request-id': 'r-1' };
  const [first, again] = [
    await create('two', [{ receiver: 'ann@example.com' }], headers),
    await create('two', [{ receiver: 'ann@example.com' }], headers),
  ];
  expect([again.status, again.json]).toEqual([201, first.json]);
});

test('a batch is read page by page, its items end separately, and an unclaimed one can be canceled once', async () => {
  const words = ['ann', 'unclaimed', 'failed', 'onhold', 'pending'];
  const { json } = await create(
    'three',
    words.map((word) => ({ receiver: `${word}@example.com` })),
  );
  const id = json.batch_header.payout_batch_id;
  clock.advanceHours(1);
  const pages = [1, 2, 3].map(
    (page) => `/v1/payments/payouts/${id}?page=${page}&page_size=2&total_required=true`,
  );
  const read3 = await Promise.all(pages.map((path) => read(path)));
  expect(read3[0]!.json).toMatchObject({
    total_items: 5,
    total_pages: 3,
    batch_header: { batch_status: 'PENDING' },
  });
  const items = read3.flatMap((page) => page.json.items);
  expect(items.map((item) => item.transaction_status)).toEqual([
    'SUCCESS',
    'UNCLAIMED',
    'FAILED',
    'ONHOLD',
    'PENDING',
  ]);
  expect(items[0].payout_item_fee).toEqual({ currency: 'USD', value: '0.25' });
  const cancel = `/v1/payments/payouts-item/${items[1].payout_item_id}/cancel`;
  expect((await read(cancel, 'POST')).json.transaction_status).toBe('RETURNED');
  expect((await read(cancel, 'POST')).json.name).toBe('ITEM_ALREADY_CANCELLED');
  expect((await read(`/v1/payments/payouts-item/${items[0].payout_item_id}/cancel`, 'POST')).json.name).toBe(
    'ITEM_INCORRECT_STATUS',
  );
});

test.each([
  ['POSPYO001', 201, undefined],
  ['ERRPYO001', 403, 'SENDER_RESTRICTED'],
  ['ERRPYO005', 422, 'INSUFFICIENT_FUNDS'],
  ['ERRPYO006', 500, 'INTERNAL_ERROR'],
  ['ERRPYO010', 400, 'VALIDATION_ERROR'],
  ['ERRPYO035', 429, 'RATE_LIMIT_VALIDATION'],
  ['ERRPYO039', 409, 'PREVIOUS_REQUEST_IN_PROGRESS'],
])('the test value %s in the note is answered by %d', async (note, status, name) => {
  const reply = await create(note, [{ receiver: 'ann@example.com', note }]);
  expect([reply.status, reply.json.name]).toEqual([status, name]);
});

test('a call without a token, or with an expired one, does nothing', async () => {
  clock.advanceHours(10);
  expect((await create('late', [{ receiver: 'ann@example.com' }])).status).toBe(401);
});
