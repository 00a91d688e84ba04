import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { after, DAY, HOUR, MovableClock } from './clock.ts';
import { createLog } from './log.ts';
import { enqueueMail, forgetOldMails, listOutbox } from './mail.ts';
import { mailDelivery } from './mail-delivery.ts';
import { transact } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** A real SMTP server on loopback that keeps the mails it accepts; `refuse` makes it answer "try later". */
async function smtp() {
  const received: string[] = [];
  const state = { refuse: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) =>
      done(state.refuse ? Object.assign(new Error('try later'), { responseCode: 451 }) : null),
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    received,
    state,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((done) => server.close(done)),
  };
}

const clock = new MovableClock({ frozenAt: new Date('2026-11-20T10:00:00Z') });
const mail = {
  to: 'tess@people.example',
  subject: 'Your clip was approved',
  text: 'Read more:\n\nhttps://permille.example/x',
};
const deliveryTo = (smtpUrl: string | null, subjectPrefix?: string) =>
  mailDelivery({
    db: database.db,
    clock,
    log: createLog('silent'),
    smtpUrl,
    from: 'Permille <hello@permille.example>',
    appUrl: 'https://permille.example',
    subjectPrefix,
  });
const states = () =>
  database.db.selectFrom('outbound_emails').select(['state', 'attempts']).orderBy('created_at').execute();

it('keeps mails in the outbox, with their links, when there is no SMTP server', async () => {
  await enqueueMail(database.db, mail, clock.now());
  await deliveryTo(null).run(clock.now());
  expect(await listOutbox(database.db)).toMatchObject([
    { ...mail, sentAt: null, links: ['https://permille.example/x'] },
  ]);
  expect(await states()).toEqual([{ state: 'waiting', attempts: 0 }]);
});

it('loses no mail while the SMTP server refuses or is gone, and delivers each once when it is back', async () => {
  const server = await smtp();
  const delivery = deliveryTo(server.url);
  server.state.refuse = true;
  await delivery.run(clock.now());
  expect(await states()).toEqual([{ state: 'waiting', attempts: 1 }]);
  server.state.refuse = false;
  clock.advance(HOUR);
  await Promise.all([delivery.run(clock.now()), delivery.run(clock.now())]);
  await delivery.run(clock.now());
  expect(await states()).toEqual([{ state: 'sent', attempts: 2 }]);
  expect(server.received).toHaveLength(1);
  expect(server.received[0]).toContain('To: tess@people.example');
  expect(server.received[0]).toContain('https://permille.example/x');
  expect((await listOutbox(database.db))[0]).toMatchObject({ text: '', links: [] });
  delivery.close();
  await server.close();

  await enqueueMail(database.db, mail, clock.now());
  const gone = deliveryTo(server.url);
  await gone.run(clock.now());
  expect((await states())[1]).toEqual({ state: 'waiting', attempts: 1 });
  gone.close();
});

it('deletes mails thirty days after they were sent, and none that waits', async () => {
  const forget = forgetOldMails(database.db);
  await forget.run(clock.now());
  expect(await states()).toMatchObject([{ state: 'sent' }, { state: 'waiting' }]);
  await forget.run(after(clock.now(), 31 * DAY));
  expect(await states()).toMatchObject([{ state: 'waiting' }]);
});

it('writes no mail for a change that was rolled back', async () => {
  const before = (await states()).length;
  await expect(
    transact(database.db, async (tx) => {
      await enqueueMail(tx, mail, clock.now());
      throw new Error('the change failed');
    }),
  ).rejects.toThrow('the change failed');
  expect(await states()).toHaveLength(before);
});

it("begins each subject with the system's name", async () => {
  const server = await smtp();
  await database.db.deleteFrom('outbound_emails').execute();
  await enqueueMail(database.db, mail, clock.now());
  const delivery = deliveryTo(server.url, '[Staging] ');
  await delivery.run(clock.now());
  expect(server.received[0]).toContain('Subject: [Staging] Your clip was approved');
  delivery.close();
  await server.close();
});
