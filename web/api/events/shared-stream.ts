import { openEventStream, type StreamMessage } from './event-stream.ts';

/** Longer than the tab with the stream ever sends no message. */
const SILENT_MS = 70_000;

interface Browser {
  locks: Pick<LockManager, 'request'> | undefined;
  open?: typeof openEventStream;
  /** Emits events when this tab is frozen or resumed; absent without a document. */
  lifecycle?: Pick<EventTarget, 'addEventListener'> | undefined;
}

/**
 * Shares one stream among all tabs of a person in this browser. The tab that holds the lock has the stream
 * and sends its messages to the others; when that tab closes or is frozen, another tab opens a stream.
 * Browsers have no locks on pages with plain HTTP, and there this opens no stream: a browser opens only six
 * connections per host, and streams in six tabs would use all of them. Returns a function that ends the
 * sharing.
 */
export function shareEventStream(
  person: string,
  report: (message: StreamMessage) => void,
  { locks, open = openEventStream, lifecycle = globalThis.document }: Browser,
): () => void {
  let heardAt = performance.timeOrigin;
  let hasHeardOthers = false;
  const hear = (message: StreamMessage): void => {
    if (message.is !== 'lost') heardAt = Date.now();
    report(message);
  };
  if (!locks || !('BroadcastChannel' in globalThis)) return () => undefined;

  const name = `events ${person}`;
  const channel = new BroadcastChannel(name);
  const ending = new AbortController();
  let silence: ReturnType<typeof setTimeout> | undefined;
  const hearOthers = ({ data }: MessageEvent<StreamMessage>): void => {
    clearTimeout(silence);
    silence = setTimeout(() => report({ is: 'lost' }), SILENT_MS);
    // This tab missed messages that were sent before it began to listen, or while it was frozen.
    if (!hasHeardOthers) report({ is: 'missed' });
    hasHeardOthers = true;
    hear(data);
  };
  channel.onmessage = hearOthers;

  const lead = (): Promise<void> =>
    new Promise((resolve) => {
      clearTimeout(silence);
      channel.onmessage = null;
      const close = open(
        (message) => {
          channel.postMessage(message);
          hear(message);
        },
        { since: heardAt },
      );
      const led = new AbortController();
      const leave = () => {
        led.abort();
        close();
        channel.onmessage = hearOthers;
        resolve();
      };
      ending.signal.addEventListener('abort', leave, { signal: led.signal });
      // A frozen tab can neither receive messages nor send them to other tabs.
      const onFreeze = () => {
        leave();
        hasHeardOthers = false;
        lifecycle?.addEventListener('resume', queue, { once: true, signal: ending.signal });
      };
      lifecycle?.addEventListener('freeze', onFreeze, { signal: led.signal });
    });
  const queue = (): void => {
    void locks.request(name, { signal: ending.signal }, lead).catch(() => undefined);
  };
  queue();
  return () => {
    ending.abort();
    clearTimeout(silence);
    channel.close();
  };
}
