import { afterAll, describe, expect, it } from 'vitest';
import { DECLARATIONS_PER_PERSON } from '#contract/limits.ts';
import type { Actor } from '#server/http/actor.ts';
import { DAY, MINUTE, after as momentAfter } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { testPerson } from '#server/testing/api.ts';
import { clipWorld } from '#server/testing/clip-world.ts';

const world = await clipWorld();
afterAll(world.close);

const link = 'https://www.twitch.tv/videos/2345678901';
const now = () => world.clock.now();
const fromNow = (ms: number) => momentAfter(now(), ms);
const raid = (more: object = {}) => ({ kind: 'raid', at: now().toISOString(), link, ...more });
const closed = (more: object = {}) => ({
  kind: 'comments_closed',
  at: now().toISOString(),
  link: null,
  ...more,
});
const declare = (as: Actor, id: string, body: object, key?: string) =>
  world.api.send('POST', `/api/clips/${id}/declarations`, { as, body, ...(key ? { key } : {}) });
const clipOf = async (as: Actor, id: string) =>
  (await world.api.send('GET', `/api/clips/${id}`, { as })).body;
const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

describe('POST /api/clips/:id/declarations', () => {
  it('200 shows a declared share to clipper, host and admins, with who declared it and when', async () => {
    const { id, clipper, host } = await world.submitClip();
    expect((await declare(clipper, id, raid())).status).toBe(200);
    const admin = await testPerson(world.db, 'admin');
    for (const viewer of [clipper, host, admin]) {
      expect((await clipOf(viewer, id)).declarations).toMatchObject([
        { kind: 'raid', by: 'clipper', link, at: now().toISOString(), declaredAt: now().toISOString() },
      ]);
    }
    const log = await world.db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).execute();
    expect(log.find(({ action }) => action === 'submission.declared')).toMatchObject({
      actor_id: clipper.userId,
      data: { kind: 'raid', link, at: now().toISOString() },
    });
  });

  it('200 lets a host declare a share, and notifies nobody', async () => {
    const { id, clipper, host } = await world.submitClip();
    await world.db.deleteFrom('notifications').execute();
    expect((await declare(host, id, raid({ kind: 'community_post' }))).status).toBe(200);
    expect((await clipOf(clipper, id)).declarations).toMatchObject([{ kind: 'community_post', by: 'host' }]);
    expect(await world.db.selectFrom('notifications').select('id').execute()).toEqual([]);
  });

  it('200 accepts closed comments from the clipper, without a link', async () => {
    const { id, clipper } = await world.submitClip();
    expect((await declare(clipper, id, closed())).status).toBe(200);
  });

  it('200 stores a repeated request once', async () => {
    const { id, clipper } = await world.submitClip();
    const key = newId();
    const body = raid();
    await Promise.all([1, 2, 3].map(() => declare(clipper, id, body, key)));
    expect((await clipOf(clipper, id)).declarations).toHaveLength(1);
  });

  it.each([
    ['a link without https', { link: 'http://example.com/stream' }],
    ['a link with a user name', { link: 'https://twitch.tv@evil.example/' }],
    ['a link with a port', { link: 'https://example.com:8443/' }],
    ['a link to an address', { link: 'https://127.0.0.1/' }],
    ['a link to a name without a dot', { link: 'https://localhost/' }],
    ['a script', { link: 'javascript:alert(1)' }],
    ['a text', { link: 'my stream' }],
    ['a long link', { link: `https://example.com/${'x'.repeat(500)}` }],
    ['a link that becomes too long in ASCII', { link: `https://example.com/${'é'.repeat(400)}` }],
  ])('400 refuses %s and names the rule', async (_what, more) => {
    const { id, clipper } = await world.submitClip();
    const { status, body } = await declare(clipper, id, raid(more));
    expect(status).toBe(400);
    expect(body.fields).toEqual([{ field: 'link', message: expect.stringMatching(/^Link: /) }]);
  });

  it('400 refuses a share without a link, closed comments with one, and a time without its zone', async () => {
    const { id, clipper } = await world.submitClip();
    for (const body of [raid({ link: null }), closed({ link }), raid({ at: '2031-01-01T12:00:00' })])
      expect((await declare(clipper, id, body)).status).toBe(400);
  });

  it('422 refuses a time before the post or far in the future', async () => {
    const { id, clipper } = await world.submitClip();
    const { postedAt } = await clipOf(clipper, id);
    const at = (moment: Date) => declare(clipper, id, raid({ at: moment.toISOString() }));
    expect(refusal(await at(momentAfter(new Date(postedAt), -MINUTE)))).toEqual([422, 'declaration_time']);
    expect(refusal(await at(fromNow(11 * MINUTE)))).toEqual([422, 'declaration_time']);
    expect((await at(fromNow(9 * MINUTE))).status).toBe(200);
  });

  it('403 refuses a host who declares closed comments, and an admin', async () => {
    const { id, host } = await world.submitClip();
    expect(refusal(await declare(host, id, closed()))).toEqual([403, 'wrong_role']);
    const admin = await testPerson(world.db, 'admin');
    expect(refusal(await declare(admin, id, raid()))).toEqual([403, 'wrong_role']);
  });

  it('404 answers strangers as if the clip did not exist', async () => {
    const [mine, theirs] = [await world.submitClip(), await world.submitClip()];
    for (const as of [mine.clipper, mine.host]) {
      const [foreign, unknown] = [await declare(as, theirs.id, raid()), await declare(as, newId(), raid())];
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    }
  });

  it('409 refuses a third declaration by one person about a clip, even of simultaneous ones', async () => {
    const { id, clipper, host } = await world.submitClip();
    const kinds = ['raid', 'newsletter', 'repost', 'community_post'];
    const replies = await Promise.all(kinds.map((kind) => declare(clipper, id, raid({ kind }))));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    const shown = await clipOf(clipper, id);
    expect([shown.declarations.length, shown.may.includes('declare')]).toEqual([2, false]);
    expect((await declare(host, id, raid())).status).toBe(200);
  });

  it('409 refuses a clipper with too many declarations within thirty days', async () => {
    const { id, clipper } = await world.submitClip();
    const other = await world.submitClip();
    await world.db
      .insertInto('declarations')
      .values(
        Array.from({ length: DECLARATIONS_PER_PERSON.clipper }, (_, n) => ({
          ...{ id: newId(), submission_id: other.id, author_id: clipper.accountId, by: 'clipper' },
          ...{ kind: 'raid', at: now(), link, declared_at: fromNow(-n * DAY) },
        })),
      )
      .execute();
    expect(refusal(await declare(clipper, id, raid()))).toEqual([409, 'declaration_limit']);
    await world.db
      .updateTable('declarations')
      .set({ declared_at: fromNow(-31 * DAY) })
      .where('author_id', '=', clipper.accountId)
      .execute();
    expect((await declare(clipper, id, raid())).status).toBe(200);
  });

  it('409 refuses a clip that is no longer counted', async () => {
    const { id, clipper } = await world.submitClip();
    await world.api.send('POST', `/api/submissions/${id}/withdraw`, { as: clipper });
    expect(refusal(await declare(clipper, id, raid()))).toEqual([409, 'clip_not_counted']);
    expect((await clipOf(clipper, id)).may).not.toContain('declare');
  });
});

it('scores the clip at once, so that its verdict names the declaration', async () => {
  const { id, clipper } = await world.submitClip();
  await world.pass(2);
  await declare(clipper, id, raid());
  const { verdict } = await clipOf(clipper, id);
  expect(verdict.contributions.map(({ signal }: { signal: string }) => signal)).toContain('declared');
});
