import { AudioSample } from 'mediabunny';
import { expect, test } from 'vitest';
import { applyGain, gainFor, loudnessMeter } from './loudness.ts';
import { addPeaks } from './measure-sound.ts';
import { loudestSeconds, silencesIn } from './silence.ts';

const rate = 48_000;
const sine = (hertz: number, amplitude: number, seconds: number) =>
  Float32Array.from(
    { length: rate * seconds },
    (_, at) => amplitude * Math.sin((2 * Math.PI * hertz * at) / rate),
  );
const lufsOf = (channels: Float32Array[]) => {
  const meter = loudnessMeter(rate);
  meter.add(channels);
  return meter.lufs();
};

test('measures loudness as in EBU Tech 3341: a stereo sine of 1 kHz at −23 dBFS is −23 LUFS', () => {
  const tone = sine(1_000, 10 ** (-23 / 20), 5);
  expect(lufsOf([tone, tone])).toBeCloseTo(-23, 1);
  const quieter = sine(1_000, 10 ** (-33 / 20), 5);
  expect(lufsOf([quieter, quieter])).toBeCloseTo(-33, 1);
  // A single channel is heard on both sides of the clip.
  expect(lufsOf([tone])).toBeCloseTo(-23, 1);
});

test('pauses do not make speech quieter, and silence has no loudness', () => {
  const tone = sine(1_000, 0.1, 3);
  const withPause = new Float32Array(rate * 9);
  withPause.set(tone);
  expect(lufsOf([withPause])!).toBeGreaterThan(lufsOf([tone])! - 0.7);
  expect(lufsOf([new Float32Array(rate)])).toBeNull();
});

test('the gain reaches −14 LUFS and keeps every sample below full scale', () => {
  const tone = sine(1_000, 0.05, 3);
  applyGain(tone, gainFor(lufsOf([tone])));
  expect(lufsOf([tone])).toBeCloseTo(-14, 1);
  const loud = Float32Array.from([0.5, -1, 1, 0]);
  applyGain(loud, 3);
  expect(Math.max(...loud.map(Math.abs))).toBeLessThan(1);
  expect(loud[3]).toBe(0);
  expect(gainFor(null)).toBe(1);
  expect(gainFor(-70)).toBeLessThan(16);
});

test('silences are long and quiet pauses without their margins; unmeasured stretches are none', () => {
  const peaks = new Map<number, number>();
  for (let tenth = 0; tenth < 100; tenth += 1) peaks.set(tenth, tenth >= 30 && tenth < 50 ? 0.01 : 0.8);
  peaks.set(70, 0.001);
  const cuts = [{ start: 0, end: 20 }];
  const [silence, ...more] = silencesIn(cuts, peaks);
  expect(silence!.start).toBeCloseTo(3.1);
  expect(silence!.end).toBeCloseTo(4.9);
  expect(more).toEqual([]);
  expect(silencesIn(cuts, new Map())).toEqual([]);
});

test('the loudest seconds are apart from one another', () => {
  const peaks = new Map(
    Array.from({ length: 300 }, (_, tenth) => [tenth, tenth === 125 || tenth === 132 ? 9 : 0.1]),
  );
  expect(loudestSeconds(peaks, 2, 3)).toHaveLength(2);
  expect(loudestSeconds(peaks, 1, 3)[0]).toBe(12);
  expect(loudestSeconds(peaks, 9, 3)).not.toContain(13);
});

test('speech in the right channel alone is not silence', () => {
  const data = new Float32Array(2 * 200);
  data[250] = -0.5;
  const of = { data, format: 'f32-planar', numberOfChannels: 2, sampleRate: 1_000, timestamp: 3 } as const;
  const sample = new AudioSample(of);
  const peaks = new Map<number, number>();
  addPeaks(peaks, sample);
  sample.close();
  expect([...peaks]).toEqual([
    [30, 0.5],
    [31, 0],
  ]);
});
