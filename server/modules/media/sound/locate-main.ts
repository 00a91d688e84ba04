import { readFileSync } from 'node:fs';
import { openSound } from './decode.ts';
import { fingerprint } from './fingerprint.ts';
import { locate } from './locate.ts';
import { hasEnoughSound } from './search.ts';
import { SLICE_SECONDS } from './slices.ts';
import { SAMPLE_RATE } from './spectrum.ts';

/**
 * Main program of a child process (server/modules/media/sound/in-child.ts): finds a clip's sound in a source's fingerprint.
 * Prints a line of JSON.
 */
interface Asked {
  path: string;
  ffmpegPath: string | null;
  seconds: number;
  fingerprintPath: string;
}

const { path, ffmpegPath, seconds, fingerprintPath } = JSON.parse(process.argv.at(-1)!) as Asked;
const sound = await openSound(path, ffmpegPath);
if ('state' in sound) process.stdout.write(JSON.stringify(sound));
else {
  const samples = new Float32Array(Math.ceil(seconds * SAMPLE_RATE));
  for (let from = 0; from < seconds; from += SLICE_SECONDS) {
    const part = await sound.read({ fromSeconds: from, seconds: Math.min(SLICE_SECONDS, seconds - from) });
    const at = from * SAMPLE_RATE;
    samples.set(part.subarray(0, samples.length - at), at);
  }
  const bytes = readFileSync(fingerprintPath);
  const source = new Int32Array(new Uint8Array(bytes).buffer);
  const isEnough = hasEnoughSound(source) && hasEnoughSound(fingerprint(samples));
  process.stdout.write(JSON.stringify({ state: 'sound', isEnough, segments: locate(samples, source) }));
}
