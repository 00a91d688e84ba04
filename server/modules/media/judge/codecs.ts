import { assertReadable, type Box, boxesIn, findBox, requireBox, Unfit } from './boxes.ts';

/** The coding of a track. */
export interface Coding {
  /** The usual name ("H.264", "AAC"), or the four characters of the file. */
  name: string;
  profile: string | null;
  bitDepth: number | null;
  /** Whether Chromium, Firefox and Safari play it on any machine, without hardware decoders. */
  playable: boolean;
}

/** Bytes of a sample entry before its boxes (ISO/IEC 14496-12 §12.1.3, §12.2.3; QuickTime's versions 1 and 2 of sound). */
export const PICTURE_BYTES = 78;
const SOUND_BYTES = [28, 44, 64];

/**
 * Returns the codec of a sample table's first description.
 * @throws Unfit for an encrypted track
 */
export function codingOf(stbl: Buffer, kind: 'vide' | 'soun'): Coding {
  const [entry] = boxesIn(requireBox(stbl, 'stsd').subarray(8));
  assertReadable(entry !== undefined);
  if (entry.kind === 'encv' || entry.kind === 'enca') throw new Unfit('file_encrypted');
  const skipped = kind === 'vide' ? PICTURE_BYTES : SOUND_BYTES[entry.content.readUInt16BE(8)];
  const boxes = entry.content.subarray(skipped ?? SOUND_BYTES[0]);
  if (kind === 'vide' && findBox(boxes, 'sinf')) throw new Unfit('file_encrypted');
  const read = Object.hasOwn(readers, entry.kind) ? readers[entry.kind] : undefined;
  return read?.(boxes) ?? plain(nameOf(entry), false);
}

const plain = (name: string, playable: boolean): Coding => ({
  name,
  profile: null,
  bitDepth: null,
  playable,
});

/**
 * Returns the four characters that name the codec, without those that are unsafe to show: they can be any
 * bytes.
 */
const nameOf = ({ kind }: Box): string => kind.replace(/[^\w.-]/g, '').slice(0, 4) || 'unknown';

const h264Profiles: Record<number, string> = {
  66: 'Baseline',
  77: 'Main',
  88: 'Extended',
  100: 'High',
  110: 'High 10',
  122: 'High 4:2:2',
  244: 'High 4:4:4',
};

function h264(boxes: Buffer): Coding {
  const config = requireBox(boxes, 'avcC');
  const profile = config.readUInt8(1);
  return {
    name: 'H.264',
    profile: h264Profiles[profile] ?? null,
    bitDepth: profile === 110 ? 10 : profile > 100 ? depthOf(config) : 8,
    playable: profile <= 100,
  };
}

/**
 * Returns the bit depth in the extension of a decoder record (ISO/IEC 14496-15 §5.3.3.1); null when the
 * record has none.
 */
function depthOf(avcC: Buffer): number | null {
  let at = 5;
  // Skips the sequence parameter sets, then the picture parameter sets.
  for (const countBits of [0x1f, 0xff]) {
    if (at >= avcC.length) return null;
    const sets = avcC.readUInt8(at++) & countBits;
    for (let set = 0; set < sets; set++) {
      if (at + 2 > avcC.length) return null;
      at += 2 + avcC.readUInt16BE(at);
    }
  }
  return at + 1 < avcC.length ? 8 + (avcC.readUInt8(at + 1) & 7) : null;
}

function hevc(boxes: Buffer): Coding {
  const config = requireBox(boxes, 'hvcC');
  const profile = config.readUInt8(1) & 31;
  const bitDepth = 8 + (config.readUInt8(17) & 7);
  return {
    name: 'HEVC (H.265)',
    profile: { 1: 'Main', 2: 'Main 10' }[profile] ?? null,
    bitDepth,
    playable: false,
  };
}

function vp9(boxes: Buffer): Coding {
  const config = requireBox(boxes, 'vpcC');
  return {
    name: 'VP9',
    profile: `Profile ${config.readUInt8(4)}`,
    bitDepth: config.readUInt8(6) >> 4,
    playable: true,
  };
}

function av1(boxes: Buffer): Coding {
  const config = requireBox(boxes, 'av1C');
  const flags = config.readUInt8(2);
  const bitDepth = flags & 0x40 ? (flags & 0x20 ? 12 : 10) : 8;
  const profile = { 0: 'Main', 1: 'High', 2: 'Professional' }[config.readUInt8(1) >> 5] ?? null;
  return { name: 'AV1', profile, bitDepth, playable: true };
}

/** Codecs of `mp4v` and `mp4a`, by the object type of their descriptor (ISO/IEC 14496-1 §7.2.6.6). */
const objects: Record<number, [name: string, playable: boolean]> = {
  32: ['MPEG-4 Part 2', false],
  33: ['H.264', true],
  64: ['AAC', true],
  96: ['MPEG-2', false],
  97: ['MPEG-2', false],
  98: ['MPEG-2', false],
  99: ['MPEG-2', false],
  100: ['MPEG-2', false],
  101: ['MPEG-2', false],
  102: ['AAC', true],
  103: ['AAC', true],
  104: ['AAC', true],
  105: ['MP3', true],
  106: ['MPEG-1', false],
  107: ['MP3', true],
  108: ['Motion JPEG', false],
  165: ['AC-3', false],
  166: ['E-AC-3', false],
  169: ['DTS', false],
};

const byDescriptor =
  (otherwise: string) =>
  (boxes: Buffer): Coding => {
    // QuickTime nests the box one level deeper.
    const esds = findBox(boxes, 'esds') ?? findBox(boxes, 'wave', 'esds');
    const [name, playable] = (esds && objects[objectType(esds)]) ?? [otherwise, false];
    return plain(name, playable);
  };

/**
 * Reads the object type. A descriptor has a tag and a length of up to four bytes; the decoder's descriptor
 * (4) is inside the stream's (3).
 */
function objectType(esds: Buffer): number {
  let at = 4;
  const enter = (tag: number): void => {
    assertReadable(esds.readUInt8(at++) === tag);
    for (let bytes = 0; bytes < 4 && esds.readUInt8(at++) & 0x80; bytes++);
  };
  enter(3);
  const flags = esds.readUInt8(at + 2);
  at += 3;
  if (flags & 0x80) at += 2;
  if (flags & 0x40) at += 1 + esds.readUInt8(at);
  if (flags & 0x20) at += 2;
  enter(4);
  return esds.readUInt8(at);
}

const readers: Record<string, (boxes: Buffer) => Coding> = {
  avc1: h264,
  avc3: h264,
  hvc1: hevc,
  hev1: hevc,
  vp09: vp9,
  av01: av1,
  mp4v: byDescriptor('MPEG-4 Part 2'),
  mp4a: byDescriptor('MPEG audio'),
  '.mp3': () => plain('MP3', true),
  'ac-3': () => plain('AC-3', false),
  'ec-3': () => plain('E-AC-3', false),
  Opus: () => plain('Opus', true),
  fLaC: () => plain('FLAC', true),
  alac: () => plain('ALAC', false),
};
