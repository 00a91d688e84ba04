import { BACK_OFF_MS } from './live.ts';
import { doubtServer, heardFromServer, isOfServer, lastHeardAt, onDoubt, setServerAway } from './reach.ts';

/** A page that heard nothing for so long asks. After two unanswered questions it knows, within 30 seconds. */
const QUIET_MS = 15_000;
const ANSWER_MS = 5_000;
/** One lost answer is not enough: a laptop that wakes has no network for a moment. */
const AGAIN_MS = 2_000;
const NEEDED = 2;

async function answers(): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  // With cookies: a proxy that asks people to sign in first, as before a staging system, would refuse it without.
  const reply = await fetch('/healthz', { cache: 'no-store', credentials: 'same-origin', signal });
  return reply.ok && isOfServer(reply);
}

/** Asks whether the server is there while somebody looks at the page and nothing else says so. Returns how to end it. */
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
    // A hidden page asks when it is shown; a device without a network asks once it has one.
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
