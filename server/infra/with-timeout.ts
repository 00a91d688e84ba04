/** The time limit passed; the work may still complete. */
export class TimeoutError extends Error {}

/**
 * Settles as `work` does, or rejects with a `TimeoutError` when the time (milliseconds) has passed or the
 * signal aborts, whichever is first. `what` begins the sentence: "the mail server".
 */
export async function withTimeout<T>(
  work: Promise<T>,
  { ms, what, signal }: { ms: number; what: string; signal?: AbortSignal | undefined },
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`${what} took longer than ${ms} ms`)), ms);
    onAbort = () => reject(new TimeoutError('the server was asked to end'));
    signal?.addEventListener('abort', onAbort);
  });
  // If the time limit passed first, nobody handles a later rejection.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
    if (onAbort) signal?.removeEventListener('abort', onAbort);
  }
}
