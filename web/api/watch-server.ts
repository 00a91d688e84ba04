import { BACK_OFF_MS } from './live.ts';
import { doubtServer, heardFromServer, isOfServer, lastHeardAt, onDoubt, setServerAway } from './reach.ts';

/**
 * A page that received nothing for this many milliseconds checks the server. It knows that the server is
 * unreachable after two failed checks, within 30 seconds.
 */
const QUIET_MS = 15_000;
const ANSWER_MS = 5_000;
/**
 * Pause before the second check. One failed check is not enough, because a laptop that wakes up has no
 * network for a moment.
 */
const AGAIN_MS = 2_000;
const NEEDED = 2;

async function answers(): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  // The check sends cookies, because a proxy that requires sign-in, as in front of a staging system, would
  // refuse a request without them.
  const reply = await fetch('/healthz', { cache: 'no-store', credentials: 'same-origin', signal });
  return reply.ok && isOfServer(reply);
}

/**
 * Checks the server at once and calls `act` as soon as it answers, also when it was never considered away: the device
 * may have been offline, or one request lost. Returns a function that ends this.
 */
export function whenServerAnswers(act: () => void, ask: () => Promise<boolean> = answers): () => void {
  let isOver = false;
  const end = watchServer(async () => {
    const isThere = await ask();
    if (isThere && !isOver) act();
    isOver ||= isThere;
    return isThere;
  });
  doubtServer();
  return end;
}

/**
 * Checks the server as long as the page is visible and no reply arrives. Returns a function that ends this.
 */
export function watchServer(ask: () => Promise<boolean> = answers): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isOver = false;
  let failures = 0;

  const later = (ms: number): void => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(look, ms);
  };

  function look(): void {
    // A hidden page checks as soon as it is shown, and an offline device as soon as it is online.
    if (document.hidden || !navigator.onLine) return;
    const quietFor = Date.now() - lastHeardAt();
    if (failures === 0 && quietFor < QUIET_MS) later(QUIET_MS - quietFor);
    else void askNow();
  }

  async function askNow(): Promise<void> {
    if (isAsking || isOver || document.hidden || !navigator.onLine) return;
    isAsking = true;
    clearTimeout(timer);
    const isThere = await ask().catch(() => false);
    isAsking = false;
    if (isOver) return;
    if (isThere) {
      failures = 0;
      heardFromServer();
      later(QUIET_MS);
      return;
    }
    failures += 1;
    if (failures >= NEEDED) setServerAway(true);
    later(failures < NEEDED ? AGAIN_MS : BACK_OFF_MS[Math.min(failures - NEEDED, BACK_OFF_MS.length - 1)]!);
  }

  const endDoubts = onDoubt(() => void askNow());
  document.addEventListener('visibilitychange', look);
  addEventListener('online', doubtServer);
  look();
  return () => {
    isOver = true;
    clearTimeout(timer);
    endDoubts();
    document.removeEventListener('visibilitychange', look);
    removeEventListener('online', doubtServer);
  };
}
