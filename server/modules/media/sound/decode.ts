import { execFile } from 'node:child_process';
import {
  AdtsOutputFormat,
  BufferTarget,
  EncodedAudioPacketSource,
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

/** Why there is no sound to compare: none is in the file, or nothing here decodes it. */
export type NoSound = { state: 'silent' } | { state: 'undecodable'; codec: string };

interface Span {
  fromSeconds: number;
  /** Absent: to the end. */
  seconds: number;
}

export interface Sound {
  /** Mono sound, at SAMPLE_RATE unless another is asked for; fewer samples than asked for where it ends. */
  read(span: Span, rate?: number): Promise<Float32Array>;
}

/**
 * Opens the sound of an MP4 file, decoded by FFmpeg where its path is given, else in WebAssembly.
 * @throws when the file can't be read
 */
export async function openSound(path: string, ffmpegPath: string | null): Promise<Sound | NoSound> {
  const input = new Input({ formats: [MP4, QTFF], source: new FilePathSource(path) });
  const track = await input.getPrimaryAudioTrack();
  if (!track) return { state: 'silent' };
  if (ffmpegPath) return { read: (span, rate) => decodeByFfmpeg(ffmpegPath, path, span, rate) };
  const format = containers[track.codec ?? ''];
  if (!format) return { state: 'undecodable', codec: track.codec ?? 'unknown' };
  return { read: (span, rate) => decodeByWasm(track, format(), span, rate) };
}

/** What the decoder in WebAssembly reads by itself, as what it takes. */
const containers: Record<string, () => AdtsOutputFormat | Mp3OutputFormat> = {
  aac: () => new AdtsOutputFormat(),
  mp3: () => new Mp3OutputFormat(),
};

/** Sound before a decoder's first full packet is wrong; this much is decoded before and dropped. */
const LEAD_SECONDS = 0.2;

async function decodeByWasm(
  track: InputAudioTrack,
  format: AdtsOutputFormat | Mp3OutputFormat,
  { fromSeconds, seconds }: Span,
  to = SAMPLE_RATE,
): Promise<Float32Array> {
  const sink = new EncodedPacketSink(track);
  const first = (await sink.getPacket(fromSeconds - LEAD_SECONDS)) ?? (await sink.getFirstPacket());
  if (!first) return new Float32Array(0);
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource(track.codec as 'aac' | 'mp3');
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = (await track.getDecoderConfig())!;
  for await (const packet of sink.packets(first)) {
    if (packet.timestamp >= fromSeconds + seconds) break;
    await source.add(packet, { decoderConfig });
  }
  await output.finalize();
  const { samples, rate } = await decodeInMemory(new Uint8Array(target.buffer!));
  const skipped = fromSeconds - first.timestamp;
  // A track that begins later than the picture is silent until then.
  const lead = new Float32Array(Math.max(0, Math.round(-skipped * rate)));
  const kept = samples.subarray(Math.max(0, Math.round(skipped * rate)));
  const whole = lead.length ? concatenated(lead, kept) : kept;
  return resample(whole.subarray(0, Math.round(seconds * rate)), rate, to);
}

function concatenated(a: Float32Array, b: Float32Array): Float32Array {
  const both = new Float32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** What a child of this child may print: samples of four bytes. */
const bytesOf = (seconds: number, rate: number): number => Math.ceil(seconds + 2) * rate * 4;

/** FFmpeg may open nothing but this file, and only as an MP4. */
function decodeByFfmpeg(
  ffmpegPath: string,
  path: string,
  { fromSeconds, seconds }: Span,
  rate = SAMPLE_RATE,
) {
  const args = ['-v', 'error', '-nostdin', '-protocol_whitelist', 'file', '-f', 'mov'];
  args.push('-ss', `${fromSeconds}`, '-t', `${seconds}`, '-i', `file:${path}`);
  args.push('-map', '0:a:0', '-ac', '1', '-ar', `${rate}`, '-f', 'f32le', 'pipe:1');
  return new Promise<Float32Array>((resolve, reject) => {
    const maxBuffer = bytesOf(seconds, rate);
    execFile(ffmpegPath, args, { encoding: 'buffer', maxBuffer, env: {} }, (error, printed) => {
      if (error) reject(error);
      else resolve(new Float32Array(new Uint8Array(printed).buffer, 0, printed.length >> 2));
    });
  });
}
