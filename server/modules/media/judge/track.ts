import { boxesIn, demand, findBox, theBox } from './boxes.ts';
import { type Coding, codingOf } from './codecs.ts';
import { checkTables } from './tables.ts';

/** The picture of a movie. */
export interface VideoTrack {
  id: number;
  /** Time units per second. */
  timescale: number;
  width: number;
  height: number;
  /** Degrees by which it is turned clockwise when shown. */
  rotation: number;
  coding: Coding;
  /** Its sample table; nearly empty when the samples are in fragments. */
  stbl: Buffer;
}

/**
 * The first video track of an index (moov) that is meant to be shown, else the first one; null without any.
 * @throws Unfit when a table of any track names more entries than it has
 */
export function findVideoTrack(moov: Buffer, fileBytes: number): VideoTrack | null {
  let found: VideoTrack | null = null;
  let isShown = false;
  for (const { kind, content: trak } of boxesIn(moov)) {
    if (kind !== 'trak') continue;
    const stbl = findBox(trak, 'mdia', 'minf', 'stbl');
    const edits = findBox(trak, 'edts');
    if (edits) checkTables(edits, fileBytes);
    if (stbl) checkTables(stbl, fileBytes);
    const shown = (theBox(trak, 'tkhd').readUInt32BE(0) & 1) === 1;
    if (!stbl || handlerOf(trak) !== 'vide' || (found && (isShown || !shown))) continue;
    found = readTrack(trak, stbl);
    isShown = shown;
  }
  return found;
}

export const handlerOf = (trak: Buffer): string | undefined =>
  findBox(trak, 'mdia', 'hdlr')?.toString('latin1', 8, 12);

function readTrack(trak: Buffer, stbl: Buffer): VideoTrack {
  const tkhd = theBox(trak, 'tkhd');
  const mdhd = theBox(trak, 'mdia', 'mdhd');
  const timescale = mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12);
  demand(timescale > 0);
  return {
    id: tkhd.readUInt32BE(tkhd[0] === 1 ? 20 : 12),
    timescale,
    ...shownSize(tkhd, stbl),
    rotation: rotationOf(tkhd),
    coding: codingOf(stbl, 'vide'),
    stbl,
  };
}

/** As the track is shown (tkhd, 16.16), turned by its matrix; the pictures' own size where it names none. */
function shownSize(tkhd: Buffer, stbl: Buffer): { width: number; height: number } {
  const matrixAt = tkhd[0] === 1 ? 52 : 40;
  const picture = pictureSize(stbl);
  const width = Math.round(tkhd.readUInt32BE(matrixAt + 36) / 0x10000) || picture.width;
  const height = Math.round(tkhd.readUInt32BE(matrixAt + 40) / 0x10000) || picture.height;
  const isTurned = tkhd.readInt32BE(matrixAt) === 0 && tkhd.readInt32BE(matrixAt + 16) === 0;
  return isTurned ? { width: height, height: width } : { width, height };
}

/** By the first column of its matrix: a, b. */
function rotationOf(tkhd: Buffer): number {
  const matrixAt = tkhd[0] === 1 ? 52 : 40;
  const turned = Math.atan2(tkhd.readInt32BE(matrixAt + 4), tkhd.readInt32BE(matrixAt));
  return (Math.round((turned * 180) / Math.PI) + 360) % 360;
}

/** The sound of a movie: how its first sound track is coded; null without one. */
export function findSound(moov: Buffer): Coding | null {
  for (const { kind, content: trak } of boxesIn(moov)) {
    if (kind !== 'trak' || handlerOf(trak) !== 'soun') continue;
    const stbl = findBox(trak, 'mdia', 'minf', 'stbl');
    if (stbl) return codingOf(stbl, 'soun');
  }
  return null;
}

/** The size of the first sample description's pictures. */
function pictureSize(stbl: Buffer): { width: number; height: number } {
  const [coded] = boxesIn(theBox(stbl, 'stsd').subarray(8));
  demand(coded !== undefined && coded.content.length >= 28);
  const [width, height] = [coded.content.readUInt16BE(24), coded.content.readUInt16BE(26)];
  demand(width > 0 && height > 0);
  return { width, height };
}
