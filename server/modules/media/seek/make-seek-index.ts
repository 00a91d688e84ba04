import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { assertReadable, boxesIn, requireBox, Unfit } from '../judge/boxes.ts';
import { timeOf } from '../judge/samples.ts';
import { handlerOf } from '../judge/track.ts';
import { type Outline, walkFile } from '../judge/walk.ts';
import { box, fragmentOf, fullBox, type Stretch, u32, u64 } from './fragment.ts';
import { type Sample, samplesOf } from './samples-of.ts';

/**
 * A fragment begins at the first key frame after this many seconds, or after this many frames without one.
 */
const FRAGMENT_SECONDS = 10;
const FRAGMENT_PICTURES = 20_000;
/**
 * Shorter samples are refused: uncompressed sound has one entry per sample, which readers combine but
 * fragments can't.
 */
const SHORTEST_SAMPLE_SECONDS = 0.001;

interface Track {
  id: number;
  timescale: number;
  samples: number;
  /** The next sample; null at the end. */
  next: Sample | null;
  take(): Sample;
  /** The track's samples in each fragment: display time of the first one, and the fragment's offset. */
  places: { time: number; fragmentAt: number }[];
}

/**
 * Writes a seek index beside an MP4: the few kilobytes with which a reader can reach any second of the file.
 * The index is the head of a fragmented MP4, then fragments (moof) and their table (mfra). The reader appends
 * the bytes of the file as the content of the last box (mdat); see web/features/studio/indexed-source.ts.
 * @returns false if the file's structure does not allow it
 */
export function makeSeekIndex(path: string, target: string): boolean {
  const [from, to] = [openSync(path, 'r'), openSync(target, 'w')];
  try {
    const { size } = fstatSync(from);
    write(from, to, walkFile(from, size), size);
    return true;
  } catch (error) {
    if (error instanceof Unfit || error instanceof RangeError) return false;
    throw error;
  } finally {
    closeSync(from);
    closeSync(to);
  }
}

function write(from: number, to: number, { moov: place, moofs }: Outline, fileBytes: number): void {
  assertReadable(moofs.length === 0);
  const read = (at: number, size: number): Buffer => {
    const bytes = Buffer.alloc(size);
    assertReadable(readSync(from, bytes, 0, size, at) === size);
    return bytes;
  };
  const type = read(0, read(0, 4).readUInt32BE(0));
  const whole = read(place.at, place.size);
  const moov = whole.subarray(whole.readUInt32BE(0) === 1 ? 16 : 8);
  const { index, tracks } = open(moov);
  const head = Buffer.concat([type, index, u32(1), Buffer.from('mdat'), u64(fileBytes + 16)]);
  writeSync(to, head);
  let at = head.length + fileBytes;
  for (let sequence = 1; ; sequence++) {
    const stretches = nextStretches(tracks);
    if (stretches.length === 0) break;
    note(tracks, stretches, at);
    const fragment = fragmentOf(sequence, stretches, head.length);
    writeSync(to, fragment);
    at += fragment.length;
  }
  writeSync(to, tableOf(tracks));
}

/** Returns the index without its sample tables, and iterators over those tables. */
function open(moov: Buffer): { index: Buffer; tracks: Track[] } {
  const [pictures, sounds]: [Track[], Track[]] = [[], []];
  const parts: Buffer[] = [];
  for (const { kind, content } of boxesIn(moov)) {
    if (kind === 'mvhd') parts.push(box(kind, content));
    const handler = kind === 'trak' ? handlerOf(content) : null;
    if (handler !== 'vide' && handler !== 'soun') continue;
    const track = openTrack(content);
    if (!track.next) continue;
    parts.push(emptied(content));
    if (handler === 'vide') pictures.push(track);
    else sounds.push(track);
  }
  // Fragments begin with key frames of the longest video track, because another one may be a cover picture.
  const tracks = [...pictures.sort((a, b) => b.samples - a.samples), ...sounds];
  const defaults = tracks.map(({ id }) => fullBox('trex', 0, 0, u32(id, 1, 0, 0, 0)));
  return { index: box('moov', ...parts, box('mvex', ...defaults)), tracks };
}

function openTrack(trak: Buffer): Track {
  const [tkhd, mdhd] = [requireBox(trak, 'tkhd'), requireBox(trak, 'mdia', 'mdhd')];
  const timescale = mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12);
  const stbl = requireBox(trak, 'mdia', 'minf', 'stbl');
  const samples = samplesOf(stbl);
  const advance = (): Sample | null => samples.next().value ?? null;
  const track: Track = {
    id: tkhd.readUInt32BE(tkhd[0] === 1 ? 20 : 12),
    timescale,
    samples: timeOf(stbl).samples,
    next: advance(),
    places: [],
    take() {
      const taken = track.next!;
      track.next = advance();
      return taken;
    },
  };
  assertReadable((track.next?.duration ?? timescale) >= SHORTEST_SAMPLE_SECONDS * timescale);
  return track;
}

const emptyTables = ['stts', 'stsc', 'stco'].map((kind) => fullBox(kind, 0, 0, u32(0)));

/** Copies a box with its content. A sample table keeps only the coding of its samples. */
function emptied(content: Buffer, kind = 'trak'): Buffer {
  if (kind === 'stbl') {
    const coding = box('stsd', requireBox(content, 'stsd'));
    return box(kind, coding, ...emptyTables, fullBox('stsz', 0, 0, u32(0, 0)));
  }
  if (!['trak', 'mdia', 'minf'].includes(kind)) return box(kind, content);
  return box(kind, ...[...boxesIn(content)].map((inner) => emptied(inner.content, inner.kind)));
}

/** Takes the next samples of each track, up to a key frame of the first track. */
function nextStretches([lead, ...others]: Track[]): Stretch[] {
  const begin = lead!.next?.time;
  const samples: Sample[] = [];
  const isFull = ({ isKey, time }: Sample) =>
    samples.length === FRAGMENT_PICTURES || (isKey && time - begin! >= FRAGMENT_SECONDS * lead!.timescale);
  while (lead!.next && !(samples.length > 0 && isFull(lead!.next))) samples.push(lead!.take());
  const seconds = ({ next, timescale }: Track) => (next ? next.time / timescale : Number.POSITIVE_INFINITY);
  const end = lead!.next ? seconds(lead!) : Math.min(...others.map(seconds)) + FRAGMENT_SECONDS;
  const rest = others.map((track) => {
    const taken: Sample[] = [];
    while (seconds(track) < end) taken.push(track.take());
    return { trackId: track.id, samples: taken };
  });
  return [{ trackId: lead!.id, samples }, ...rest].filter((stretch) => stretch.samples.length > 0);
}

function note(tracks: Track[], stretches: Stretch[], fragmentAt: number): void {
  for (const { trackId, samples } of stretches) {
    const time = samples.reduce(
      (least, sample) => Math.min(least, sample.time + sample.shift),
      Number.POSITIVE_INFINITY,
    );
    tracks.find(({ id }) => id === trackId)!.places.push({ time: Math.max(0, time), fragmentAt });
  }
}

/**
 * Builds the table of fragment offsets (ISO/IEC 14496-12 §8.8.9). The last number in the table is the table's
 * size.
 */
function tableOf(tracks: Track[]): Buffer {
  const tables = tracks.map(({ id, places }) => {
    const rows = places.map(({ time, fragmentAt }) =>
      Buffer.concat([u64(time), u64(fragmentAt), Buffer.alloc(3, 1)]),
    );
    return fullBox('tfra', 1, 0, u32(id, 0, places.length), ...rows);
  });
  const bytes = tables.reduce((sum, table) => sum + table.length, 8 + 16);
  return box('mfra', ...tables, fullBox('mfro', 0, 0, u32(bytes)));
}
