import { expect, test } from 'vitest';
import {
  holdStudioClip,
  latestStudioClip,
  removeStudioClips,
  studioClipName,
} from '#web/nouns/studio-clip.ts';
import { forgetOlder } from './export-files.ts';

/** Locks that only one holder can have at a time, as in browsers. */
function lockManager() {
  const held = new Set<string>();
  const request = async (name: string, ...rest: unknown[]) => {
    const act = rest.at(-1) as (lock: object | null) => unknown;
    if (held.has(name)) return await act(null);
    held.add(name);
    try {
      return await act({ name });
    } finally {
      held.delete(name);
    }
  };
  return { request } as unknown as Pick<LockManager, 'request'>;
}

function folder(files: Record<string, number>) {
  const names = new Set(Object.keys(files));
  return {
    names,
    async *keys() {
      yield* [...names];
    },
    getFileHandle: async (name: string) => ({
      getFile: async () =>
        new File([name.includes('empty') ? '' : 'bytes'], name, { lastModified: files[name]! }),
    }),
    async removeEntry(name: string) {
      names.delete(name);
    },
  };
}

const HOUR = 3_600_000;

test('a new export keeps the clips of other tabs and removes those of closed tabs', async () => {
  const locks = lockManager();
  const open = folder({ 'clip-mine.mp4': 0, 'clip-gone.mp4': 0, 'other.bin': 0 });
  const release = holdStudioClip('clip-mine.mp4', locks);
  await forgetOlder(open, locks, 0);
  expect([...open.names]).toEqual(['clip-mine.mp4', 'other.bin']);
  release();
  await new Promise((done) => setImmediate(done));
  await forgetOlder(open, locks, 0);
  expect([...open.names]).toEqual(['other.bin']);
});

test('without locks a clip is kept for a day', async () => {
  const open = folder({ 'clip-old.mp4': 0, 'clip-new.mp4': 2 * HOUR });
  await forgetOlder(open, undefined, 25 * HOUR);
  expect([...open.names]).toEqual(['clip-new.mp4']);
});

test('a submission finds the last clip that its clipper exported for its listing', async () => {
  const [tess, other, run, race] = ['tess', 'other', 'run', 'race'];
  const [old, latest] = [studioClipName(tess, run), studioClipName(tess, run)];
  const unfinished = studioClipName(tess, run).replace(/[^-]*$/, 'empty.mp4');
  const open = folder({
    [old]: 1,
    [latest]: 2,
    [unfinished]: 3,
    [studioClipName(tess, race)]: 4,
    [studioClipName(other, run)]: 5,
  });
  const found = await latestStudioClip(open, { clipperId: tess, listingId: run });
  expect(found).toMatchObject({ name: latest });
  expect(await latestStudioClip(open, { clipperId: other, listingId: race })).toBeNull();
});

test('the next person to sign in finds no clip of another person, and signing out leaves none', async () => {
  const [own, theirs] = [studioClipName('tess', 'run'), studioClipName('other', 'run')];
  const open = folder({ [own]: 1, [theirs]: 2, 'other.bin': 0 });
  await removeStudioClips(open, 'tess');
  expect([...open.names]).toEqual([own, 'other.bin']);
  await removeStudioClips(open, null);
  expect([...open.names]).toEqual(['other.bin']);
});
