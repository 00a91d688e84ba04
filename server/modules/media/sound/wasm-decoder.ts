import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { getAudioDecoder } from 'audio-file-decoder';

type Package = { getAudioDecoder: typeof getAudioDecoder };

/**
 * Decodes a sound file in memory (AAC as ADTS, MP3, FLAC, Ogg) to mono at its own rate. The decoder never
 * frees its memory, so a process should decode little. The package is an ES module for browsers whose
 * `package.json` does not say so: its text is imported, with the two CommonJS names that it expects.
 * @throws when the sound can't be decoded
 */
export async function decodeInMemory(bytes: Uint8Array): Promise<{ samples: Float32Array; rate: number }> {
  const main = createRequire(import.meta.url).resolve('audio-file-decoder');
  Object.assign(globalThis, { __dirname: dirname(main), require: createRequire(main) });
  const { getAudioDecoder } = (await import(dataUrl('text/javascript', main))) as Package;
  const wasm = dataUrl('application/wasm', join(dirname(main), '..', 'decode-audio.wasm'));
  const decoder = await getAudioDecoder(wasm, new Uint8Array(bytes).buffer);
  try {
    return { samples: decoder.decodeAudioData(), rate: decoder.sampleRate };
  } finally {
    decoder.dispose();
  }
}

const dataUrl = (type: string, path: string): string =>
  `data:${type};base64,${readFileSync(path).toString('base64')}`;
