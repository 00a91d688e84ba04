import { rowsFrom, SHEET_TILES, STORYBOARD } from '#contract/media/storyboard.ts';
import { asApiError, callOutside } from '#web/api/client.ts';
import { jpegOf } from './jpeg.ts';
import { openKeyFrames } from './key-frames.ts';

/**
 * Makes the poster and storyboard of a video from its key frames, and uploads them.
 * @throws ApiError, or the decoder's error
 */
export async function sendPictures(id: string, file: File, wanted: () => boolean): Promise<void> {
  const frames = await openKeyFrames(file);
  if (!frames) return;
  try {
    const poster = await frames.poster();
    if (!wanted()) return;
    await put(`/api/media/${id}/poster`, poster, wanted);
    const { width, height } = frames.tile;
    const tiles = frames.times.length;
    let sheet = new OffscreenCanvas(STORYBOARD.columns * width, rowsFrom(0, tiles) * height);
    let drawn = 0;
    for await (const picture of frames.tiles()) {
      const place = drawn % SHEET_TILES;
      const [column, row] = [place % STORYBOARD.columns, Math.floor(place / STORYBOARD.columns)];
      if (picture) sheet.getContext('2d')!.drawImage(picture, column * width, row * height);
      drawn += 1;
      if (drawn % SHEET_TILES !== 0 && drawn !== tiles) continue;
      const query = new URLSearchParams({
        tiles: `${tiles}`,
        tileWidth: `${width}`,
        tileHeight: `${height}`,
      });
      const number = Math.ceil(drawn / SHEET_TILES) - 1;
      const whole = await jpegOf(sheet);
      if (!wanted()) return;
      await put(`/api/media/${id}/storyboard/${number}?${query}`, whole, wanted);
      sheet = new OffscreenCanvas(STORYBOARD.columns * width, rowsFrom(drawn, tiles) * height);
    }
  } finally {
    frames.close();
  }
}

/** Milliseconds before each retry, because the connection may be lost for some time. */
const WAITS_MS = [2_000, 15_000, 60_000, 300_000];
const PASSING = new Set([0, 408, 429]);

async function put(path: string, picture: Blob, wanted: () => boolean): Promise<void> {
  for (let tried = 0; ; tried += 1) {
    try {
      await callOutside(path, { method: 'PUT', body: picture });
      return;
    } catch (error) {
      const { status } = asApiError(error).problem;
      const wait = WAITS_MS[tried];
      if (wait === undefined || (!PASSING.has(status) && status < 500)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (!wanted()) throw error;
    }
  }
}
