import { verify, X509Certificate } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { call, form, jsonBody, startTrial } from '../trial.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Accepts webhooks but refuses the first one, so that it is sent again. */
async function listener() {
  const taken: { body: Buffer; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      taken.push({ body: Buffer.concat(parts), headers: request.headers });
      response.writeHead(taken.length === 1 ? 500 : 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { taken, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/paypal` };
}

test('a message is signed with the certificate that it names, and is repeated until it is accepted', async () => {
  const { taken, url } = await listener();
  const { simulator, clock } = await startTrial({ paypalWebhook: { url, id: 'WH-1' } });
  ends.push(() => simulator.stop());
  await simulator.control.steerPaypal({ webhooks: 'twice' });
  const authorization = `Basic ${Buffer.from('id:secret').toString('base64')}`;
  const asked = { ...form({ grant_type: 'client_credentials' }), headers: { authorization } };
  const { json } = await call(`${simulator.urls.paypal}/v1/oauth2/token`, asked);
  const item = {
    receiver: 'ann@example.com',
    amount: { value: '5.00', currency: 'USD' },
    sender_item_id: 'p-1',
  };
  const batch = { sender_batch_header: { sender_batch_id: 'b-1' }, items: [item] };
  await call(
    `${simulator.urls.paypal}/v1/payments/payouts`,
    jsonBody(batch, { authorization: `Bearer ${json.access_token}` }),
  );
  clock.advanceHours(1);
  await vi.waitFor(() => expect(taken.length).toBeGreaterThanOrEqual(2), 5_000);
  const [first, again] = taken.map(({ body }) => JSON.parse(body.toString()));
  expect(first).toMatchObject({
    event_type: 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED',
    resource: { transaction_status: 'SUCCESS', sender_batch_id: 'b-1' },
  });
  expect(again.id).toBe(first.id);
  const { body, headers } = taken[0]!;
  const header = (name: string) => String(headers[`paypal-${name}`]);
  const pem = (await call(header('cert-url'))).text;
  const message = `${header('transmission-id')}|${header('transmission-time')}|WH-1|${crc32(body)}`;
  const signature = Buffer.from(header('transmission-sig'), 'base64');
  expect(verify('sha256', Buffer.from(message), new X509Certificate(pem).publicKey, signature)).toBe(true);
});
