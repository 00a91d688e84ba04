import { registerAacEncoder } from '@mediabunny/aac-encoder';
import { canEncodeAudio, Mp4OutputFormat, Output, StreamTarget } from 'mediabunny';
import { copyClip } from './copy-clip.ts';
import type { ExportOrder, ExportReply } from './export-order.ts';
import { openSource } from './open-source.ts';
import { renderClip } from './render-clip.ts';

const reply = (message: ExportReply) => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<ExportOrder>) => {
  try {
    reply(await make(data));
  } catch (error) {
    reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};

/**
 * Writes the clip to the browser's private storage in pieces, so that its length is not limited by memory.
 */
async function make(order: ExportOrder): Promise<ExportReply> {
  await loadFace(order.fontUrl);
  // Chromium on most systems can't encode AAC; without this encoder the sound would silently be missing.
  if (!(await canEncodeAudio('aac'))) registerAacEncoder();
  const source = await openSource(order.origin, order.held);
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle(order.fileName, { create: true });
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new StreamTarget(await handle.createWritable()),
  });
  const write = order.mode === 'lossless' ? copyClip : renderClip;
  let reported = 0;
  await write(source, order, output, (share) => {
    if (share - reported < 0.005) return;
    reported = share;
    reply({ kind: 'progress', share });
  });
  const { size } = await handle.getFile();
  const fetchedBytes = source.fetchedBytes();
  source.input.dispose();
  return { kind: 'done', sizeBytes: size, fetchedBytes, hasSound: source.audio !== null };
}

/** Loads the caption font that the preview uses, because a worker has no style sheet. */
async function loadFace(url: string): Promise<void> {
  const face = new FontFace('Archivo Variable', `url(${url})`, { weight: '100 900', stretch: '62% 125%' });
  (self as unknown as { fonts: FontFaceSet }).fonts.add(await face.load());
}
