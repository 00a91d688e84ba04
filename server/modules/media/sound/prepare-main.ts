import { openSound } from './decode.ts';
import { fingerprint, peaks, samplesFor } from './fingerprint.ts';
import { SLICE_SECONDS } from './slices.ts';
import { SAMPLE_RATE } from './spectrum.ts';

/**
 * Main program of a child process (server/modules/media/sound/in-child.ts): decodes one slice of a video's sound. Prints a
 * line of JSON; with sound, the slice's fingerprint and its peaks follow, padded where the sound ends early.
 */
interface Asked {
  path: string;
  ffmpegPath: string | null;
  slice: number;
  items: number;
}

const { path, ffmpegPath, slice, items } = JSON.parse(process.argv.at(-1)!) as Asked;
const sound = await openSound(path, ffmpegPath);
if ('state' in sound) process.stdout.write(`${JSON.stringify(sound)}\n`);
else {
  const seconds = samplesFor(items) / SAMPLE_RATE;
  const samples = await sound.read({ fromSeconds: slice * SLICE_SECONDS, seconds });
  const padded = new Int32Array(items);
  padded.set(fingerprint(samples).subarray(0, items));
  process.stdout.write(`${JSON.stringify({ state: 'sound' })}\n`);
  process.stdout.write(Buffer.from(padded.buffer));
  process.stdout.write(peaks(samples, items));
}
