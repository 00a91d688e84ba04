import { openSound } from '../sound/decode.ts';

/**
 * Main program of a child process (server/modules/media/transcript/speech.ts): decodes a part of a video's
 * sound and prints it as a WAV file of 16 bits, mono. Prints nothing if no sound can be decoded.
 */
interface Asked {
  path: string;
  ffmpegPath: string | null;
  fromSeconds: number;
  seconds: number;
  rate: number;
}

const { path, ffmpegPath, fromSeconds, seconds, rate } = JSON.parse(process.argv.at(-1)!) as Asked;
const sound = await openSound(path, ffmpegPath);
if (!('state' in sound)) {
  const samples = await sound.read({ fromSeconds, seconds }, rate);
  const bytes = Buffer.alloc(44 + 2 * samples.length);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(2 * rate, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(2 * samples.length, 40);
  samples.forEach((sample, at) => {
    bytes.writeInt16LE(Math.round(32_767 * Math.max(-1, Math.min(1, sample))), 44 + 2 * at);
  });
  process.stdout.write(bytes);
}
