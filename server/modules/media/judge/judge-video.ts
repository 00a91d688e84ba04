import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { unplayable, type VideoFormat } from '#contract/media/media.ts';
import { assertReadable, type Fault, Unfit } from './boxes.ts';
import { Fragments, readDefaults } from './fragments.ts';
import { lengthOf } from './length.ts';
import { checkSamples, timeOf } from './samples.ts';
import { SAMPLES_MAX } from './tables.ts';
import { findTracks } from './track.ts';
import { walkFile } from './walk.ts';

export interface VideoFacts {
  /** Length as players show it: that of the longest shown track, after its edits. */
  durationMs: number;
  width: number;
  height: number;
  format: VideoFormat;
  /** Bytes of an index (moov) that names all samples; 0 if they are in fragments. */
  indexBytes: number;
}

const DURATION_MIN_MS = 1_000;
const DURATION_MAX_MS = 24 * 60 * 60 * 1_000;

/**
 * Judges a file by its content, never by its name: it must be an MP4 with a video track whose samples are all
 * present. The file's size bounds what is read and computed, whatever the file claims.
 * @throws errors of the disk
 */
export function judgeVideo(path: string): VideoFacts | { fault: Fault } {
  const file = openSync(path, 'r');
  try {
    return readVideo(file, fstatSync(file).size);
  } catch (error) {
    if (error instanceof Unfit) return { fault: error.code };
    // A read beyond a box means that the file is broken. The person can only upload another file, whatever
    // the cause.
    if (error instanceof RangeError) return { fault: 'file_unreadable' };
    throw error;
  } finally {
    closeSync(file);
  }
}

function readVideo(file: number, fileBytes: number): VideoFacts {
  const outline = walkFile(file, fileBytes);
  const read = ({ at, size }: { at: number; size: number }): Buffer => {
    const bytes = Buffer.alloc(size);
    assertReadable(readSync(file, bytes, 0, size, at) === size);
    // Skips the header, which is longer if the 32-bit size is 1 and a 64-bit size follows.
    return bytes.subarray(bytes.readUInt32BE(0) === 1 ? 16 : 8);
  };
  const moov = read(outline.moov);
  const { picture, sound, shown } = findTracks(moov, fileBytes);
  if (picture === null) throw new Unfit('file_without_picture');
  const times = new Map(shown.map(({ id, stbl }) => [id, timeOf(stbl)]));
  const pictures = times.get(picture.id)!;
  if (pictures.samples > 0) checkSamples(picture.stbl, fileBytes);
  const fragments = new Fragments(times, readDefaults(moov), fileBytes);
  for (const moof of outline.moofs) fragments.add(read(moof), moof.at);
  assertReadable(pictures.samples <= SAMPLES_MAX && pictures.duration > 0);
  const isFragmented = outline.moofs.length > 0;
  const lengths = shown.map((track) => lengthOf(track, times.get(track.id)!, moov, isFragmented));
  const durationMs = Math.round(1000 * Math.max(...lengths));
  if (durationMs < DURATION_MIN_MS) throw new Unfit('file_too_short');
  if (durationMs > DURATION_MAX_MS) throw new Unfit('file_too_long');
  const framesPerSecond = (pictures.samples * picture.timescale) / pictures.duration;
  const format: VideoFormat = {
    picture: {
      ...picture.coding,
      framesPerSecond: Math.round(100 * framesPerSecond) / 100,
      rotation: picture.rotation,
    },
    sound,
    bitsPerSecond: Math.round((fileBytes * 8_000) / durationMs),
    ...((outline.isCut || fragments.isCut) && { isCut: true }),
  };
  // Whether browsers play a QuickTime file depends only on its codecs.
  if (outline.isQuickTime && unplayable(format).length > 0) throw new Unfit('file_quicktime');
  return {
    durationMs,
    width: picture.width,
    height: picture.height,
    indexBytes: isFragmented ? 0 : outline.moov.size,
    format,
  };
}
