import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { MINUTE } from '#server/infra/clock.ts';
import { demoVideo, inFragments, shortVideo } from '#server/testing/videos.ts';
import { faults } from './judge/boxes.ts';
import { judgeVideo } from './judge/judge-video.ts';
import { judgeInChild } from './judge-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'permille-mutated-'));
afterAll(() => rmSync(folder, { recursive: true }));

const videos = [shortVideo, await inFragments(shortVideo), demoVideo];
const kinds = [
  'moov',
  'trak',
  'tkhd',
  'mdia',
  'mdhd',
  'hdlr',
  'minf',
  'stbl',
  'stsd',
  'stts',
  'ctts',
  'stsc',
  'stsz',
];
kinds.push('stco', 'stss', 'edts', 'elst', 'mvex', 'trex', 'moof', 'traf', 'tfhd', 'trun', 'mdat');

const number = fc.oneof(
  fc.constantFrom(0, 1, 7, 8, 64_000_000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff),
  fc.nat({ max: 0xffff }),
);
/**
 * Generates a position in or before a box: its size (-8), its kind (-4), or one of the first numbers in it.
 */
const place = fc.record({
  kind: fc.constantFrom(...kinds),
  which: fc.nat({ max: 3 }),
  word: fc.integer({ min: -2, max: 6 }),
});
const change = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('number' as const), place, number }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('flip' as const),
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      bit: fc.nat({ max: 7 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('cut' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  },
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Flips hit only the first bytes, because the index is there. */
const FRONT_BYTES = 3_000;

function changed(video: Buffer, { ...given }: Change): Buffer {
  const bytes = Buffer.from(video);
  if (given.do === 'cut') return bytes.subarray(0, Math.floor(given.at * bytes.length));
  if (given.do === 'flip') {
    const at = Math.floor(given.at * Math.min(bytes.length, FRONT_BYTES));
    if (bytes.length > 0) bytes[at]! ^= 1 << given.bit;
    return bytes;
  }
  let at = -1;
  for (let seen = 0; seen <= given.place.which; seen++) {
    const next = bytes.indexOf(given.place.kind, at + 1, 'latin1');
    if (next < 0) break;
    at = next;
  }
  const target = at + 4 + 4 * given.place.word;
  if (at >= 0 && target >= 0 && target + 4 <= bytes.length) bytes.writeUInt32BE(given.number, target);
  return bytes;
}

const file = fc
  .tuple(fc.constantFrom(...videos), fc.array(change, { minLength: 1, maxLength: 3 }))
  .map(([video, changes]) => changes.reduce(changed, video));

function written(bytes: Buffer): string {
  const path = join(folder, `${randomUUID()}.mp4`);
  writeFileSync(path, bytes);
  return path;
}

test('each of 300 files that were tampered with gets facts or a refusal', () => {
  fc.assert(
    fc.property(file, (bytes) => {
      const path = written(bytes);
      const verdict = judgeVideo(path);
      rmSync(path);
      if ('fault' in verdict) expect(faults).toContain(verdict.fault);
      else expect(Math.min(verdict.durationMs, verdict.width, verdict.height)).toBeGreaterThan(0);
    }),
    { numRuns: 300 },
  );
});

test('a child process judges each such file alike, and the server answers requests meanwhile', async () => {
  const judge = judgeInChild({ ms: MINUTE });
  const paths = fc.sample(file, 20).map(written);
  let turns = 0;
  const turning = setInterval(() => turns++, 1);
  const verdicts = await Promise.all(paths.map(judge));
  clearInterval(turning);
  expect(turns).toBeGreaterThan(0);
  for (const [index, path] of paths.entries()) {
    const own = judgeVideo(path);
    if ('fault' in own) expect(verdicts[index]).toMatchObject({ code: own.fault });
    else expect(verdicts[index]).toEqual(own);
  }
});
