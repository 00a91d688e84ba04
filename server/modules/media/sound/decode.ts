import { execFile } from 'node:child_process';
import {
  AdtsOutputFormat,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputAudioTrack,
  MP4,
  Mp3OutputFormat,
  Output,
  QTFF,
} from 'mediabunny';
import { resample } from './resample.ts';
import { SAMPLE_RATE } from './spectrum.ts';
import { decodeInMemory } from './wasm-decoder.ts';

/** Why there is no sound to compare: the file has none, or nothing here decodes it. */
export type NoSound = { state: 'silent' } | { state: 'undecodable'; codec: string };

interface Span {
  fromSeconds: number;
  seconds: number;
}

export interface Sound {
  /**
   * Reads mono sound, by default at SAMPLE_RATE. Gaps are silent; the result is shorter if the sound ends
   * within the span.
   */
  read(span: Span, rate?: number): Promise<Float32Array>;
}

/**
 * Opens the sound of an MP4 file. FFmpeg decodes it if its path is given, otherwise WebAssembly.
 * @throws when the file can't be read
 */
export async function openSound(path: string, ffmpegPath: string | null): Promise<Sound | NoSound> {
  const input = new Input({ formats: [MP4, QTFF], source: new FilePathSource(path) });
  const track = await input.getPrimaryAudioTrack();
  if (!track) return { state: 'silent' };
  const format = containers[track.codec ?? ''];
  if (!ffmpegPath && !format) return { state: 'undecodable', codec: track.codec ?? 'unknown' };
  const decode = ffmpegPath ? decodeByFfmpeg(ffmpegPath, path, track.id) : decodeByWasm(track, format!);
  return {
    async read(span, rate = SAMPLE_RATE) {
      const left = (await track.computeDuration()) - span.fromSeconds;
      const samples = new Float32Array(Math.round(Math.max(0, Math.min(span.seconds, left)) * rate));
      if (await hasPackets(track, span)) await decode(span, rate, samples);
      return samples;
    },
  };
}

/** Container formats that the WebAssembly decoder reads, by codec. */
const containers: Record<string, () => AdtsOutputFormat | Mp3OutputFormat> = {
  aac: () => new AdtsOutputFormat(),
  mp3: () => new Mp3OutputFormat(),
};

/**
 * A decoder's output is wrong before its first full packet. So decoding starts this much earlier, and that
 * part of the output is dropped.
 */
const LEAD_SECONDS = 0.2;

/** Decodes a span of sound into `samples`, each sample at its time; gaps remain silent. */
type Decode = (span: Span, rate: number, samples: Float32Array) => Promise<void>;

/**
 * Returns whether a span has packets. In a span without packets a decoder fails, or fills the time up to the
 * next packet with silence.
 */
async function hasPackets(track: InputAudioTrack, { fromSeconds, seconds }: Span): Promise<boolean> {
  const last = await new EncodedPacketSink(track).getPacket(fromSeconds + seconds, { metadataOnly: true });
  // Judged by the start, because the duration of a packet before a gap includes the gap.
  return last !== null && last.timestamp > fromSeconds - LEAD_SECONDS;
}

const decodeByWasm =
  (track: InputAudioTrack, format: () => AdtsOutputFormat | Mp3OutputFormat): Decode =>
  async ({ fromSeconds, seconds }, rate, samples) => {
    const decoderConfig = (await track.getDecoderConfig())!;
    for (const run of await runsOf(track, fromSeconds, fromSeconds + seconds)) {
      const target = new BufferTarget();
      const output = new Output({ format: format(), target });
      const source = new EncodedAudioPacketSource(track.codec as 'aac' | 'mp3');
      output.addAudioTrack(source);
      await output.start();
      for (const packet of run) await source.add(packet, { decoderConfig });
      await output.finalize();
      const decoded = await decodeInMemory(new Uint8Array(target.buffer!));
      const heard = resample(decoded.samples, decoded.rate, rate);
      place(heard, Math.round((run[0]!.timestamp - fromSeconds) * rate), samples);
    }
  };

/** FFmpeg's filter treats a shorter gap as imprecise timestamps, and so does this decoder. */
const GAP_SECONDS = 0.1;

/**
 * Runs with fewer packets (hundredths of a second) are left out, because the decoder recognizes no sound in
 * them.
 */
const LEAST_PACKETS = 3;

/**
 * Returns the packets of a span in runs without a gap. A gap is where a packet is not at the time that the
 * usual duration of packets predicts. The duration of the packet before is no help, because it includes the
 * gap.
 */
async function runsOf(track: InputAudioTrack, from: number, to: number): Promise<EncodedPacket[][]> {
  const sink = new EncodedPacketSink(track);
  const first = (await sink.getPacket(from - LEAD_SECONDS)) ?? (await sink.getFirstPacket());
  const packets: EncodedPacket[] = [];
  for await (const packet of sink.packets(first ?? undefined)) {
    if (packet.timestamp >= to) break;
    packets.push(packet);
  }
  const usual = usualDuration(packets);
  const runs: EncodedPacket[][] = [];
  for (const packet of packets) {
    const run = runs.at(-1);
    const due = run ? run[0]!.timestamp + run.length * usual : Number.POSITIVE_INFINITY;
    if (run && Math.abs(packet.timestamp - due) <= GAP_SECONDS) run.push(packet);
    else runs.push([packet]);
  }
  return runs.filter(({ length }) => length >= LEAST_PACKETS);
}

/**
 * Returns the usual duration of packets without a gap, in seconds: the mean of the durations near the median,
 * because times may be rounded.
 */
function usualDuration(packets: EncodedPacket[]): number {
  const sorted = packets.map(({ duration }) => duration).sort((a, b) => a - b);
  const most = 1.5 * (sorted[sorted.length >> 1] ?? 0);
  const usual = sorted.filter((duration) => duration <= most);
  return usual.reduce((sum, duration) => sum + duration, 0) / usual.length;
}

/** Copies the part of `heard` that overlaps `samples`; `at` may be negative or beyond the end. */
function place(heard: Float32Array, at: number, samples: Float32Array): void {
  const skipped = Math.max(0, -at);
  const to = Math.max(0, at);
  if (to < samples.length && skipped < heard.length)
    samples.set(heard.subarray(skipped, skipped + samples.length - to), to);
}

/**
 * Decodes with FFmpeg, which may open only this file, and only as an MP4. Times count from the movie's start,
 * not from its first packet.
 */
const decodeByFfmpeg =
  (ffmpegPath: string, path: string, trackId: number): Decode =>
  ({ fromSeconds, seconds }, rate, samples) => {
    const args = ['-v', 'error', '-nostdin', '-protocol_whitelist', 'file', '-f', 'mov'];
    // There is no -ss at the beginning: FFmpeg would seek to the picture's first key frame, which may follow
    // the first sound.
    args.push('-seek_timestamp', '1', ...(fromSeconds > 0 ? ['-ss', `${fromSeconds}`] : []));
    args.push('-t', `${seconds}`, '-i', `file:${path}`);
    args.push('-map', `0:i:${trackId}`, '-af', 'aresample=async=1:first_pts=0', '-t', `${seconds}`);
    args.push('-ac', '1', '-ar', `${rate}`, '-f', 'f32le', 'pipe:1');
    return new Promise((resolve, reject) => {
      // The output may be one second longer than requested, with four bytes per sample.
      const maxBuffer = 4 * (samples.length + rate);
      execFile(ffmpegPath, args, { encoding: 'buffer', maxBuffer, env: {} }, (error, printed) => {
        if (error) return reject(error);
        place(new Float32Array(new Uint8Array(printed).buffer, 0, printed.length >> 2), 0, samples);
        resolve();
      });
    });
  };
