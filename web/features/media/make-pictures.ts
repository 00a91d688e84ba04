let last: Promise<unknown> = Promise.resolve();

/**
 * Makes the poster and storyboard of a source video during its upload, for one video after another. Failures
 * are silent, because nothing waits for the pictures: a browser without WebCodecs, or one that can't decode
 * the video, makes none. Stops when `wanted` returns false.
 */
export function makePictures(id: string, file: File, wanted: () => boolean): void {
  if (!('VideoDecoder' in globalThis && 'OffscreenCanvas' in globalThis)) return;
  last = last
    .then(async () => await (await import('./send-pictures.ts')).sendPictures(id, file, wanted))
    .catch(() => undefined);
}
