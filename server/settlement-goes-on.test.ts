import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { createLog } from './infra/log.ts';
import { enqueueMail } from './infra/mail.ts';
import { TEST_SECRET } from './testing/actor.ts';
import { testPerson } from './testing/api.ts';
import { testClip, testListing } from './testing/clips.ts';
import { testDatabase } from './testing/database.ts';
import { LIVE_ENV } from './testing/live-env.ts';
import { silentServer } from './testing/silent-server.ts';

test('clips are settled while the mail server hangs', async () => {
  const database = await testDatabase();
  const { db } = database;
  const mailServer = await silentServer();
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'permille-hang-'));
  const config = readConfig({
    ...LIVE_ENV,
    SECRET: TEST_SECRET,
    DATA_DIR,
    PORT: '0',
    SMTP_URL: mailServer.url,
  });
  const app = await createApp(config, { databaseUrl: database.appUrl, log: createLog('silent') });
  onTestFinished(async () => {
    mailServer.close();
    await app.stop();
    await database.close();
    rmSync(DATA_DIR, { recursive: true });
  });
  await enqueueMail(db, { to: 'tess@people.example', subject: 'Hello', text: 'Hello' }, new Date());
  await app.start();
  await expect.poll(() => mailServer.sockets.length, { timeout: 10_000 }).toBe(1);

  const now = new Date();
  const { id: listingId } = await testListing(db, now);
  const clipperId = (await testPerson(db, 'clipper')).accountId;
  const clip = await testClip(db, { listingId, clipperId, approvedAt: now, views: 2_000 });
  const paid = () => db.selectFrom('accruals').select('state').where('submission_id', '=', clip).execute();
  await expect.poll(paid, { timeout: 10_000 }).toEqual([{ state: 'pending' }]);
});
