import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BufferSource,
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputTrack,
  MP4,
  Mp4OutputFormat,
} from 'mediabunny';
import { afterAll, expect, test } from 'vitest';
import {
  contentAt,
  converted,
  demoVideo,
  inFragments,
  shortVideo,
  speechVideo,
  withNumber,
} from '#server/testing/videos.ts';
import { makeSeekIndex } from './make-seek-index.ts';

const folder = mkdtempSync(join(tmpdir(), 'permille-seek-'));
afterAll(() => rmSync(folder, { recursive: true }));
const [path, target] = ['video', 'index'].map((name) => join(folder, name)) as [string, string];

/** Returns the file as a reader sees it: the index, with the video as the content of its `mdat`. */
function withSeekIndex(video: Buffer): Buffer | null {
  writeFileSync(path, video);
  if (!makeSeekIndex(path, target)) return null;
  const index = readFileSync(target);
  const head = contentAt(index, 'mdat')! + 8;
  return Buffer.concat([index.subarray(0, head), video, index.subarray(head)]);
}

const open = (video: Buffer) => new Input({ source: new BufferSource(video), formats: [MP4] });

const facts = ({ timestamp, type, byteLength, data }: EncodedPacket) => ({
  timestamp,
  type,
  byteLength,
  sum: data.reduce((sum, byte) => (sum * 31 + byte) % 1e9, 0),
});

async function packetsOf(track: InputTrack) {
  const all = [];
  for await (const packet of new EncodedPacketSink(track).packets()) all.push(facts(packet));
  return all;
}

test.each([
  ['pictures that are not in the order in which they are shown', shortVideo],
  ['an index at the end', await converted(demoVideo, new Mp4OutputFormat({ fastStart: false }))],
  ['speech of seventy seconds', speechVideo],
])('a source has the same samples by its seek index as by its own index: %s', async (_what, video) => {
  const [own, seek] = [open(video), open(withSeekIndex(video)!)];
  expect(await seek.computeDuration()).toBeCloseTo(await own.computeDuration(), 6);
  const [tracks, found] = [await own.getTracks(), await seek.getTracks()];
  expect(found.map(({ type }) => type)).toEqual(tracks.map(({ type }) => type));
  for (const [at, track] of tracks.entries()) {
    expect(await packetsOf(found[at]!)).toEqual(await packetsOf(track));
    const [mine, theirs] = [new EncodedPacketSink(found[at]!), new EncodedPacketSink(track)];
    const last = await track.computeDuration();
    for (const seconds of [last, 0, last * 0.99, last / 2, 0.04, last / 3, last * 2]) {
      for (const ask of ['getPacket', 'getKeyPacket'] as const) {
        const [one, other] = [await mine[ask](seconds), await theirs[ask](seconds)];
        expect(one && facts(one)).toEqual(other && facts(other));
      }
    }
  }
});

test('a file whose index has another structure gets no seek index', async () => {
  expect(withSeekIndex(await inFragments(shortVideo))).toBeNull();
  expect(withSeekIndex(Buffer.from('no video at all'))).toBeNull();
  // The first file's table claims more entries than it has; the second file has samples with a second
  // description.
  expect(withSeekIndex(withNumber(shortVideo, 'stsz', 8, 0xffffff))).toBeNull();
  expect(withSeekIndex(withNumber(shortVideo, 'stsc', 16, 2))).toBeNull();
});
