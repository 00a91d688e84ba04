import { between, type Stream, streamOf } from '#simulator/random.ts';

/** Half of this rate is well above the highest frequency that the fingerprint uses. */
export const SOUND_RATE = 16_000;

/** Formants of distinct vowels, in hertz. */
const VOWELS = [
  [730, 1090, 2440],
  [270, 2290, 3010],
  [300, 870, 2240],
  [530, 1840, 2480],
  [570, 840, 2410],
  [660, 1720, 2410],
] as const;

/** Steps of a minor scale, in semitones. */
const SCALE = [0, 2, 3, 5, 7, 8, 10, 12];

/**
 * Makes the sound of a demo host's source video: a voice without words over a melody, with occasional noise.
 * Everything is derived from the name, so the sounds of two names share nothing. The frequency bands in which
 * clips are compared have enough energy.
 */
export function soundOf(name: string, seconds: number): Float32Array {
  const samples = new Float32Array(Math.ceil(seconds * SOUND_RATE));
  const next = streamOf('demo sound', name);
  melody(samples, next);
  talk(samples, next);
  let loudest = 0;
  for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
  return samples.map((sample) => (0.7 * sample) / loudest);
}

function melody(samples: Float32Array, next: Stream): void {
  const root = between(next, 196, 330);
  const beat = Math.round(between(next, 0.21, 0.34) * SOUND_RATE);
  for (let at = 0; at < samples.length; at += beat) {
    const hertz = root * 2 ** (SCALE[Math.floor(next() * SCALE.length)]! / 12);
    const length = Math.min(beat * 2, samples.length - at);
    for (let i = 0; i < length; i++) {
      const t = i / SOUND_RATE;
      const tone = Math.sin(2 * Math.PI * hertz * t) + 0.5 * Math.sin(4 * Math.PI * hertz * t);
      samples[at + i]! += 0.08 * tone * Math.exp(-4 * t);
    }
    if (next() < 0.15) hit(samples, at, next);
  }
}

function hit(samples: Float32Array, at: number, next: Stream): void {
  const length = Math.min(Math.round(0.12 * SOUND_RATE), samples.length - at);
  for (let i = 0; i < length; i++)
    samples[at + i]! += 0.2 * (next() - 0.5) * Math.exp((-20 * i) / SOUND_RATE);
}

/** Adds syllables of one vowel each, with a pause for breath after every few. */
function talk(samples: Float32Array, next: Stream): void {
  const voice = between(next, 95, 190);
  let at = 0;
  while (at < samples.length) {
    const words = 3 + Math.floor(next() * 6);
    for (let word = 0; word < words && at < samples.length; word++) at += syllable(samples, at, voice, next);
    at += Math.round(between(next, 0.15, 0.5) * SOUND_RATE);
  }
}

function syllable(samples: Float32Array, at: number, voice: number, next: Stream): number {
  const length = Math.round(between(next, 0.11, 0.28) * SOUND_RATE);
  const vowel = VOWELS[Math.floor(next() * VOWELS.length)]!;
  const [from, to] = [voice * between(next, 0.85, 1.25), voice * between(next, 0.85, 1.25)];
  let phase = 0;
  for (let i = 0; i < length && at + i < samples.length; i++) {
    phase += (from + ((to - from) * i) / length) / SOUND_RATE;
    const hertz = from + ((to - from) * i) / length;
    let sum = 0;
    for (let harmonic = 1; harmonic * hertz < 3_400; harmonic++) {
      const near = vowel.reduce(
        (loud, formant) => loud + 1 / (1 + ((harmonic * hertz - formant) / 90) ** 2),
        0,
      );
      sum += near * Math.sin(2 * Math.PI * harmonic * phase);
    }
    samples[at + i]! += 0.14 * sum * Math.sin((Math.PI * i) / length);
  }
  return length;
}

/** Writes samples as a WAV file of 16 bits. */
export function wav(samples: Float32Array): Buffer {
  const data = Buffer.alloc(2 * samples.length);
  for (const [i, sample] of samples.entries()) data.writeInt16LE(Math.round(sample * 32_767), 2 * i);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(SOUND_RATE, 24);
  head.writeUInt32LE(2 * SOUND_RATE, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
