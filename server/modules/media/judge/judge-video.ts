import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { VideoFormat } from '#contract/media.ts';
import { demand, type Fault, Unfit } from './boxes.ts';
import { Fragments, readDefaults } from './fragments.ts';
import { checkSamples, timeOf } from './samples.ts';
import { findSound, findVideoTrack } from './track.ts';
import { walkFile } from './walk.ts';

export interface VideoFacts {
  durationMs: number;
  width: number;
  height: number;
  format: VideoFormat;
  /** Of the index in one piece (moov) that names all samples; 0 where they are in fragments. */
  indexBytes: number;
}

const DURATION_MIN_MS = 1_000;
const DURATION_MAX_MS = 24 * 60 * 60 * 1_000;

/**
 * Judges a file by its content, never by its name: an MP4 with a video track whose samples are all there. What it reads
 * and computes is bounded by the file's size, whatever the file says of itself.
 * @throws what the disk threw
 */
export function judgeVideo(path: string): VideoFacts | { fault: Fault } {
  const file = openSync(path, 'r');
  try {
    return readVideo(file, fstatSync(file).size);
  } catch (error) {
    if (error instanceof Unfit) return { fault: error.code };
    // A read beyond a box: whatever is wrong inside the file, the person can only upload another one.
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
    demand(readSync(file, bytes, 0, size, at) === size);
    // Minus the header, which is longer when the 32-bit size is 1 and a 64-bit size follows.
    return bytes.subarray(bytes.readUInt32BE(0) === 1 ? 16 : 8);
  };
  const moov = read(outline.moov);
  const track = findVideoTrack(moov, fileBytes);
  if (track === null) throw new Unfit('file_without_picture');
  const { samples, duration } = timeOf(track.stbl);
  if (samples > 0) checkSamples(track.stbl, fileBytes);
  const fragments = new Fragments(track.id, readDefaults(moov), fileBytes);
  for (const moof of outline.moofs) fragments.add(read(moof), moof.at);
  const durationMs = Math.round(((duration + fragments.duration) * 1000) / track.timescale);
  demand(durationMs > 0);
  if (durationMs < DURATION_MIN_MS) throw new Unfit('file_too_short');
  if (durationMs > DURATION_MAX_MS) throw new Unfit('file_too_long');
  const framesPerSecond = Math.round(((samples + fragments.samples) * 100_000) / durationMs) / 100;
  return {
    durationMs,
    width: track.width,
    height: track.height,
    indexBytes: outline.moofs.length > 0 ? 0 : outline.moov.size,
    format: {
      picture: { ...track.coding, framesPerSecond, rotation: track.rotation },
      sound: findSound(moov),
      bitsPerSecond: Math.round((fileBytes * 8_000) / durationMs),
    },
  };
}
