import { assertReadable, boxesIn, findBox, requireBox } from './boxes.ts';
import { type Coding, codingOf, PICTURE_BYTES } from './codecs.ts';
import { checkTables } from './tables.ts';

/** A track that players show or play. */
export interface Track {
  id: number;
  /** Time units per second. */
  timescale: number;
  /** The track's edit list (elst), if it has one. */
  edits: Buffer | null;
  /** The track's sample table; nearly empty if the samples are in fragments. */
  stbl: Buffer;
}

/** The video track of a movie. */
export interface VideoTrack extends Track {
  width: number;
  height: number;
  /** Clockwise rotation for display, in degrees. */
  rotation: number;
  coding: Coding;
}

interface Tracks {
  /** The track to show; null if the file has no video track. */
  picture: VideoTrack | null;
  /** Coding of the first sound track; null without one. */
  sound: Coding | null;
  /** The picture, the first sound, and all other tracks that are meant to be shown. */
  shown: Track[];
}

/**
 * Finds the video and sound tracks of an index (moov).
 * @throws Unfit when a table of any track declares more entries than it has
 */
export function findTracks(moov: Buffer, fileBytes: number): Tracks {
  const found = { vide: [] as Found[], soun: [] as Found[] };
  for (const { kind, content: trak } of boxesIn(moov)) {
    if (kind !== 'trak') continue;
    const stbl = findBox(trak, 'mdia', 'minf', 'stbl');
    const edits = findBox(trak, 'edts');
    if (edits) checkTables(edits, fileBytes);
    if (stbl) checkTables(stbl, fileBytes);
    const isShown = (requireBox(trak, 'tkhd').readUInt32BE(0) & 1) === 1;
    const handler = handlerOf(trak);
    if (stbl && (handler === 'vide' || handler === 'soun')) found[handler].push({ trak, stbl, isShown });
  }
  const picture = pictureOf(found.vide);
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

/**
 * Returns the film among the video tracks: the first shown track that browsers play, or else the first shown
 * one.
 */
function pictureOf(tracks: Found[]): Found | undefined {
  // Stills are ignored, because a cover is a still, and FFmpeg marks only the first track as shown, also if
  // that is a still.
  const films = tracks.filter(({ stbl }) => findBox(stbl, 'stsz')?.readUInt32BE(8) !== 1);
  const moving = films.length > 0 ? films : tracks;
  const shown = moving.filter(({ isShown }) => isShown);
  const candidates = shown.length > 0 ? shown : moving;
  return candidates.find(({ stbl }) => codingOf(stbl, 'vide').playable) ?? candidates[0];
}

export const handlerOf = (trak: Buffer): string | undefined =>
  findBox(trak, 'mdia', 'hdlr')?.toString('latin1', 8, 12);

function readTrack({ trak, stbl }: Found): Track {
  const [tkhd, mdhd] = [requireBox(trak, 'tkhd'), requireBox(trak, 'mdia', 'mdhd')];
  const timescale = timescaleOf(mdhd);
  assertReadable(timescale > 0);
  const id = tkhd.readUInt32BE(tkhd[0] === 1 ? 20 : 12);
  return { id, timescale, edits: findBox(trak, 'edts', 'elst'), stbl };
}

/** Returns the time units per second of a movie (mvhd) or a track (mdhd). */
export const timescaleOf = (head: Buffer): number => head.readUInt32BE(head[0] === 1 ? 20 : 12);

function readPicture(found: Found): VideoTrack {
  const tkhd = requireBox(found.trak, 'tkhd');
  return {
    ...readTrack(found),
    ...shownSize(tkhd, found.stbl),
    rotation: rotationOf(tkhd),
    coding: codingOf(found.stbl, 'vide'),
  };
}

/**
 * Returns the size at which the track is shown (tkhd, 16.16), turned by its matrix. If the track names no
 * size, the size of its pictures is used.
 */
function shownSize(tkhd: Buffer, stbl: Buffer): { width: number; height: number } {
  const matrixAt = tkhd[0] === 1 ? 52 : 40;
  const picture = pictureSize(stbl);
  const named = Math.round(tkhd.readUInt32BE(matrixAt + 36) / 0x10000) || picture.width;
  const height = Math.round(tkhd.readUInt32BE(matrixAt + 40) / 0x10000) || picture.height;
  // QuickTime files count the track's size in pixels that need not be square.
  const isPlain = named === picture.width && height === picture.height;
  const width = isPlain ? Math.round(named * picture.pixelShape) : named;
  const isTurned = tkhd.readInt32BE(matrixAt) === 0 && tkhd.readInt32BE(matrixAt + 16) === 0;
  return isTurned ? { width: height, height: width } : { width, height };
}

/** Returns the clockwise rotation in degrees, from the first column (a, b) of the track's matrix. */
function rotationOf(tkhd: Buffer): number {
  const matrixAt = tkhd[0] === 1 ? 52 : 40;
  const turned = Math.atan2(tkhd.readInt32BE(matrixAt + 4), tkhd.readInt32BE(matrixAt));
  return (Math.round((turned * 180) / Math.PI) + 360) % 360;
}

/**
 * Returns the size of the first sample description's pictures. `pixelShape` is the width of a pixel divided
 * by its height.
 */
function pictureSize(stbl: Buffer): { width: number; height: number; pixelShape: number } {
  const [coded] = boxesIn(requireBox(stbl, 'stsd').subarray(8));
  assertReadable(coded !== undefined && coded.content.length >= 28);
  const [width, height] = [coded.content.readUInt16BE(24), coded.content.readUInt16BE(26)];
  assertReadable(width > 0 && height > 0);
  const pasp = findBox(coded.content.subarray(PICTURE_BYTES), 'pasp');
  const shape = pasp ? pasp.readUInt32BE(0) / pasp.readUInt32BE(4) : 1;
  // A pixel ten times as wide as high means that the file is broken.
  return { width, height, pixelShape: shape > 0.1 && shape < 10 ? shape : 1 };
}
