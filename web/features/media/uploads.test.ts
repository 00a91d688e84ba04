import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdUpload } from './hold-upload.ts';
import { cancelUpload, chooseAgain, currentUploads, findUnused, keepFor } from './uploads.ts';

const row = {
  id: '01900000-0000-7000-8000-000000000041',
  state: 'uploading',
  fileName: 'night.mp4',
  sizeBytes: 5,
  offsetBytes: 2,
  durationMs: null,
  width: null,
  height: null,
  format: null,
  refusal: null,
  undecodableSound: null,
  fingerprint: null,
  lacksPictures: false,
};

/** The locks of one browser, shared by all its tabs. */
function browserLocks() {
  const held = new Map<string, Promise<void>>();
  return {
    async request(
      name: string,
      { mode }: { mode?: string },
      run: (lock: object | null) => unknown,
    ): Promise<void> {
      if (held.has(name) && mode !== 'shared') return void run(null);
      await held.get(name);
      const lock = Promise.resolve(run({}));
      held.set(
        name,
        lock.then(() => void held.delete(name)),
      );
      await held.get(name);
    },
    query: async () => ({ held: [...held.keys()].map((name) => ({ name })) }),
  };
}

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { locks: browserLocks() });
  vi.stubGlobal('fetch', async () => Response.json({ rows: [row], mostBytes: 1e9 }));
});
afterEach(() => vi.unstubAllGlobals());

test('an upload that another tab sends is not sent here, and can be continued here later', async () => {
  keepFor('ada');
  await findUnused();
  expect(currentUploads()).toMatchObject([{ phase: 'absent' }]);
  const giveBack = (await holdUpload(row.id))!;
  await chooseAgain(row.id, new File(['night'], 'night.mp4', { type: 'video/mp4' }));
  await vi.waitFor(() => expect(currentUploads()).toMatchObject([{ phase: 'paused' }]));
  expect(currentUploads()[0]!.fault).toMatchObject({ title: 'Sent in another tab' });
  await giveBack();
  await vi.waitFor(async () => expect(await holdUpload(row.id)).not.toBeNull());
});

test('an upload that another tab sends is neither shown as unfinished nor canceled here', async () => {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' } = {}) => {
    calls.push(method);
    return Response.json({ rows: [row], mostBytes: 1e9 });
  });
  keepFor('cleo');
  const giveBack = (await holdUpload(row.id))!;
  await findUnused();
  expect(currentUploads()).toMatchObject([{ phase: 'elsewhere' }]);
  await cancelUpload(row.id);
  expect(calls).not.toContain('DELETE');
  expect(currentUploads()).toMatchObject([{ phase: 'elsewhere' }]);
  await giveBack();
  await vi.waitFor(() => expect(currentUploads()).toMatchObject([{ phase: 'absent' }]));
});

test('the next person in a tab sees no upload of the previous one, not even one that is being looked up', async () => {
  keepFor('ada');
  await findUnused();
  expect(currentUploads()).toHaveLength(1);
  keepFor('ada');
  expect(currentUploads()).toHaveLength(1);
  const late = findUnused();
  keepFor('berta');
  await late;
  expect(currentUploads()).toEqual([]);
});
