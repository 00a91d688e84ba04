import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdUpload } from './hold-upload.ts';
import { chooseAgain, currentUploads, findUnused, keepFor } from './uploads.ts';

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
  fingerprint: null,
};

/** The locks of one browser, which all its tabs share. */
function browserLocks() {
  const held = new Set<string>();
  return {
    async request(name: string, _: object, run: (lock: object | null) => unknown): Promise<void> {
      if (held.has(name)) return void run(null);
      held.add(name);
      await run({});
      held.delete(name);
    },
  };
}

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { locks: browserLocks() });
  vi.stubGlobal('fetch', async () => Response.json({ rows: [row] }));
});
afterEach(() => vi.unstubAllGlobals());

test('an upload that another tab sends is not sent here too, and can be continued here later', async () => {
  keepFor('ada');
  await findUnused();
  const giveBack = (await holdUpload(row.id))!;
  await chooseAgain(row.id, new File(['night'], 'night.mp4', { type: 'video/mp4' }));
  await vi.waitFor(() => expect(currentUploads()).toMatchObject([{ phase: 'paused' }]));
  expect(currentUploads()[0]!.fault).toMatchObject({ title: 'Sent in another tab' });
  giveBack();
  await vi.waitFor(async () => expect(await holdUpload(row.id)).not.toBeNull());
});

test('whoever signs in next in a tab sees nothing of the uploads before, not even of those being looked up', async () => {
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
