import { expect, test } from 'vitest';
import { call, startTrial } from '../trial.ts';
import { errorsByChance } from './catalogue.ts';

/** Returns YouTube's answers to forty calls in a row. */
async function answers(seed: number, share: number): Promise<string[]> {
  const { simulator } = await startTrial({ randomErrors: { seed, share } });
  const given: string[] = [];
  for (let at = 0; at < 40; at += 1) {
    const reply = await call(`${simulator.urls.youtubeApi}/videos?key=k1&part=id&id=aaaaaaaaaaa`);
    given.push(reply.json.error?.message ?? 'ok');
  }
  await simulator.stop();
  return given;
}

test('random errors occur as often as configured, and are the same for the same seed', async () => {
  const first = await answers(7, 0.5);
  expect(await answers(7, 0.5)).toEqual(first);
  expect(await answers(8, 0.5)).not.toEqual(first);
  const errors = first.filter((one) => one !== 'ok');
  expect(errors.length).toBeGreaterThan(10);
  expect(errors.length).toBeLessThan(30);
  expect(await answers(7, 0)).toEqual(Array.from({ length: 40 }, () => 'ok'));
});

test('only errors that a retry can pass occur at random', () => {
  for (const service of ['youtube', 'tiktok', 'instagram', 'tiktok-business'] as const) {
    expect(errorsByChance(service, 'passing').length).toBeGreaterThan(0);
    for (const { status, body } of errorsByChance(service, 'passing')) {
      expect([service, status, JSON.stringify(body)]).not.toMatchObject([service, 401, expect.anything()]);
    }
  }
});

test('an error is set for one post, one account or all, ends with its time, and must be in the catalogue', async () => {
  const { simulator, clock } = await startTrial();
  const post = await simulator.createPost({ platform: 'youtube', handle: 'ada' });
  const ask = async (id: string) =>
    (await call(`${simulator.urls.youtubeApi}/videos?key=k1&part=id&id=${id}`)).status;
  const set = (input: object) => simulator.control.setRefusal({ service: 'youtube', ...input });
  await set({ error: 'videoNotFound', postId: post.id, minutes: 60 });
  expect([await ask(post.id), await ask(`aaaaaaaaaaa,${post.id}`), await ask('aaaaaaaaaaa')]).toEqual([
    404, 404, 200,
  ]);
  await set({ error: 'quotaExceeded', accountId: 'somebody else' });
  expect(await ask('aaaaaaaaaaa')).toBe(200);
  clock.advanceHours(1);
  expect(await ask(post.id)).toBe(200);
  await set({ error: 'backendError' });
  expect(await ask('aaaaaaaaaaa')).toBe(503);
  await set({ error: null });
  expect(await ask('aaaaaaaaaaa')).toBe(200);
  await expect(set({ error: 'no such' })).rejects.toThrow('No such error.');
  await simulator.stop();
});
