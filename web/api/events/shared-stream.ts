import { openEventStream, type StreamMessage } from './event-stream.ts';

/** Longer than the tab with the stream is silent. */
const SILENT_MS = 70_000;

interface Browser {
  locks: Pick<LockManager, 'request'> | undefined;
  open?: typeof openEventStream;
  /** Tells when this tab is frozen and resumed; none where there is no document. */
  lifecycle?: Pick<EventTarget, 'addEventListener'> | undefined;
}

/**
 * One stream for all tabs of a person in this browser: the tab that holds the lock has it and passes on what it hears; when
 * it goes or is frozen, another one opens its own. Without locks, as over plain HTTP, there is none: a browser opens six
 * connections to a host, and a stream in each of six tabs would leave none. Returns how to end it.
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
    // What happened before it listened, or while it was frozen, was passed on to nobody here.
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
      // It would hear nothing, and pass nothing on.
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
