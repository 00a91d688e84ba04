let last: Promise<unknown> = Promise.resolve();

/**
 * Makes poster and storyboard of a source video during its upload, one video after another. Failures are
 * silent: a browser without WebCodecs, or one that can't decode the video, makes none, and nothing waits for
 * them. Stops when `wanted` returns false.
 */
export function makePictures(id: string, file: File, wanted: () => boolean): void {
  if (!('VideoDecoder' in globalThis && 'OffscreenCanvas' in globalThis)) return;
  last = last
    .then(async () => await (await import('./send-pictures.ts')).sendPictures(id, file, wanted))
    .catch(() => undefined);
}
