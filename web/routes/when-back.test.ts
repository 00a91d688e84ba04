import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenBack } from './when-back.ts';

let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type Watcher = typeof import('#web/api/watch-server.ts');

test('a failed page continues once the server answers, even if the code that asks it could not be loaded at first', async () => {
  const act = vi.fn();
  let isThere = false;
  const ended = vi.fn();
  const watcher = async () => {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return {
      whenServerAnswers: (answered: () => void) => {
        answered();
        return ended;
      },
    } as unknown as Watcher;
  };
  const end = whenBack(act, watcher);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(act).not.toHaveBeenCalled();
  isThere = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(act).toHaveBeenCalledTimes(1);
  end();
  expect(ended).toHaveBeenCalledTimes(1);
});

test('a page that was left meanwhile asks no more', async () => {
  const act = vi.fn();
  const whenServerAnswers = vi.fn(() => () => undefined);
  const watcher = vi.fn(async () => ({ whenServerAnswers }) as unknown as Watcher);
  whenBack(act, watcher)();
  page.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([act.mock.calls.length, whenServerAnswers.mock.calls.length]).toEqual([0, 0]);
});
