import {
  AudioSample,
  AudioSampleSource,
  CanvasSource,
  type Output,
  Quality,
  type VideoSample,
  VideoSampleSink,
} from 'mediabunny';
import type { StudioCut } from '#contract/studio.ts';
import { CLIP_HEIGHT, CLIP_WIDTH, type Context, compose, type Picture } from './compose.ts';
import type { ExportOrder } from './export-order.ts';
import { framePictures } from './frame-pictures.ts';
import { applyGain, gainFor, loudnessMeter } from './loudness.ts';
import type { OpenedSource } from './open-source.ts';
import { soundBetween } from './sound-between.ts';

const MOST_FPS = 60;
const PICTURE_BITS = 8_000_000;
const SOUND_BITS = 160_000;

/** Draws, encodes and writes the clip. Calls `onProgress` with the share that is finished. */
export async function renderClip(
  source: OpenedSource,
  { project, texts }: ExportOrder,
  output: Output,
  onProgress: (share: number) => void,
): Promise<void> {
  const fps = Math.min(source.fps, MOST_FPS);
  const canvas = new OffscreenCanvas(CLIP_WIDTH, CLIP_HEIGHT);
  const context = canvas.getContext('2d', { alpha: false })!;
  const pictures = new CanvasSource(canvas, {
    codec: 'avc',
    quality: new Quality({ bitrate: PICTURE_BITS }),
    keyFrameInterval: 2,
  });
  output.addVideoTrack(pictures, { frameRate: fps });
  const sound = source.audio
    ? new AudioSampleSource({
        codec: 'aac',
        quality: new Quality({ bitrate: SOUND_BITS }),
        transform: { numberOfChannels: 2, sampleRate: 48_000 },
      })
    : null;
  if (sound) output.addAudioTrack(sound);
  await output.start();
  const draw = (picture: Picture, at: number) => compose(context, picture, project, at, texts);
  await Promise.all([
    renderPictures(source, { cuts: project.cuts, fps, context }, { draw, pictures, onProgress }),
    sound ? renderSound(source, project.cuts, sound) : null,
  ]);
  await output.finalize();
}

/**
 * Returns the number of frames of each cut. The times at which cuts end are rounded rather than the lengths
 * of cuts, so that picture and sound don't drift apart over many cuts.
 */
export function frameCounts(cuts: readonly StudioCut[], fps: number): number[] {
  let [seconds, frames] = [0, 0];
  return cuts.map(({ start, end }) => {
    seconds += end - start;
    const count = Math.max(0, Math.round(seconds * fps) - frames);
    frames += count;
    return count;
  });
}

async function renderPictures(
  source: OpenedSource,
  { cuts, fps, context }: { cuts: readonly StudioCut[]; fps: number; context: Context },
  to: {
    draw: (picture: Picture, at: number) => void;
    pictures: CanvasSource;
    onProgress: (share: number) => void;
  },
): Promise<void> {
  const sink = new VideoSampleSink(source.video);
  const pictures = framePictures();
  const counts = frameCounts(cuts, fps);
  const all = counts.reduce((sum, count) => sum + count, 0);
  context.fillRect(0, 0, CLIP_WIDTH, CLIP_HEIGHT);
  let made = 0;
  for (const [index, { start }] of cuts.entries()) {
    const count = counts[index]!;
    // Each frame is found by a time in its middle, which is unambiguous however the times of its beginning
    // and end were rounded.
    const times = Array.from({ length: count }, (_, frame) => start + (frame + 0.5) / fps);
    for await (const { at, sample } of shownAt(sink, times)) {
      if (sample) to.draw(await pictures.of(sample), at);
      await to.pictures.add(made / fps, 1 / fps);
      made += 1;
      to.onProgress(made / all);
    }
  }
  to.pictures.close();
}

/**
 * Yields the picture at each of these ascending times, and null before the first picture. A picture is only
 * valid until the next one is requested. Pictures are decoded while others are drawn. The library's method
 * for lists of times decodes everything between key frames at once, which can be 40 pictures of 3 MB.
 */
export async function* shownAt(
  sink: {
    samples(from: number | undefined, end: number | undefined): AsyncGenerator<VideoSample, void, unknown>;
  },
  times: readonly number[],
): AsyncGenerator<{ at: number; sample: VideoSample | null }> {
  // The end bounds how far the library reads ahead. It is slightly increased, so that a frame that begins at
  // the last time is included.
  const coming = sink.samples(times[0], times.length > 0 ? times.at(-1)! + 1e-6 : undefined);
  let shown: VideoSample | null = null;
  let next = await coming.next();
  try {
    for (const at of times) {
      while (!next.done && next.value.timestamp <= at) {
        shown?.close();
        shown = next.value;
        next = await coming.next();
      }
      yield { at, sample: shown };
    }
  } finally {
    shown?.close();
    if (!next.done) next.value.close();
    await coming.return();
  }
}

/** Yields the sound of all cuts, moved to its time in the clip, exact to the sample. */
async function* soundOf(source: OpenedSource, cuts: readonly StudioCut[]) {
  let begin = 0;
  for (const { start, end } of cuts) {
    for await (const sample of soundBetween(source.audio!, start, end)) {
      const { sampleRate, numberOfFrames, numberOfChannels, timestamp } = sample;
      const from = Math.max(0, Math.round((start - timestamp) * sampleRate));
      const to = Math.min(numberOfFrames, Math.round((end - timestamp) * sampleRate));
      const frames = to - from;
      if (frames > 0) {
        const data = new Float32Array(frames * numberOfChannels);
        for (let channel = 0; channel < numberOfChannels; channel += 1) {
          sample.copyTo(data.subarray(channel * frames, (channel + 1) * frames), {
            planeIndex: channel,
            format: 'f32-planar',
            frameOffset: from,
            frameCount: frames,
          });
        }
        const at = begin + Math.max(0, timestamp + from / sampleRate - start);
        yield { data, frames, numberOfChannels, sampleRate, at };
      }
      sample.close();
    }
    begin += end - start;
  }
}

async function renderSound(
  source: OpenedSource,
  cuts: readonly StudioCut[],
  to: AudioSampleSource,
): Promise<void> {
  const gain = gainFor(await loudnessOf(source, cuts));
  for await (const { data, numberOfChannels, sampleRate, at } of soundOf(source, cuts)) {
    applyGain(data, gain);
    const sample = new AudioSample({
      data,
      format: 'f32-planar',
      numberOfChannels,
      sampleRate,
      timestamp: at,
    });
    await to.add(sample);
    sample.close();
  }
  to.close();
}

async function loudnessOf(source: OpenedSource, cuts: readonly StudioCut[]): Promise<number | null> {
  const meter = loudnessMeter(await source.audio!.getSampleRate());
  for await (const { data, frames, numberOfChannels } of soundOf(source, cuts)) {
    meter.add(
      Array.from({ length: numberOfChannels }, (_, channel) =>
        data.subarray(channel * frames, (channel + 1) * frames),
      ),
    );
  }
  return meter.lufs();
}
