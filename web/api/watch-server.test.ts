import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { doubtServer, heardFromServer, isServerAway, noteReply, onReturn } from './reach.ts';
import { watchServer, whenServerAnswers } from './watch-server.ts';

let isThere = true;
let asked = 0;
let isHidden = false;
let isOnline = true;
let page: EventTarget;
let end: () => void;

const ask = async () => {
  asked += 1;
  return isThere;
};
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  [isThere, asked, isHidden, isOnline] = [true, 0, false, true];
  page = Object.defineProperty(new EventTarget(), 'hidden', { get: () => isHidden });
  const browser = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', Object.defineProperty({}, 'onLine', { get: () => isOnline }));
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser));
  vi.stubGlobal('dispatchEvent', browser.dispatchEvent.bind(browser));
  heardFromServer();
  end = watchServer(ask);
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a page that receives nothing knows within 30 seconds that the server is away, even if no answer ever arrives', async () => {
  end();
  heardFromServer();
  end = watchServer(() => new Promise((_, reject) => setTimeout(reject, 5_000)));
  await after(30_000);
  expect(isServerAway()).toBe(true);
});

test('does not check the server while replies arrive', async () => {
  for (let second = 0; second < 60; second += 10) {
    await after(10_000);
    heardFromServer();
  }
  expect(asked).toBe(0);
});

test('shows nothing after one lost answer, a note after the second, and removes it after the next answer', async () => {
  const returned = vi.fn();
  const endReturn = onReturn(returned);
  isThere = false;
  doubtServer();
  await after(0);
  expect([asked, isServerAway()]).toEqual([1, false]);
  await after(2_000);
  expect([asked, isServerAway()]).toEqual([2, true]);
  isThere = true;
  await after(1_000);
  expect([isServerAway(), returned.mock.calls.length]).toEqual([false, 1]);
  endReturn();
});

test('does not check while the page is hidden, and checks at once when it is shown', async () => {
  isHidden = true;
  isThere = false;
  await after(600_000);
  expect(asked).toBe(0);
  isHidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await after(2_000);
  expect(isServerAway()).toBe(true);
});

test('does not check while the device is offline, and checks at once when it is online', async () => {
  isOnline = false;
  await after(600_000);
  expect(asked).toBe(0);
  isOnline = true;
  dispatchEvent(new Event('online'));
  await after(0);
  expect(asked).toBe(1);
});

test('a page that waits for an answer continues once: at once if the server answers, else when it or the connection is back', async () => {
  const act = vi.fn();
  const endFirst = whenServerAnswers(act, ask);
  await after(60_000);
  expect(act).toHaveBeenCalledTimes(1);
  endFirst();
  isOnline = false;
  const endSecond = whenServerAnswers(act, ask);
  await after(60_000);
  expect(act).toHaveBeenCalledTimes(1);
  isOnline = true;
  isThere = false;
  dispatchEvent(new Event('online'));
  await after(10_000);
  expect(act).toHaveBeenCalledTimes(1);
  isThere = true;
  await after(60_000);
  expect(act).toHaveBeenCalledTimes(2);
  endSecond();
});

test('a proxy’s answer triggers a check, a refusal of the server does not', async () => {
  noteReply(new Response('', { status: 502 }));
  await after(0);
  expect(asked).toBe(1);
  noteReply(new Response('', { status: 503, headers: { 'x-request-id': 'one' } }));
  await after(0);
  expect(asked).toBe(1);
});
