import { nextPaint } from './next-paint.ts';
import { type Canvas, openPictures, type Pictures } from './open-pictures.ts';
import type { OpenedSource } from './open-source.ts';
import { createSound } from './play-sound.ts';

export interface Player {
  /** The second of the source that is on screen. */
  time(): number;
  /** The speed: 0 while paused, negative when playing backwards. */
  rate(): number;
  seek(seconds: number): void;
  play(rate: number, until?: number): void;
  pause(): void;
  /** Resolves when the picture that was requested last is on screen, or can't be shown. */
  settled(): Promise<void>;
  dispose(): void;
}

interface Listener {
  /** Called with a picture to draw at once, because the next picture overwrites it. */
  picture(canvas: Canvas, seconds: number): void;
  /** Called when playback starts, stops, or changes its speed. */
  rate(rate: number): void;
  /** Called when a part of the source can't be read or decoded. */
  failed(error: unknown): void;
}

/** Shows one picture at a time. Of the requests made meanwhile, only the latest is answered. */
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

/** After this many milliseconds without a new picture, playback looks frozen. */
const LONGEST_STILL_MS = 150;

/**
 * Whether to show a picture that is late. Late pictures are skipped, so that picture and sound stay together,
 * but if all are late some are still shown.
 */
export const isDue = (lateSeconds: number, duration: number, sinceLastMs: number): boolean =>
  lateSeconds < duration * 2 || sinceLastMs >= LONGEST_STILL_MS;

/** Returns a function that gives the current second of a playback that starts now. */
function clockFrom(seconds: number, speed: number): () => number {
  const since = performance.now();
  return () => seconds + ((performance.now() - since) / 1_000) * speed;
}

/** Plays a source. Only the shown parts are decoded, so that only their bytes are fetched. */
export function createPlayer(source: OpenedSource, on: Listener): Player {
  const sink = openPictures(source);
  const sound = source.audio ? createSound(source) : null;
  const lastFrame = Math.max(0, source.duration - 1 / source.fps);
  // Each start and each stop increments `run`, by which the previous run notices that it has ended.
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
