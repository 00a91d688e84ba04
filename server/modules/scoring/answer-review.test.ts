import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { personOf } from '#db/seed/person-of.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const api = await testApi(db, clock, testModules(db, clock, ['scoring', 'clips']));
const admin = await testPerson(db, 'admin');
afterAll(async () => {
  await api.close();
  await t.close();
});

/** An approved clip whose score asks a person. */
async function asked(score = 40) {
  const listing = await testListing(db, clock.now());
  const clipper = await testPerson(db, 'clipper');
  const id = await testClip(db, {
    listingId: listing.id,
    clipperId: clipper.accountId,
    approvedAt: clock.now(),
  });
  await count(db, id, 5_000, clock.now(), { band: 'needs_review', score });
  return {
    id,
    clipper,
    host: { ...(await testPerson(db, 'host')), userId: personOf(listing.hostId), accountId: listing.hostId },
  };
}
type Person = Awaited<ReturnType<typeof testPerson>>;
const write = (id: string, as: Person, text = 'Raided by a friend.') =>
  api.send('PUT', `/api/clipper/submissions/${id}/review-note`, { as, body: { text } });
const shown = async (id: string, as: Person) => (await api.send('GET', `/api/clips/${id}`, { as })).body;
const pass = (id: string) =>
  api.send('POST', `/api/admin/submissions/${id}/let-pass`, { as: admin, body: { note: 'Real.' } });
const judge = (id: string, band: string, score: number) =>
  sql`update clip_tracking set band = ${band}, score = ${score} where submission_id = ${id}`.execute(t.owner);

describe('PUT /api/clipper/submissions/:id/review-note', () => {
  test('200: the clipper and admins read the note, the host does not, and another text replaces it', async () => {
    const { id, clipper, host } = await asked();
    expect((await shown(id, clipper)).may).toContain('answer_review');
    expect((await write(id, clipper)).status).toBe(200);
    clock.advance(3_600_000);
    expect((await write(id, clipper, '  Raided on Sunday.  ')).status).toBe(200);
    const note = { text: 'Raided on Sunday.', isOpen: true, changedAt: clock.now().toISOString() };
    for (const as of [clipper, admin]) expect((await shown(id, as)).reviewNote).toMatchObject(note);
    expect((await shown(id, host)).reviewNote).toBeNull();
    const audits = await db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', id)
      .where('action', 'like', 'review_note.%')
      .orderBy('occurred_at')
      .execute();
    expect(audits).toEqual([
      { action: 'review_note.written', actor_id: clipper.userId },
      { action: 'review_note.changed', actor_id: clipper.userId },
    ]);
  });

  test('409 review_not_open: refuses a note while nobody is asked, and keeps the one that was decided on', async () => {
    const { id, clipper } = await asked();
    await write(id, clipper);
    expect((await pass(id)).status).toBe(200);
    expect((await write(id, clipper, 'More.')).body.code).toBe('review_not_open');
    const { reviewNote, may } = await shown(id, clipper);
    expect([reviewNote.text, reviewNote.isOpen]).toEqual(['Raided by a friend.', false]);
    expect(may).not.toContain('answer_review');
    await judge(id, 'clean', 10);
    expect((await write(id, clipper)).body.code).toBe('review_not_open');
  });

  test('a clearly higher score asks again, and takes a new note', async () => {
    const { id, clipper } = await asked();
    await write(id, clipper);
    await pass(id);
    clock.advance(1_000);
    await judge(id, 'needs_review', 58);
    expect((await write(id, clipper, 'A second raid.')).status).toBe(200);
    expect((await shown(id, clipper)).reviewNote).toMatchObject({ text: 'A second raid.', isOpen: true });
    const { rows } = await sql`select from clip_review_notes where submission_id = ${id}`.execute(db);
    expect(rows).toHaveLength(2);
  });

  test('a decided hold answers the notes that were written before it', async () => {
    const { id, clipper } = await asked();
    await write(id, clipper);
    clock.advance(1_000);
    await sql`insert into fraud_holds (id, submission_id, state, score, reason, from_views, opened_at, decide_by, decided_at, decided_by)
      values (${newId()}, ${id}, 'upheld', 40, 'Bought.', 0, ${clock.now()}, ${clock.now()}, ${clock.now()}, ${admin.userId})`.execute(
      t.owner,
    );
    expect((await shown(id, admin)).reviewNote.isOpen).toBe(false);
  });

  test('two notes at once are one note', async () => {
    const { id, clipper } = await asked();
    const both = await Promise.all([write(id, clipper, 'One.'), write(id, clipper, 'Two.')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { rows } = await sql`select from clip_review_notes where submission_id = ${id}`.execute(db);
    expect(rows).toHaveLength(1);
  });

  test('404: refuses a clip of another clipper as if it did not exist', async () => {
    const { id } = await asked();
    const stranger = await testPerson(db, 'clipper');
    const [theirs, none] = [await write(id, stranger), await write(newId(), stranger)];
    expect([theirs.status, theirs.body]).toEqual([404, none.body]);
  });

  test.each([
    ['an empty note', '   ', 'Say what explains the views.'],
    ['a note of more than 1,000 characters', 'x'.repeat(1_001), 'A note has at most 1,000 characters.'],
  ])('400: refuses %s and names field and rule', async (_what, text, rule) => {
    const { id, clipper } = await asked();
    const { status, body } = await write(id, clipper, text);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('text');
    expect(JSON.stringify(body)).toContain(rule);
  });
});
