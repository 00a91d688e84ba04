import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';

let database: TestDatabase;
let world: ClipWorld;
beforeAll(async () => {
  database = await testDatabase();
  world = await clipWorld(database);
});
beforeEach(() => world.forgetClips());
afterAll(async () => {
  await world.close();
  await database.close();
});

type WorldClip = Awaited<ReturnType<ClipWorld['submitClip']>>;

const isUnread = async (clip: WorldClip) => {
  const { read_at } = await world.db
    .selectFrom('notifications')
    .select('read_at')
    .where('user_id', '=', clip.host.userId)
    .where('kind', '=', 'submission.submitted')
    .where('link', '=', `/host/submissions?submission=${clip.id}`)
    .executeTakeFirstOrThrow();
  return read_at === null;
};
const act = (clip: WorldClip, verb: 'approve' | 'undo' | 'withdraw', body?: object) =>
  world.api.send('POST', `/api/submissions/${clip.id}/${verb}`, {
    as: verb === 'withdraw' ? clip.clipper : clip.host,
    ...(body ? { body } : {}),
  });
const seconds = (n: number) => world.clock.advanceHours(n / 3600);

it('stays unread while the host can still decide, also after an undone decision', async () => {
  const clip = await world.submitClip();
  await act(clip, 'approve');
  await act(clip, 'undo');
  seconds(11);
  await world.runDue();
  expect(await isUnread(clip)).toBe(true);
});

it('is read once its clip is decided, and those of other clips stay unread', async () => {
  const [clip, other] = [await world.submitClip(), await world.submitClip()];
  await act(clip, 'approve');
  seconds(10);
  await world.runDue();
  expect(await isUnread(clip)).toBe(false);
  expect(await isUnread(other)).toBe(true);
});

it('is read once its clip is withdrawn, or goes to the reviewers', async () => {
  const [withdrawn, late] = [await world.submitClip(), await world.submitClip()];
  await act(withdrawn, 'withdraw');
  expect(await isUnread(withdrawn)).toBe(false);
  world.clock.advanceHours(24 * 5);
  await world.runDue();
  await world.runDue();
  expect(await isUnread(late)).toBe(false);
});
