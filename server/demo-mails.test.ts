import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { createLog } from './infra/log.ts';
import { enqueueMail } from './infra/mail.ts';
import { TEST_SECRET } from './testing/actor.ts';
import { testDatabase } from './testing/database.ts';

/** Runs a mail server on loopback and keeps the recipients of its mails. */
async function mailServer() {
  const asked: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      asked.push(address);
      done();
    },
    onData(stream, _session, done) {
      stream.resume().on('end', () => done());
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((done) => server.close(done)));
  return { asked, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}

test('a demo with a mail server sends no mail to its generated people, and sends those of visitors', {
  timeout: 60_000,
}, async () => {
  const { asked, url: SMTP_URL } = await mailServer();
  const { db, appUrl, close } = await testDatabase();
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'permille-mails-'));
  const config = readConfig({ SECRET: TEST_SECRET, DATA_DIR, MODE: 'demo', PORT: '0', SMTP_URL });
  const app = await createApp(config, { databaseUrl: appUrl, log: createLog('silent') });
  onTestFinished(async () => {
    await app.stop();
    await close();
    rmSync(DATA_DIR, { recursive: true });
  });
  const people = await db
    .selectFrom('users')
    .leftJoin('payout_addresses', 'payout_addresses.user_id', 'users.id')
    .select(['users.email', 'payout_addresses.email as paidAt'])
    .execute();
  const made = people.flatMap(({ email, paidAt }) => [email, ...(paidAt ? [paidAt] : [])]);
  expect(made.length).toBeGreaterThan(50);
  const past = new Date(Date.now() - 60_000);
  for (const to of made) await enqueueMail(db, { to, subject: 'Approved', text: 'Your clip' }, past);
  await enqueueMail(db, { to: 'visitor@mailbox.example', subject: 'Hello', text: 'Hello' }, new Date());
  await app.start();
  await expect.poll(() => asked, { timeout: 30_000 }).not.toEqual([]);
  expect(asked).toEqual(['visitor@mailbox.example']);
  const kept = await db
    .selectFrom('outbound_emails')
    .select('to_address')
    .where('state', '=', 'kept')
    .execute();
  expect(kept.map(({ to_address }) => to_address)).toEqual(expect.arrayContaining(made));
});
