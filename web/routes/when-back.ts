/** After a failed attempt the code that watches the server is fetched again after this many milliseconds. */
const AGAIN_MS = 5_000;

/**
 * Calls `act` as soon as the server answers or the device is online again. The code that watches the server is
 * fetched only now, if it is not there yet, because a first visit should load little. Returns a function that
 * ends this.
 */
export function whenBack(act: () => void, watcher = () => import('#web/api/watch-server.ts')): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let endWatch: () => void = () => undefined;
  const watch = async () => {
    try {
      const { whenServerAnswers } = await watcher();
      if (!isOver) endWatch = whenServerAnswers(act);
    } catch {
      if (!isOver) timer = setTimeout(() => void watch(), AGAIN_MS);
    }
  };
  void watch();
  addEventListener('online', act);
  return () => {
    isOver = true;
    clearTimeout(timer);
    endWatch();
    removeEventListener('online', act);
  };
}
