import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openSound } from './decode.ts';
import { fingerprint } from './fingerprint.ts';
import { locate } from './locate.ts';
import { resample } from './resample.ts';
import { SAMPLE_RATE } from './spectrum.ts';

/** Folder with 70 s of speech, and 22 s of other words by the same voice. */
const folder = join(import.meta.dirname, '../../../testing/speech');
let [speech, other]: [Float32Array, Float32Array] = [new Float32Array(0), new Float32Array(0)];
let source: ReturnType<typeof fingerprint> = new Int32Array(0);
beforeAll(async () => {
  const read = async (name: string, seconds: number) => {
    const sound = await openSound(join(folder, name), null);
    if ('state' in sound) throw new Error(`${name} has no sound.`);
    return await sound.read({ fromSeconds: 0, seconds });
  };
  [speech, other] = [await read('source.mp4', 70), await read('other.mp4', 22)];
  source = fingerprint(speech);
});

const cut = (from: number, seconds: number, sound = speech): Float32Array =>
  sound.slice(Math.round(from * SAMPLE_RATE), Math.round((from + seconds) * SAMPLE_RATE));

function joined(...parts: Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Makes sound faster and higher by the same factor, like a record played faster. */
const sped = (sound: Float32Array, by: number) => resample(sound, Math.round(SAMPLE_RATE * by));

/**
 * Makes sound faster at the same pitch: repeatedly takes the grain of 50 ms that continues the last grain
 * best.
 */
function stretched(sound: Float32Array, tempo: number): Float32Array {
  const grain = Math.round(0.05 * SAMPLE_RATE);
  const result = new Float32Array(Math.floor(sound.length / tempo));
  let last = 0;
  for (let to = 0; to + 2 * grain < result.length; to += grain) {
    const wanted = Math.round(to * tempo);
    let [best, bestAt] = [Number.NEGATIVE_INFINITY, wanted];
    for (let at = Math.max(0, wanted - grain / 2); at < wanted + grain / 2; at++) {
      let likeness = 0;
      for (let i = 0; i < grain; i += 2) likeness += (sound[at + i] ?? 0) * (sound[last + grain + i] ?? 0);
      if (likeness > best) [best, bestAt] = [likeness, at];
    }
    for (let i = 0; i < 2 * grain; i++) {
      const window = 0.5 - 0.5 * Math.cos((Math.PI * i) / grain);
      result[to + i]! += (sound[bestAt + i] ?? 0) * window;
    }
    last = bestAt;
  }
  return result;
}

/** Adds a tune in two voices, as loud as the speech. */
function withTune(sound: Float32Array): Float32Array {
  return sound.map((sample, i) => {
    const t = i / SAMPLE_RATE;
    const high = Math.sin(2 * Math.PI * 220 * 2 ** (Math.floor((t * 2) % 12) / 12) * t);
    const low = Math.sin(2 * Math.PI * 110 * 2 ** (Math.floor(t % 7) / 12) * t);
    return sample + 0.06 * high + 0.05 * low;
  });
}

/** Returns the seconds of the source in which the clip's sound was found. */
const found = (clip: Float32Array) =>
  locate(clip, source).map(({ sourceFromMs, sourceToMs }) => [sourceFromMs / 1000, sourceToMs / 1000]);

/**
 * Expects that most of the clip is found, at most a second off. A piece of under three seconds at an end may
 * be missing.
 */
function expectFound(clip: Float32Array, from: number, to: number): void {
  const spans = found(clip);
  for (const [a, b] of spans) {
    expect(a).toBeGreaterThan(from - 1);
    expect(b).toBeLessThan(to + 1);
  }
  const covered = spans.reduce((sum, [a, b]) => sum + b! - a!, 0);
  expect(covered).toBeGreaterThan(0.7 * (to - from));
}

test('a cut is found at its second, also if it begins between two items', () => {
  for (const from of [40, 40.031]) expectFound(cut(from, 10), from, from + 10);
});

test('a cut is found under music, quieter, and through a telephone', () => {
  expectFound(withTune(cut(40, 10)), 40, 50);
  expectFound(
    cut(40, 10).map((sample) => 0.05 * sample),
    40,
    50,
  );
  // Differences of neighbouring samples are a plain high-pass filter.
  expectFound(
    cut(40, 10).map((sample, i, all) => sample - 0.9 * (all[i - 1] ?? 0)),
    40,
    50,
  );
});

test.each([0.9, 1.1])('a cut is found when it is played %f times as fast', (by) => {
  expectFound(sped(cut(40.02, 12), by), 40, 52);
});

test.each([0.9, 1.2])('a cut is found when its tempo alone is changed by %f', (by) => {
  expectFound(stretched(cut(40.02, 12), by), 40, 52);
});

test.each([0.9, 1.15])('a cut is found when its pitch alone is changed by %f', (by) => {
  expectFound(sped(stretched(cut(40.02, 12), 1 / by), by), 40, 52);
});

test('three joined cuts are each found at their own second, in the order of the clip', () => {
  const spans = found(joined(cut(50, 6), cut(12, 5), cut(30, 8)));
  expect(spans.map(([from]) => Math.round(from!))).toEqual([50, 12, 30]);
  expect(spans.map(([, to]) => Math.round(to!))).toEqual([56, 17, 38]);
});

test('six seconds of the source are found in a clip whose rest is other sound', () => {
  const spans = found(joined(cut(1, 8, other), cut(60, 6), cut(9, 8, other)));
  expect(spans).toHaveLength(1);
  expect(Math.round(spans[0]![0]!)).toBe(60);
});

test('other words by the same voice, music alone and silence are not found', () => {
  expect(found(other)).toEqual([]);
  expect(found(withTune(new Float32Array(10 * SAMPLE_RATE)))).toEqual([]);
  expect(found(new Float32Array(10 * SAMPLE_RATE))).toEqual([]);
  expect(found(cut(40, 2))).toEqual([]);
});

test('silence in a source is not found', () => {
  const quiet = fingerprint(joined(new Float32Array(30 * SAMPLE_RATE), cut(0, 10)));
  expect(locate(new Float32Array(10 * SAMPLE_RATE), quiet)).toEqual([]);
});
