import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lastHeardAt } from '#web/api/reach.ts';
import { sendUpload } from './send-upload.ts';

const tus = vi.hoisted(() => ({ options: {} as { onProgress: (bytes: number) => void } }));
vi.mock('tus-js-client', () => ({
  Upload: class {
    constructor(_file: File, options: typeof tus.options) {
      tus.options = options;
    }
    start() {}
  },
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an upload that sends bytes counts as a sign of the server', async () => {
  const progress = vi.fn();
  const nothing = () => undefined;
  await sendUpload('one', new File(['a'], 'a.mp4'), {
    progress,
    cut: nothing,
    sent: nothing,
    failed: nothing,
  });
  vi.setSystemTime(Date.now() + 60_000);
  tus.options.onProgress(1);
  expect(progress).toHaveBeenCalledWith(1);
  expect(lastHeardAt()).toBe(Date.now());
});
