import { afterEach, expect, test } from 'vitest';
import type { openEventStream, StreamMessage } from './event-stream.ts';
import { shareEventStream } from './shared-stream.ts';

/** A lock with one holder at a time, as in browsers. */
function createLocks() {
  let held: Promise<unknown> = Promise.resolve();
  return {
    request: (_name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) => {
      const mine = held.then(() => (signal.aborted ? undefined : hold()));
      held = mine.catch(() => undefined);
      return mine;
    },
  } as unknown as Pick<LockManager, 'request'>;
}

interface Opened {
  report: (message: StreamMessage) => void;
  isOpen: boolean;
}

const opened: Opened[] = [];
const open: typeof openEventStream = (report) => {
  const one: Opened = { report, isOpen: true };
  opened.push(one);
  return () => {
    one.isOpen = false;
  };
};
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  opened.length = 0;
});

/** A tab with a queue of the messages that it receives. */
function openTab(locks: Pick<LockManager, 'request'> | undefined, person = 'ann') {
  const lifecycle = new EventTarget();
  const messages: StreamMessage[] = [];
  let wake: () => void = () => undefined;
  const end = shareEventStream(
    person,
    (one) => {
      messages.push(one);
      wake();
    },
    { locks, open, lifecycle },
  );
  ends.push(end);
  return {
    end,
    freeze: () => lifecycle.dispatchEvent(new Event('freeze')),
    resume: () => lifecycle.dispatchEvent(new Event('resume')),
    async next(): Promise<StreamMessage> {
      while (messages.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return messages.shift()!;
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('the tabs of a person share one stream; when the tab with the stream closes, another one opens its own', async () => {
  const locks = createLocks();
  const [first, second] = [openTab(locks), openTab(locks)];
  await turn();
  expect(opened).toHaveLength(1);
  opened[0]!.report({ is: 'event', kind: 'submission.approved' });
  const event = { is: 'event', kind: 'submission.approved' };
  // A tab may have missed events before it began to listen.
  expect([await first.next(), await second.next(), await second.next()]).toEqual([
    event,
    { is: 'missed' },
    event,
  ]);
  first.end();
  await turn();
  expect(opened.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  opened[1]!.report({ is: 'missed' });
  expect(await second.next()).toEqual({ is: 'missed' });
});

test('a frozen tab passes the stream to another one, listens to it after resuming, and leads again after that tab', async () => {
  const locks = createLocks();
  const [before, first, second] = [openTab(locks), openTab(locks), openTab(locks)];
  const event: StreamMessage = { is: 'event', kind: 'submission.approved' };
  await turn();
  opened[0]!.report(event);
  expect([await first.next(), await first.next()]).toEqual([{ is: 'missed' }, event]);
  before.end();
  await turn();
  first.freeze();
  await turn();
  expect(opened.map(({ isOpen }) => isOpen)).toEqual([false, false, true]);
  first.resume();
  await turn();
  expect(opened).toHaveLength(3);
  opened[2]!.report(event);
  expect([await first.next(), await first.next()]).toEqual([{ is: 'missed' }, event]);
  second.end();
  await turn();
  expect(opened.map(({ isOpen }) => isOpen)).toEqual([false, false, false, true]);
});

test('one person’s tabs receive no messages of another person’s', async () => {
  const [anns, bens] = [openTab(createLocks(), 'ann'), openTab(createLocks(), 'ben')];
  await turn();
  opened[0]!.report({ is: 'event', kind: 'test.hers' });
  opened[1]!.report({ is: 'event', kind: 'test.his' });
  expect(await anns.next()).toMatchObject({ kind: 'test.hers' });
  expect(await bens.next()).toMatchObject({ kind: 'test.his' });
});

test('without locks no tab opens a stream, because six would use all connections that a browser opens', () => {
  openTab(undefined);
  expect(opened).toHaveLength(0);
});
