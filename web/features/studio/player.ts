import { nextPaint } from './next-paint.ts';
import { type Canvas, openPictures, type Pictures } from './open-pictures.ts';
import type { OpenedSource } from './open-source.ts';
import { createSound } from './play-sound.ts';

export interface Player {
  /** The second on screen. */
  time(): number;
  /** 0 while paused; negative when playing backwards. */
  rate(): number;
  seek(seconds: number): void;
  play(rate: number, until?: number): void;
  pause(): void;
  /** Resolves when the last requested picture is shown, or can't be. */
  settled(): Promise<void>;
  dispose(): void;
}

interface Listener {
  /** A picture to draw now; the next one overwrites it. */
  picture(canvas: Canvas, seconds: number): void;
  /** Playback started, stopped, or changed its speed. */
  rate(rate: number): void;
  /** Something can't be read or decoded. */
  failed(error: unknown): void;
}

/** Shows one picture at a time; of the requests made meanwhile only the latest counts. */
export function createStills(
  sink: Pick<Pictures, 'getCanvas'>,
  { fps }: Pick<OpenedSource, 'fps'>,
  on: Pick<Listener, 'picture' | 'failed'> & { isForward(): boolean },
) {
  let wanted: number | null = null;
  let drawing = false;
  let turn = Promise.resolve();
  const draw = async () => {
    drawing = true;
    try {
      while (wanted !== null) {
        const next: number = wanted;
        wanted = null;
        const found = await sink.getCanvas(next + 0.5 / fps);
        if (found && !on.isForward()) on.picture(found.canvas, next);
      }
    } catch (error) {
      on.failed(error);
    } finally {
      drawing = false;
    }
  };
  return {
    show(seconds: number) {
      wanted = seconds;
      if (!drawing) turn = draw();
    },
    settled: () => turn,
  };
}

/** Without a new picture for this long, playback looks frozen. */
const LONGEST_STILL_MS = 150;

/** Skips late pictures, so that picture and sound stay together; if all are late, some are still shown. */
export const isDue = (lateSeconds: number, duration: number, sinceLastMs: number): boolean =>
  lateSeconds < duration * 2 || sinceLastMs >= LONGEST_STILL_MS;

/** Returns the current second of playback that starts now. */
function clockFrom(seconds: number, speed: number): () => number {
  const since = performance.now();
  return () => seconds + ((performance.now() - since) / 1_000) * speed;
}

/** Plays a source by decoding only what is shown, so that only those bytes are fetched. */
export function createPlayer(source: OpenedSource, on: Listener): Player {
  const sink = openPictures(source);
  const sound = source.audio ? createSound(source) : null;
  const lastFrame = Math.max(0, source.duration - 1 / source.fps);
  // Each start and stop increments `run`, which ends the previous run.
  let [at, rate, run] = [0, 0, 0];
  const stills = createStills(sink, source, { ...on, isForward: () => rate > 0 });
  const stop = () => {
    run += 1;
    rate = 0;
    sound?.stop();
    on.rate(0);
  };
  const forwards = async (mine: number, now: () => number, end: number) => {
    const isOver = () => mine !== run;
    let drawn = performance.now();
    for await (const { canvas, timestamp, duration } of sink.canvases(at)) {
      if (isOver()) return;
      if (timestamp >= end || now() >= end) break;
      while (now() < timestamp && !isOver()) await nextPaint();
      if (isOver()) return;
      if (!isDue(now() - timestamp, duration, performance.now() - drawn)) continue;
      at = Math.max(at, timestamp);
      drawn = performance.now();
      on.picture(canvas, at);
    }
    if (isOver()) return;
    at = Math.min(end, lastFrame);
    stop();
    stills.show(at);
  };
  const backwards = async (mine: number, now: () => number) => {
    while (mine === run && at > 0) {
      at = Math.max(0, now());
      stills.show(at);
      await nextPaint();
    }
    if (mine === run) stop();
  };

  return {
    time: () => at,
    rate: () => rate,
    seek(seconds) {
      if (rate !== 0) stop();
      at = Math.min(Math.max(0, seconds), lastFrame);
      stills.show(at);
    },
    play(speed, until = Number.POSITIVE_INFINITY) {
      stop();
      if (speed > 0 && at >= lastFrame) at = 0;
      rate = speed;
      on.rate(rate);
      const [mine, now] = [run, clockFrom(at, speed)];
      if (speed === 1) sound?.start(at, on.failed);
      const going = speed > 0 ? forwards(mine, now, until) : backwards(mine, now);
      going.catch((error) => {
        if (mine !== run) return;
        stop();
        on.failed(error);
      });
    },
    pause: stop,
    settled: stills.settled,
    dispose() {
      run += 1;
      sound?.close();
    },
  };
}
