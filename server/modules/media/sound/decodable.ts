import type { VideoFormat } from '#contract/media/media.ts';

/** Codecs that the decoder in WebAssembly reads (wasm-decoder.ts), as the judge names them. */
const IN_WASM = ['AAC', 'MP3'];

/**
 * Returns the codec of a video's sound if nothing here decodes it; null if the sound can be compared or there
 * is none.
 */
export const undecodable = ({ sound }: VideoFormat, ffmpegPath: string | null): string | null =>
  sound && ffmpegPath === null && !IN_WASM.includes(sound.name) ? sound.name : null;
