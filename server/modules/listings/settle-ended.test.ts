import { afterAll, expect, test } from 'vitest';
import { DAY, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { clipOn } from '#server/testing/listing-clips.ts';
import { connect, fund, listingBody } from '#server/testing/listings.ts';
import { testModules } from '#server/testing/modules.ts';

const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const [module] = testModules(t.db, clock, ['listings']);
const api = await testApi(t.db, clock, [module]);
afterAll(async () => {
  await api.close();
  await t.close();
});

test.each(['withdrawn', 'rejected'] as const)(
  'an undecided hold on a %s clip does not keep the rest of the budget from the host',
  async (status) => {
    const host = await testPerson(t.db, 'host');
    await connect(t.db, host);
    await fund(t.db, host.accountId, 500);
    const { id } = (await api.send('POST', '/api/listings', { as: host, body: listingBody })).body;
    const clip = await clipOn(t.db, id, clock.now(), 'pending');
    const hold = { score: 70, reason: 'A step without likes.', from_views: 0n, opened_at: clock.now() };
    await t.db
      .insertInto('fraud_holds')
      .values({ ...hold, id: newId(), submission_id: clip.id, state: 'escalated', decide_by: clock.now() })
      .execute();
    await t.db.updateTable('submissions').set({ status }).where('id', '=', clip.id).execute();
    await api.send('POST', `/api/listings/${id}/end`, { as: host });
    clock.advance(4 * DAY);
    for (const job of module.jobs!) await job.run(clock.now());
    const row = await t.db.selectFrom('listings').select('state').where('id', '=', id).executeTakeFirst();
    expect(row?.state).toBe('settled');
  },
);
