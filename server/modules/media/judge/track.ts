import { boxesIn, demand, findBox, theBox } from './boxes.ts';
import { type Coding, codingOf } from './codecs.ts';
import { checkTables } from './tables.ts';

/** A track that players show or play. */
export interface Track {
  id: number;
  /** Time units per second. */
  timescale: number;
  /** Its edit list (elst), if it has one. */
  edits: Buffer | null;
  /** Its sample table; nearly empty when the samples are in fragments. */
  stbl: Buffer;
}

/** The picture of a movie. */
export interface VideoTrack extends Track {
  width: number;
  height: number;
  /** Degrees by which it is turned clockwise when shown. */
  rotation: number;
  coding: Coding;
}

interface Tracks {
  /** The first video track that is meant to be shown, else the first one; null without any. */
  picture: VideoTrack | null;
  /** How the first sound track is coded; null without one. */
  sound: Coding | null;
  /** The picture, the first sound, and all others that are meant to be shown. */
  shown: Track[];
}

/**
 * The pictures and sounds of an index (moov).
 * @throws Unfit when a table of any track names more entries than it has
 */
export function findTracks(moov: Buffer, fileBytes: number): Tracks {
  const found = { vide: [] as Found[], soun: [] as Found[] };
  for (const { kind, content: trak } of boxesIn(moov)) {
    if (kind !== 'trak') continue;
    const stbl = findBox(trak, 'mdia', 'minf', 'stbl');
    const edits = findBox(trak, 'edts');
    if (edits) checkTables(edits, fileBytes);
    if (stbl) checkTables(stbl, fileBytes);
    const isShown = (theBox(trak, 'tkhd').readUInt32BE(0) & 1) === 1;
    const handler = handlerOf(trak);
    if (stbl && (handler === 'vide' || handler === 'soun')) found[handler].push({ trak, stbl, isShown });
  }
  const picture = found.vide.find(({ isShown }) => isShown) ?? found.vide[0];
  const [sound] = found.soun;
  const shown = [...found.vide, ...found.soun].filter(
    (track) => track.isShown || track === picture || track === sound,
  );
  return {
    picture: picture ? readPicture(picture) : null,
    sound: sound ? codingOf(sound.stbl, 'soun') : null,
    shown: shown.map(readTrack),
  };
}

interface Found {
  trak: Buffer;
  stbl: Buffer;
  isShown: boolean;
}

export const handlerOf = (trak: Buffer): string | undefined =>
  findBox(trak, 'mdia', 'hdlr')?.toString('latin1', 8, 12);

function readTrack({ trak, stbl }: Found): Track {
  const [tkhd, mdhd] = [theBox(trak, 'tkhd'), theBox(trak, 'mdia', 'mdhd')];
  const timescale = timescaleOf(mdhd);
  demand(timescale > 0);
  const id = tkhd.readUInt32BE(tkhd[0] === 1 ? 20 : 12);
  return { id, timescale, edits: findBox(trak, 'edts', 'elst'), stbl };
}

/** Time units per second, of a movie (mvhd) or a track (mdhd). */
export const timescaleOf = (head: Buffer): number => head.readUInt32BE(head[0] === 1 ? 20 : 12);

function readPicture(found: Found): VideoTrack {
  const tkhd = theBox(found.trak, 'tkhd');
  return {
    ...readTrack(found),
    ...shownSize(tkhd, found.stbl),
    rotation: rotationOf(tkhd),
    coding: codingOf(found.stbl, 'vide'),
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

/** The size of the first sample description's pictures. */
function pictureSize(stbl: Buffer): { width: number; height: number } {
  const [coded] = boxesIn(theBox(stbl, 'stsd').subarray(8));
  demand(coded !== undefined && coded.content.length >= 28);
  const [width, height] = [coded.content.readUInt16BE(24), coded.content.readUInt16BE(26)];
  demand(width > 0 && height > 0);
  return { width, height };
}
