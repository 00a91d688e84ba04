import {
  BlobSource,
  CustomSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  QTFF,
  WEBM,
} from 'mediabunny';
import { type HeldSource, readSource } from './indexed-source.ts';

/** The origin of a source: its address, or a file of this device. */
export type SourceOrigin = { url: string } | { file: File };

export interface OpenedSource {
  origin: SourceOrigin;
  /** Length of the source in seconds. */
  duration: number;
  fps: number;
  width: number;
  height: number;
  sizeBytes: number;
  video: InputVideoTrack;
  /** The sound; null if there is none or if this browser can't decode it. */
  audio: InputAudioTrack | null;
  /** The codec of the sound, if this browser can't decode it; otherwise null. */
  silentCodec: string | null;
  fetchedBytes(): number;
  /**
   * Returns the fetched blocks, so that an export does not fetch them again; undefined if the source is a
   * file of this device.
   */
  held(): Promise<HeldSource | undefined>;
  input: Input;
}

/** Maximum length of a source, because the times of a project can't exceed it. */
const LONGEST_SECONDS = 86_400;

/** Thrown if the source can't be cut here. The message says why. */
export class SourceRefused extends Error {}

/** Rounds a measured frame rate to a usual one: 29.97002997 becomes 30000/1001, and 30.0001 becomes 30. */
function frameRate(measured: number): number {
  const whole = Math.round(measured);
  return Math.abs(measured - whole) < 0.01 ? whole : Math.round(measured * 1_001) / 1_001;
}

/**
 * Opens a video by reading its index, but not its pictures.
 * @param held blocks that were fetched before
 * @throws SourceRefused
 */
export async function openSource(origin: SourceOrigin, held?: HeldSource): Promise<OpenedSource> {
  const reader = 'url' in origin ? await readSource(origin.url, held) : null;
  const source = reader
    ? new CustomSource({
        getSize: reader.size,
        read: (start, end) => reader.read(start, end),
        prefetchProfile: 'none',
      })
    : new BlobSource((origin as { file: File }).file);
  const input = new Input({ source, formats: [MP4, QTFF, MATROSKA, WEBM] });
  try {
    return {
      ...(await factsOf(input)),
      sizeBytes: await (reader ? reader.fileBytes() : input.source.getSize()),
      origin,
      input,
      fetchedBytes: () => reader?.fetchedBytes() ?? 0,
      held: async () => await reader?.held(),
    };
  } catch (error) {
    input.dispose();
    throw error;
  }
}

async function factsOf(input: Input) {
  if (!(await input.canRead())) throw new SourceRefused("This file isn't a video that can be cut here.");
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new SourceRefused('The file has sound only, no picture.');
  if (!(await video.canDecode())) {
    const codec = (await video.getCodec()) ?? 'unknown';
    throw new SourceRefused(`This browser can't play its picture (${codec}).`);
  }
  const sound = await input.getPrimaryAudioTrack();
  const heard = sound !== null && (await sound.canDecode());
  const { averagePacketRate } = await video.computePacketStats(240);
  const duration = await input.computeDuration();
  if (duration > LONGEST_SECONDS) throw new SourceRefused('The video is longer than 24 hours.');
  return {
    duration,
    fps: frameRate(averagePacketRate),
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    video,
    audio: heard ? sound : null,
    silentCodec: sound && !heard ? ((await sound.getCodec()) ?? 'unknown') : null,
  };
}
