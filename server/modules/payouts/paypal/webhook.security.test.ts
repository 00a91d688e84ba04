import { afterAll, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#server/infra/clock.ts';
import { balanceOf, clearing } from '#server/modules/ledger/ledger.ts';
import { LEAVES_AFTER, paypalTrial } from '#server/testing/paypal.ts';
import { selfSigned } from '#simulator/servers/certificate.ts';

const t = await paypalTrial();
afterAll(() => t.close());

/**
 * Creates a payout that PayPal has just paid, with PayPal's message. The server has not read the payment yet.
 */
async function paidEvent(email: string) {
  const person = await t.clipper(12, email);
  const id = await t.withdraw(person);
  await t.pass(LEAVES_AFTER);
  t.clock.advance(MINUTE / 2);
  const [event] = await t.eventsAbout(id);
  return { id, event: event! };
}

test('a message settles a payout, also if the reply to our own call was lost, and its copies do nothing', async () => {
  await t.fault('lost-reply');
  const { id, event } = await paidEvent('ann@paypal.example');
  await t.fault('down');
  expect(await t.payout(id)).toMatchObject({ state: 'processing' });
  const before = await balanceOf(t.db, clearing('paypal'));
  const replies = await Promise.all([1, 2, 3, 4].map(() => t.deliver(event)));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect(await t.payout(id)).toMatchObject({ state: 'paid' });
  // The payment and its fee are booked once.
  expect((await balanceOf(t.db, clearing('paypal'))) - before).toBe(12_240_000n);
  await t.fault('ok');
});

test('a message that PayPal did not sign moves nothing: another key, host, webhook, body, algorithm or no signature', async () => {
  const { id, event } = await paidEvent('bob@paypal.example');
  const other = selfSigned('thief.example');
  const forgeries = [
    { privateKey: other.privateKey },
    { webhookId: 'WH-OF-SOMEBODY-ELSE' },
    { body: JSON.stringify(event).replace('12.00', '99.00') },
    { certificateUrl: 'https://api.paypal.com.thief.example/cert.pem' },
    { certificateUrl: 'https://api.paypal.com@thief.example/cert.pem' },
    { certificateUrl: 'file:///etc/passwd' },
    { certificateUrl: 'no address' },
    { headers: { 'paypal-auth-algo': 'none' } },
    { headers: { 'paypal-transmission-sig': '' } },
    { headers: { 'paypal-transmission-id': 'another-one' } },
    { time: new Date(t.clock.now().getTime() - 5 * DAY) },
    { time: new Date(t.clock.now().getTime() + HOUR) },
  ];
  for (const forgery of forgeries) {
    const reply = await t.deliver(event, forgery);
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'webhook_refused']);
  }
  expect(await t.payout(id)).toMatchObject({ state: 'processing' });
  expect((await t.deliver(event)).statusCode).toBe(200);
  expect(await t.payout(id)).toMatchObject({ state: 'paid' });
});

test('a signed message about another amount or an unknown payout moves nothing', async () => {
  const { id, event } = await paidEvent('cleo@paypal.example');
  const text = JSON.stringify(event);
  await t.deliver(JSON.parse(text.replace('"12.00"', '"11.00"').replace('WH-', 'WH-A')));
  await t.deliver(
    JSON.parse(text.replaceAll(id, '00000000-0000-7000-8000-000000000000').replace('WH-', 'WH-B')),
  );
  expect(await t.payout(id)).toMatchObject({ state: 'processing' });
});

test('forged messages make the server fetch a few certificates a minute, and PayPal’s own is still fetched', async () => {
  const { event } = await paidEvent('dora@paypal.example');
  // Expires every cached certificate, as if the server had just started.
  t.clock.advance(8 * DAY);
  const before = t.certificatesAsked.length;
  const strange = (n: number) => ({
    certificateUrl: `${t.certificateOrigin}/v1/notifications/certs/CERT-0000000${n}`,
  });
  const forged = Array.from({ length: 60 }, (_, n) => t.deliver(event, strange(n)));
  const again = Array.from({ length: 60 }, () => t.deliver(event, strange(1)));
  const replies = await Promise.all([...forged, ...again]);
  expect(replies.every(({ statusCode }) => statusCode === 400)).toBe(true);
  expect(t.certificatesAsked.length - before).toBe(5);
  expect((await t.deliver(event)).statusCode).toBe(200);
  expect(t.certificatesAsked.length - before).toBe(6);

  t.clock.advance(2 * MINUTE);
  await t.deliver(event, strange(1));
  expect(t.certificatesAsked.length - before, 'what gave no certificate is not asked again at once').toBe(6);
});

test('a message whose signature no certificate could verify causes no fetch', async () => {
  const { event } = await paidEvent('emil@paypal.example');
  t.clock.advance(8 * DAY);
  const before = t.certificatesAsked.length;
  const hopeless = [
    { headers: { 'paypal-transmission-id': '' } },
    { headers: { 'paypal-transmission-sig': 'c2hvcnQ=' } },
    { headers: { 'paypal-transmission-time': 'now' } },
    { headers: { 'paypal-auth-algo': 'none' } },
    { time: new Date(t.clock.now().getTime() - 5 * DAY) },
    { body: 'no event' },
    { certificateUrl: `${t.certificateOrigin}/elsewhere` },
    { certificateUrl: `${t.certificateOrigin}/v1/notifications/certs/CERT-360caa42?n=1` },
  ];
  for (const forgery of hopeless) expect((await t.deliver(event, forgery)).statusCode).toBe(400);
  expect(t.certificatesAsked.length).toBe(before);
});
