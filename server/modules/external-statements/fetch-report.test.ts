import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { MovableClock } from '#server/infra/clock.ts';
import { testDatabase } from '#server/testing/database.ts';
import { statementApi } from '#server/testing/external-statements.ts';

/** The status of PayPal's reply, and the amount of the one transaction in it. */
let reported = { status: 200, value: '12.00' };
const paypal = createServer(({ url = '' }, response) => {
  if (url === '/v1/oauth2/token')
    return response.end(JSON.stringify({ access_token: 'token', expires_in: 3_600 }));
  const transaction_info = {
    transaction_id: 'PAYPAL1',
    transaction_event_code: 'T0001',
    transaction_initiation_date: '2026-03-02T10:00:00Z',
    transaction_amount: { currency_code: 'USD', value: reported.value },
    transaction_status: 'S',
  };
  response
    .writeHead(reported.status)
    .end(JSON.stringify({ transaction_details: [{ transaction_info }], total_pages: 1 }));
});
await new Promise<void>((resolve) => paypal.listen(0, '127.0.0.1', resolve));
const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-03T10:00:00Z') });
const statements = await statementApi(t.db, clock, {
  paypal: {
    base: `http://127.0.0.1:${(paypal.address() as AddressInfo).port}`,
    clientId: 'ours',
    clientSecret: 'our-secret',
    webhookId: 'WH-TEST',
    certificateOrigins: [],
    timeoutMs: 1_000,
  },
});
afterAll(async () => {
  await statements.api.close();
  await t.close();
  paypal.close();
});
beforeEach(async () => {
  reported = { status: 200, value: '12.00' };
  expect((await statements.fetch('paypal')).status).toBe(200);
});

describe('POST /api/admin/external-statements/fetch', () => {
  const refused = async () => {
    const before = await statements.matches();
    const { status, body } = await statements.fetch('paypal');
    expect(await statements.matches()).toEqual(before);
    return `${status} ${body.code}`;
  };
  test('409 stores nothing of a report that contradicts an earlier one', async () => {
    reported.value = '13.00';
    expect(await refused()).toBe('409 statement_conflict');
  });
  test('422 stores nothing of a report with an amount that can’t be read', async () => {
    reported.value = 'twelve';
    expect(await refused()).toBe('422 statement_unreadable');
  });
  test('503 stores nothing while the processor does not report', async () => {
    reported.status = 500;
    expect(await refused()).toBe('503 statement_unreachable');
  });
});
