import { CanvasSink, type VideoSample, VideoSampleSink } from 'mediabunny';
import { framePictures, hasGraphicsCard } from './frame-pictures.ts';
import type { OpenedSource } from './open-source.ts';

export type Canvas = HTMLCanvasElement | OffscreenCanvas;

/** A frame that is drawn on a canvas, until a later frame overwrites it. */
interface Shown {
  canvas: Canvas;
  timestamp: number;
  duration: number;
}

/** The frames of a source, no larger than the screen needs. */
export interface Pictures {
  getCanvas(at: number): Promise<Shown | null>;
  canvases(from: number): AsyncIterable<Shown>;
}

/** Maximum width of a picture. A larger picture would look the same on the screen. */
const MOST_WIDTH = 1_280;
/**
 * Number of canvases that are in use at the same time: for the shown frame, the next one, and the frame of a
 * seek.
 */
const POOL = 3;

export function openPictures({ video, width, height }: OpenedSource): Pictures {
  const scale = Math.min(1, MOST_WIDTH / width);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  return hasGraphicsCard()
    ? new CanvasSink(video, { ...size, fit: 'fill', poolSize: POOL })
    : copiedPictures(new VideoSampleSink(video), size);
}

/** Returns `Pictures` that copy pixels (see `framePictures`). */
function copiedPictures(sink: VideoSampleSink, size: { width: number; height: number }): Pictures {
  const frames = framePictures(false);
  const pool = Array.from({ length: POOL }, () => new OffscreenCanvas(size.width, size.height));
  // Pictures are made one after another, because each is only valid until the next one is made.
  let turn: Promise<unknown> = Promise.resolve();
  const show = (sample: VideoSample): Promise<Shown> => {
    const shown = turn.then(async () => {
      const canvas = pool.shift()!;
      pool.push(canvas);
      const { timestamp, duration } = sample;
      try {
        const picture = await frames.of(sample);
        const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
        picture.draw(canvas.getContext('2d', { alpha: false })!, whole, { x: 0, y: 0, ...size });
      } finally {
        sample.close();
      }
      return { canvas, timestamp, duration };
    });
    turn = shown.catch(() => undefined);
    return shown;
  };
  return {
    async getCanvas(at) {
      const sample = await sink.getSample(at);
      return sample && (await show(sample));
    },
    async *canvases(from) {
      for await (const sample of sink.samples(from)) yield await show(sample);
    },
  };
}
