/** Minimum speed of an upload. */
export interface Pace {
  /** A sender that sends nothing for this long is considered disconnected. */
  silenceMs: number;
  /** A sender slower than this in any window is cut off. */
  windowMs: number;
  windowBytes: number;
}

/** The minimum is 8 KiB a second, a quarter of what a poor mobile line sends. */
export const UPLOAD_PACE: Pace = { silenceMs: 30_000, windowMs: 60_000, windowBytes: 60 * 8 * 1024 };

export class TooSlow extends Error {}

/** Watches a sender: `signal` aborts when the sender is too slow. Call `over` when all bytes have arrived. */
export function watchPace({ silenceMs, windowMs, windowBytes }: Pace) {
  const behind = new AbortController();
  let inWindow = 0;
  const silence = setTimeout(() => behind.abort(new TooSlow('the sender fell silent')), silenceMs);
  const window = setInterval(() => {
    if (inWindow < windowBytes) behind.abort(new TooSlow('the sender is too slow'));
    inWindow = 0;
  }, windowMs);
  return {
    signal: behind.signal,
    took(bytes: number): void {
      silence.refresh();
      inWindow += bytes;
    },
    over(): void {
      clearTimeout(silence);
      clearInterval(window);
    },
  };
}
