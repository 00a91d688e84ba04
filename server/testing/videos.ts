import { readFileSync } from 'node:fs';
import {
  BufferSource,
  BufferTarget,
  Conversion,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
} from 'mediabunny';

const read = (path: string): Buffer => readFileSync(new URL(`../../${path}`, import.meta.url));

/** Four seconds of 320 by 180 pixels. The file stores the frames in another order than they are shown. */
export const shortVideo = read('e2e/fixtures/source.mp4');
/** Nine seconds of 640 by 360 pixels. */
export const demoVideo = read('server/testing/source.mp4');

/** 70 seconds of speech (a synthetic voice, mono at 16 kHz) under a black picture. */
export const speechVideo = read('server/testing/speech/source.mp4');

/** 22 seconds of other speech by the same voice. */
export const otherSpeechVideo = read('server/testing/speech/other.mp4');

/** 30 seconds with a short tone every five seconds, and silence between the tones. */
export const tonesVideo = read('server/testing/speech/tones.mp4');

/** Returns a video in another container, without its picture or without its sound. The packets are copied. */
export async function converted(
  source: Buffer,
  format: OutputFormat,
  video: { discard?: boolean } = {},
  audio: { discard?: boolean } = {},
): Promise<Buffer> {
  const output = new Output({ format, target: new BufferTarget() });
  const input = new Input({ source: new BufferSource(source), formats: [MP4] });
  await (await Conversion.init({ input, output, video, audio, showWarnings: false })).execute();
  return Buffer.from(output.target.buffer!);
}

/**
 * Converts a video to the form that live recorders write: an empty index, then fragments that each have their
 * own index.
 */
export const inFragments = (source: Buffer): Promise<Buffer> =>
  converted(source, new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: 1 }));

/** Returns the offset of the content of the first box of a kind; null without such a box. */
export function contentAt(video: Buffer, kind: string): number | null {
  const at = video.indexOf(kind, 0, 'latin1');
  return at < 0 ? null : at + 4;
}

/** Returns a video with one 32-bit number changed, `offset` bytes into the content of a box. */
export function withNumber(video: Buffer, kind: string, offset: number, value: number): Buffer {
  const changed = Buffer.from(video);
  changed.writeUInt32BE(value, contentAt(video, kind)! + offset);
  return changed;
}

/** Returns a video whose sound track names another codec; the packets are unchanged. */
export function withSoundAs(video: Buffer, codec: string): Buffer {
  const changed = Buffer.from(video);
  changed.write(codec, changed.indexOf('mp4a', changed.indexOf('smhd'), 'latin1'), 'latin1');
  return changed;
}

/**
 * Returns the sound of these spans (in seconds) under the first frame, one after the other or at given times.
 * The packets are copied.
 */
export async function cutsOf(
  source: Buffer,
  ...spans: [from: number, to: number, at?: number][]
): Promise<Buffer> {
  const input = new Input({ source: new BufferSource(source), formats: [MP4] });
  const [video, audio] = [(await input.getPrimaryVideoTrack())!, (await input.getPrimaryAudioTrack())!];
  const output = new Output({ format: new Mp4OutputFormat(), target: new BufferTarget() });
  const [picture, sound] = [new EncodedVideoPacketSource('avc'), new EncodedAudioPacketSource('aac')];
  output.addVideoTrack(picture);
  output.addAudioTrack(sound);
  await output.start();
  const duration = spans.reduce((end, [from, to, at = end]) => at + to - from, 0);
  const first = (await new EncodedPacketSink(video).getFirstPacket())!;
  await picture.add(first.clone({ timestamp: 0, duration }), {
    decoderConfig: (await video.getDecoderConfig())!,
  });
  picture.close();
  const decoderConfig = (await audio.getDecoderConfig())!;
  const sink = new EncodedPacketSink(audio);
  let at = 0;
  for (const [from, to, begin = at] of spans) {
    at = begin;
    for await (const packet of sink.packets((await sink.getPacket(from))!)) {
      if (packet.timestamp >= to) break;
      await sound.add(packet.clone({ timestamp: at }), { decoderConfig });
      at += packet.duration;
    }
  }
  await output.finalize();
  return Buffer.from(output.target.buffer!);
}
