import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserId } from '#contract/accounts/ids.ts';
import { after, DAY, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createActor } from '#server/testing/actor.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { forgetOldMessages } from './forget-old.job.ts';

const sent = new Date('2026-03-02T10:00:00Z');
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const message = (state: 'open' | 'answered' | 'closed') => ({
  id: newId(),
  name: 'Tess',
  email: 'tess@people.example',
  category: 'bug' as const,
  message: 'The receipt shows no date.',
  state,
  created_at: sent,
});
const takedown = (name: string, handledBy: UserId | null) => ({
  id: newId(),
  name,
  email: 'owner@people.example',
  url: 'https://video.example/1',
  work: 'A song',
  signature: name,
  created_at: sent,
  handled_at: handledBy ? sent : null,
  handled_by: handledBy,
  handled_note: handledBy && 'Taken down',
});

test('deletes messages with their answers after two years, and handled takedown requests after three', async () => {
  const { db } = database;
  const admin = await createActor(db, { role: 'admin', username: 'ines_admin' });
  const answered = message('answered');
  await db
    .insertInto('support_messages')
    .values([answered, message('closed'), message('open')])
    .execute();
  const answer = {
    id: newId(),
    message_id: answered.id,
    admin_id: admin.userId,
    text: 'Fixed',
    created_at: sent,
  };
  await db.insertInto('support_answers').values(answer).execute();
  const many = Array.from({ length: 600 }, () => message('closed'));
  await db.insertInto('support_messages').values(many).execute();
  await db
    .insertInto('takedown_requests')
    .values([takedown('Handled', admin.userId), takedown('Waiting', null)])
    .execute();
  const messages = async () =>
    (await db.selectFrom('support_messages').select('state').execute()).map((m) => m.state);
  const requests = async () =>
    (await db.selectFrom('takedown_requests').select('name').execute()).map((r) => r.name);

  const clock = new MovableClock({ frozenAt: after(sent, 2 * 365 * DAY) });
  const job = forgetOldMessages(db);
  await job.run(clock.now());
  expect(await messages()).toHaveLength(603);
  clock.advance(2 * DAY);
  await job.run(clock.now());
  expect(await messages()).toEqual(['open']);
  expect(await db.selectFrom('support_answers').selectAll().execute()).toEqual([]);
  expect(await requests()).toHaveLength(2);
  clock.advance(366 * DAY);
  await job.run(clock.now());
  expect(await requests()).toEqual(['Waiting']);
  expect(await messages()).toEqual(['open']);
});
