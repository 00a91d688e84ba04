import { type ChildLimits, childProgram, runChild } from '#server/infra/child.ts';
import { MINUTE } from '#server/infra/clock.ts';

/** A part of a video's sound as a WAV file; null: the file could not be read. */
export type ReadSpeech = (
  path: string,
  span: { fromSeconds: number; seconds: number },
) => Promise<Buffer | null>;

/** Samples per second; speech models are trained on this rate. */
const RATE = 16_000;
const limits: ChildLimits = { ms: 2 * MINUTE, heapMb: 512, memoryMb: 1536, outputBytes: 16 * 1024 ** 2 };

/** Decodes sound in child processes, because files come from strangers. */
export function readSpeechInChild({ ffmpegPath }: { ffmpegPath: string | null }): ReadSpeech {
  let made: Promise<string[]> | null = null;
  return async (path, span) => {
    made ??= childProgram(new URL('./speech-main.ts', import.meta.url), 'read-speech');
    const wav = await runChild(
      [...(await made), JSON.stringify({ path, ffmpegPath, ...span, rate: RATE })],
      limits,
    );
    return wav && wav.length > 0 ? wav : null;
  };
}
