/** The time limit passed; the work may still complete. */
export class TimeoutError extends Error {}

/**
 * Settles as `work` does. Rejects with a `TimeoutError` if the time (milliseconds) passes or the signal
 * aborts first. `what` begins the error's sentence, such as "the mail server".
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
  // If the time limit passes first, nobody else handles a later rejection.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
    if (onAbort) signal?.removeEventListener('abort', onAbort);
  }
}
