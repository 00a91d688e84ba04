import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { MINUTE } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createLog } from '#server/infra/log.ts';
import { transact } from '#server/infra/transaction.ts';
import { testDatabase } from '#server/testing/database.ts';
import { followEvents } from './follow.ts';
import { MOST_SENT } from './rules.ts';
import { type Waiting, withBatch } from './waiting.ts';
import { writeEvent } from './write-event.ts';

const t = await testDatabase();
const { db } = t;
afterAll(() => t.close());

test('catching up waits for one reading, even if commits never stop', async () => {
  const kinds = new Set<string>();
  let isBusy = true;
  const feed = followEvents({
    db,
    log: createLog('silent'),
    everyMs: MINUTE,
    pauseMs: 0,
    take: ({ rows }) => {
      for (const { kind } of rows) kinds.add(kind);
      if (isBusy) feed.wake();
    },
  });
  onTestFinished(async () => {
    isBusy = false;
    await feed.stop();
  });
  await feed.start();
  // This transaction id is higher than any snapshot has reached, so each reading finds the event again.
  await sql`insert into events (xid, kind, readers, for_admins) values ('900000000000', 'test.again', '{}', true)`.execute(
    t.owner,
  );
  await transact(db, (tx) => writeEvent(tx, 'test.before', { accountIds: [newId<AccountId>()] }));
  await feed.catchUp();
  expect([...kinds].toSorted()).toEqual(['test.again', 'test.before']);
});

test('queues a limited number of events for a stream that is catching up', () => {
  const batch = {
    before: null,
    after: '',
    events: Array.from({ length: MOST_SENT / 2 }, () => ({
      ...{ id: newId(), kind: 'test.any', at: new Date() },
      ...{ subjectId: null, submissionId: null, listingId: null },
    })),
  };
  let waiting: Waiting = [];
  for (const length of [1, 2]) {
    waiting = withBatch(waiting, batch);
    expect(waiting).toHaveLength(length);
  }
  waiting = withBatch(waiting, batch);
  expect(waiting).toBeNull();
  expect(withBatch(waiting, batch)).toBeNull();
  expect(withBatch([], null)).toBeNull();
});
