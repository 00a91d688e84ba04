import { afterAll, beforeAll, expect, test } from 'vitest';
import { after, DAY, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createActor } from '#server/testing/actor.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { forgetOldNotifications } from './forget-old.job.ts';

const written = new Date('2026-03-02T10:00:00Z');
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('deletes a notification 12 months after it was read, and 24 months after it was written if nobody read it', async () => {
  const { db } = database;
  const { userId } = await createActor(db, { role: 'clipper', username: 'old_news' });
  const notification = (title: string, readAt: Date | null) => ({
    id: newId(),
    user_id: userId,
    kind: 'clip_approved',
    title,
    body: '',
    link: '/clipper/submissions',
    created_at: written,
    read_at: readAt,
  });
  const atOnce = notification('read at once', written);
  await db
    .insertInto('notifications')
    .values([
      atOnce,
      notification('read after 20 months', new Date('2027-11-02T10:00:00Z')),
      notification('never read', null),
    ])
    .execute();
  const many = Array.from({ length: 5_100 }, (_, i) => notification(`read at once, ${i}`, written));
  await db.insertInto('notifications').values(many).execute();
  await db
    .insertInto('notification_deliveries')
    .values({
      notification_id: atOnce.id,
      user_id: userId,
      topic: 'clips',
      channel: 'mail',
      target_id: userId,
      timing: 'now',
      due_at: written,
    })
    .execute();
  const clock = new MovableClock({ frozenAt: new Date('2027-03-02T10:00:00Z') });
  const job = forgetOldNotifications(db);
  const left = async (at: Date) => {
    clock.advance(at.getTime() - clock.now().getTime());
    await job.run(clock.now());
    const rows = await db.selectFrom('notifications').select('title').orderBy('title').execute();
    return rows.map(({ title }) => title);
  };

  expect(await left(clock.now())).toHaveLength(5_103);
  expect(await left(after(clock.now(), DAY))).toEqual(['never read', 'read after 20 months']);
  expect(await db.selectFrom('notification_deliveries').selectAll().execute()).toEqual([]);
  expect(await left(new Date('2028-03-02T10:00:00Z'))).toEqual(['never read', 'read after 20 months']);
  expect(await left(new Date('2028-03-03T10:00:00Z'))).toEqual(['read after 20 months']);
  expect(await left(new Date('2028-11-03T10:00:00Z'))).toEqual([]);
});
