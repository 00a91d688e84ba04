let last: Promise<unknown> = Promise.resolve();

/**
 * Makes poster and storyboard of a source video while it is sent, of one video after the other. It is quiet: a browser without
 * WebCodecs, or one that can't play the video, makes none, and nothing waits for them. It ends when they are no longer wanted.
 */
export function makePictures(id: string, file: File, wanted: () => boolean): void {
  if (!('VideoDecoder' in globalThis && 'OffscreenCanvas' in globalThis)) return;
  last = last
    .then(async () => await (await import('./send-pictures.ts')).sendPictures(id, file, wanted))
    .catch(() => undefined);
}
