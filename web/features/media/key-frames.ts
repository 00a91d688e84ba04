import {
  BlobSource,
  CanvasSink,
  EncodedPacketSink,
  Input,
  type InputVideoTrack,
  MP4,
  QTFF,
} from 'mediabunny';
import { STORYBOARD } from '#contract/media/storyboard.ts';
import { jpegOf } from './jpeg.ts';

type Canvas = HTMLCanvasElement | OffscreenCanvas;

export interface KeyFrames {
  /** For each tile, the time of the key frame that it shows, in seconds. */
  times: number[];
  /** Width and height of a tile in pixels. */
  tile: { width: number; height: number };
  poster(): Promise<Blob>;
  /** Yields a picture for each tile, in order; null for a tile without a decodable picture. */
  tiles(): AsyncGenerator<Canvas | null>;
  close(): void;
}

/**
 * Minimum number of seconds per tile. In a long video a tile covers more, because the number of tiles is
 * limited.
 */
const TILE_SECONDS = 2;
const POSTER_SIDE = 960;
/**
 * The poster is chosen from this many frames. The frame with the most contrast is used, because it is neither
 * black nor a title.
 */
const POSTER_CHOICE = 12;

/**
 * Opens a video file of this device, of which only key frames are decoded. Returns null if this browser can't
 * decode its pictures.
 */
export async function openKeyFrames(file: Blob): Promise<KeyFrames | null> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF] });
  const close = () => input.dispose();
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track || !(await track.canDecode())) {
      close();
      return null;
    }
    const times = await keyTimes(track, tileTimes(await input.computeDuration()));
    const tile = fitInto(STORYBOARD.sideMax, await track.getDisplayWidth(), await track.getDisplayHeight());
    const tiles = () => picturesAt(track, times, tile);
    return { times, tile, tiles, poster: () => posterOf(track, times), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Returns the second in the middle of each tile's part of the video. */
export function tileTimes(duration: number): number[] {
  const tiles = Math.max(1, Math.min(STORYBOARD.tilesMax, Math.ceil(duration / TILE_SECONDS)));
  return Array.from({ length: tiles }, (_, tile) => ((tile + 0.5) * duration) / tiles);
}

/** Returns the size of a picture with this shape whose longer side is at most `side` pixels. */
export function fitInto(side: number, width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

async function keyTimes(track: InputVideoTrack, times: number[]): Promise<number[]> {
  const packets = new EncodedPacketSink(track);
  const found: number[] = [];
  for (const time of times) {
    const packet = await packets.getKeyPacket(time, { metadataOnly: true });
    found.push(packet?.timestamp ?? found.at(-1) ?? 0);
  }
  return found;
}

/** Yields the picture at each time. Neighbouring tiles with the same key frame share its picture. */
async function* picturesAt(
  track: InputVideoTrack,
  times: readonly number[],
  size: { width: number; height: number },
): AsyncGenerator<Canvas | null> {
  const sink = new CanvasSink(track, { ...size, fit: 'fill', poolSize: 2 });
  let next = 0;
  const distinct = [...new Set(times)];
  for await (const picture of sink.canvasesAtTimestamps(distinct)) {
    const time = distinct[next++];
    for (const _ of times.filter((one) => one === time)) yield picture?.canvas ?? null;
  }
}

async function posterOf(track: InputVideoTrack, times: readonly number[]): Promise<Blob> {
  const choice = times.filter((_, at) => at % Math.ceil(times.length / POSTER_CHOICE) === 0);
  let best = { time: choice[0]!, contrast: -1 };
  let at = 0;
  for await (const picture of picturesAt(track, choice, { width: 64, height: 36 })) {
    const time = choice[at++]!;
    const contrast = picture ? contrastOf(picture) : -1;
    if (contrast > best.contrast) best = { time, contrast };
  }
  const size = fitInto(POSTER_SIDE, await track.getDisplayWidth(), await track.getDisplayHeight());
  const sink = new CanvasSink(track, { ...size, fit: 'fill' });
  const picture = await sink.getCanvas(best.time);
  const poster = new OffscreenCanvas(size.width, size.height);
  if (picture) poster.getContext('2d')!.drawImage(picture.canvas, 0, 0);
  return await jpegOf(poster);
}

/** Returns how much the brightness of a picture's pixels varies. */
function contrastOf(picture: Canvas): number {
  const copy = new OffscreenCanvas(picture.width, picture.height);
  const context = copy.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, picture.width, picture.height);
  let [sum, squares, count] = [0, 0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const brightness = data[at]! + 2 * data[at + 1]! + data[at + 2]!;
    sum += brightness;
    squares += brightness * brightness;
    count += 1;
  }
  return squares / count - (sum / count) ** 2;
}
