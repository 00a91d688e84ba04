import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { nextDueOf } from '#server/testing/jobs.ts';
import { after, HOUR, MovableClock } from './clock.ts';
import { createLog } from './log.ts';
import { enqueueMail, listOutbox } from './mail.ts';
import { mailDelivery } from './mail-delivery.ts';

let database: TestDatabase;
const clock = new MovableClock({ frozenAt: new Date('2026-11-20T10:00:00Z') });
beforeEach(async () => {
  database = await testDatabase();
  for (const to of ['tess@people.example', 'bela@people.example'])
    await enqueueMail(database.db, { to, subject: 'Hello', text: 'Hello' }, clock.now());
});
afterEach(() => database.close());

/** A mail server that accepts connections and answers only by what `speak` writes. */
async function odd(speak: (socket: Socket) => void): Promise<{ url: string; sockets: Socket[] }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    speak(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

const deliveryTo = (smtpUrl: string, patience: object, keeps?: (address: string) => boolean) =>
  mailDelivery({
    db: database.db,
    clock,
    log: createLog('silent'),
    smtpUrl,
    from: 'a@b.example',
    appUrl: 'https://b.example',
    patience,
    ...(keeps && { keeps }),
  });
const mails = () =>
  database.db
    .selectFrom('outbound_emails')
    .select(['state', 'attempts', 'last_error'])
    .orderBy('attempts', 'desc')
    .execute();

it('gives up on a server that accepts and never answers, after one mail of the round', async () => {
  const { url, sockets } = await odd(() => undefined);
  await deliveryTo(url, { greetingTimeout: 50 }).run(clock.now());
  expect(sockets).toHaveLength(1);
  expect(await mails()).toMatchObject([
    { state: 'waiting', attempts: 1, last_error: expect.stringMatching(/greeting/i) },
    { state: 'waiting', attempts: 0 },
  ]);
});

it('gives up on a server that greets and then falls silent', async () => {
  const { url } = await odd((socket) => socket.write('220 mail.example\r\n'));
  await deliveryTo(url, { socketTimeout: 50 }).run(clock.now());
  expect(await mails()).toMatchObject([{ state: 'waiting', attempts: 1 }, { attempts: 0 }]);
});

it('gives up on a server that sends slowly and never ends', async () => {
  const { url } = await odd((socket) => {
    socket.write('220-mail.example\r\n');
    const drip = setInterval(() => socket.write('220-one moment\r\n'), 5);
    socket.on('close', () => clearInterval(drip));
  });
  await deliveryTo(url, { socketTimeout: 5_000, wholeMs: 100 }).run(clock.now());
  expect(await mails()).toMatchObject([
    { state: 'waiting', attempts: 1, last_error: expect.stringContaining('longer than 100 ms') },
    { attempts: 0 },
  ]);
});

it('ends at once when its signal aborts, loses nothing and keeps no row locked meanwhile', async () => {
  const { url, sockets } = await odd(() => undefined);
  const ending = new AbortController();
  const delivery = deliveryTo(url, {});
  const running = delivery.run(clock.now(), ending.signal);
  await expect.poll(() => sockets.length).toBe(1);
  await database.db.selectFrom('outbound_emails').select('id').forUpdate().noWait().execute();
  ending.abort();
  await running;
  expect(await mails()).toMatchObject([{ state: 'waiting', attempts: 1 }, { state: 'waiting' }]);
  expect((await nextDueOf(database.db, delivery))!.getTime()).toBeLessThanOrEqual(
    clock.now().getTime() + HOUR,
  );
});

it('sends no mail to an address that `keeps` names, and leaves the mail readable', async () => {
  const { url, sockets } = await odd(() => undefined);
  const kept = { to: 'host@demo.example', subject: 'Approved', text: 'Your clip' };
  await enqueueMail(database.db, kept, after(clock.now(), -HOUR));
  const delivery = deliveryTo(url, { greetingTimeout: 50 }, (address) => address === kept.to);
  await delivery.run(clock.now());
  expect(sockets).toHaveLength(1);
  expect((await mails()).map(({ state }) => state).sort()).toEqual(['kept', 'waiting', 'waiting']);
  expect(await listOutbox(database.db)).toContainEqual(expect.objectContaining(kept));
  clock.advance(HOUR);
  await delivery.run(clock.now());
  expect((await mails()).find(({ state }) => state === 'kept')).toMatchObject({ attempts: 1 });
});
