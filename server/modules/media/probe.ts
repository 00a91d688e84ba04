import { open } from 'node:fs/promises';
import { EncodedPacketSink, FilePathSource, Input, type InputVideoTrack, MP4 } from 'mediabunny';
import type { ErrorCode } from '#contract/errors.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';

export interface VideoFacts {
  durationMs: number;
  width: number;
  height: number;
}

type Unfit = Extract<ErrorCode, 'invalid_file_type' | 'file_truncated' | 'file_unreadable'>;

/**
 * Judges a file by its content, never by its name: an MP4 with a video track whose last packet is there.
 * The index at the front tells a duration even where the end of the file is missing, so the end itself is read.
 */
export async function probeVideo(path: string): Promise<Outcome<VideoFacts, Unfit>> {
  const boxes = await walkBoxes(path);
  if (boxes === 'not_mp4') return refuse('invalid_file_type');
  if (boxes === 'truncated') return refuse('file_truncated');
  if (boxes === 'unreadable') return refuse('file_unreadable');
  const input = new Input({ source: new FilePathSource(path), formats: [MP4] });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) return refuse('file_unreadable');
    return await readFacts(track);
  } catch {
    // Whatever is wrong inside the file, the person can do one thing about it.
    return refuse('file_unreadable');
  } finally {
    input.dispose();
  }
}

async function readFacts(track: InputVideoTrack): Promise<Outcome<VideoFacts, Unfit>> {
  const last = await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY);
  if (!last) return refuse('file_truncated');
  const seconds = await track.computeDuration();
  const facts = {
    durationMs: Math.round(seconds * 1_000),
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
  };
  const usable = facts.durationMs > 0 && facts.width > 0 && facts.height > 0;
  return usable ? facts : refuse('file_unreadable');
}

const BOX_HEADER_BYTES = 16;
const BOXES_MAX = 10_000;

/** The index is read into memory whole; ten hours at 60 pictures a second need 45 MB. */
const INDEX_MAX_BYTES = 64 * 1024 * 1024;

/** Follows the boxes at the top of an MP4 (ISO/IEC 14496-12 §4.2): each names its size, so a missing end shows. */
async function walkBoxes(path: string): Promise<'whole' | 'truncated' | 'not_mp4' | 'unreadable'> {
  const file = await open(path, 'r');
  try {
    const { size: end } = await file.stat();
    const header = Buffer.alloc(BOX_HEADER_BYTES);
    let at = 0;
    let hasIndex = false;
    for (let box = 0; at < end && box < BOXES_MAX; box++) {
      const { bytesRead } = await file.read(header, 0, BOX_HEADER_BYTES, at);
      if (bytesRead < 8) return box === 0 ? 'not_mp4' : hasIndex ? 'whole' : 'truncated';
      const kind = header.toString('latin1', 4, 8);
      if (box === 0 && (kind !== 'ftyp' || header.toString('latin1', 8, 12) === 'qt  ')) return 'not_mp4';
      const size = boxSize(header, end - at);
      if (kind === 'moov' && size > INDEX_MAX_BYTES) return 'unreadable';
      hasIndex ||= kind === 'moov';
      // Players ignore what follows the last box; so does this.
      if (size < 8 || !/^[\x20-\x7e\xa9]{4}$/.test(kind)) return hasIndex ? 'whole' : 'not_mp4';
      at += size;
    }
    return at > end || !hasIndex ? 'truncated' : 'whole';
  } finally {
    await file.close();
  }
}

/** 0 reaches to the end of the file; 1 means that a 64-bit size follows. */
function boxSize(header: Buffer, rest: number): number {
  const short = header.readUInt32BE(0);
  if (short === 0) return rest;
  return short === 1 ? Number(header.readBigUInt64BE(8)) : short;
}
