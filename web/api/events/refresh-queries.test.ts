import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefresher } from './refresh-queries.ts';

let client: QueryClient;
let isHidden = false;
let refresher: ReturnType<typeof createRefresher>;
const asked: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  isHidden = false;
  asked.length = 0;
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  refresher = createRefresher(client, {
    isHidden: () => isHidden,
    random: () => 0.3,
  });
});
afterEach(() => {
  refresher.stop();
  client.clear();
  vi.useRealTimers();
});

/** Shows a page that reads this path, with `answer` as the reply. */
async function show(path: string, answer: () => Promise<number> = async () => 1) {
  const observer = new QueryObserver(client, {
    queryKey: ['api', ...path.split('/')],
    queryFn: () => {
      asked.push(path);
      return answer();
    },
  });
  const leave = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  asked.length = 0;
  return leave;
}

test('an event refreshes the reads that it makes stale, and no others', async () => {
  await show('clips/one');
  await show('clipper/payout-address');
  refresher.touched('submission.approved');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual(['clips/one']);
});

test('refreshes a read once a second whatever the number of events, and once more after the last', async () => {
  await show('clips/one');
  for (let i = 0; i < 40; i++) {
    refresher.touched('submission.approved');
    await vi.advanceTimersByTimeAsync(50);
  }
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toHaveLength(3);
});

test('refreshes a read again that was under way when the event arrived', async () => {
  let answer: (value: number) => void = () => undefined;
  await show('clips/one', () => new Promise((resolve) => (answer = resolve)));
  refresher.touched('submission.approved');
  answer(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toEqual(['clips/one']);
});

test('refreshes nothing while a person types', async () => {
  await show('host/listings');
  refresher.typed();
  refresher.touched('listing.changed');
  await vi.advanceTimersByTimeAsync(1_000);
  refresher.typed();
  await vi.advanceTimersByTimeAsync(1_400);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toEqual(['host/listings']);
});

test('refreshes a hidden read only when somebody sees it', async () => {
  const leave = await show('clips/one');
  leave();
  isHidden = true;
  await show('clips/two');
  refresher.touched('submission.approved');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual([]);
  const states = client.getQueryCache().getAll();
  expect(states.map(({ state }) => state.isInvalidated)).toEqual([true, true]);
});

test('refreshes within a second after an event, but a list of several pages every five seconds', async () => {
  client.setQueryData(['api', 'host', 'listings', 'pages'], { pages: [1, 2], pageParams: [] });
  const observer = new QueryObserver(client, {
    queryKey: ['api', 'host', 'listings', 'pages'],
    queryFn: () => {
      asked.push('pages');
      return { pages: [1, 2], pageParams: [] };
    },
  });
  observer.subscribe(() => undefined);
  refresher.touched('listing.changed');
  await vi.advanceTimersByTimeAsync(299);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual(['pages']);
  refresher.touched('listing.changed');
  await vi.advanceTimersByTimeAsync(4_900);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toHaveLength(2);
});
