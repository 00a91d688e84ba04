/** Waiting was cut short: what was waited for may still happen. */
export class Cut extends Error {}

/**
 * Settles as `work` does, or rejects with a `Cut` when the time (milliseconds) is over or the signal says so, whichever is
 * first. `what` begins the sentence: "the mail server".
 */
export async function within<T>(
  work: Promise<T>,
  { ms, what, signal }: { ms: number; what: string; signal?: AbortSignal | undefined },
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const cut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Cut(`${what} took longer than ${ms} ms`)), ms);
    onAbort = () => reject(new Cut('the server was asked to end'));
    signal?.addEventListener('abort', onAbort);
  });
  // Whichever comes second has nobody who waits for it.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, cut]);
  } finally {
    clearTimeout(timer);
    if (onAbort) signal?.removeEventListener('abort', onAbort);
  }
}
