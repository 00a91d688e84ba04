import {
  AudioSample,
  AudioSampleSink,
  EncodedPacketSink,
  type InputAudioTrack,
  PCM_AUDIO_CODECS,
} from 'mediabunny';

/**
 * When the decoder holds this many packets, half of them are awaited before more are added. Each wait may
 * take as long as drawing a picture.
 */
const MOST_AHEAD = 64;

/** Seconds by which the sound of some codecs (Opus, Vorbis) follows the time of its packet. */
const DELAY = 0.1;

/**
 * Decodes the sound between two times in seconds, and reads hardly more than that. The library's own sink
 * reads up to four seconds ahead. In a file that interleaves sound and pictures, this would also fetch four
 * seconds of pictures.
 */
export async function* soundBetween(
  track: InputAudioTrack,
  start: number,
  end: number,
): AsyncGenerator<AudioSample, void> {
  const config = await track.getDecoderConfig();
  // The library decodes uncompressed sound itself, without delay.
  if (!config || PCM_AUDIO_CODECS.some((codec) => codec === config.codec))
    return yield* new AudioSampleSink(track).samples(start, end);
  const packets = new EncodedPacketSink(track);
  let packet = (await packets.getPacket(start)) ?? (await packets.getFirstPacket());
  const decoder = soundDecoder(config, packet?.timestamp ?? 0);
  try {
    while (packet && packet.timestamp < end + DELAY) {
      await decoder.decode(packet.toEncodedAudioChunk());
      yield* decoder.decoded(end);
      packet = await packets.getNextPacket(packet);
    }
    await decoder.flush();
    yield* decoder.decoded(end);
  } finally {
    decoder.close();
  }
}

/** @param begin time of the first packet, in seconds */
function soundDecoder(config: AudioDecoderConfig, begin: number) {
  const done: AudioData[] = [];
  let failure: Error | null = null;
  let wake = () => {};
  const decoder = new AudioDecoder({
    output(data) {
      done.push(data);
    },
    error(error) {
      failure = error;
      wake();
    },
  });
  decoder.ondequeue = () => wake();
  decoder.configure(config);
  // Some decoders count from zero whatever the packets' times are, and their times in microseconds are not
  // whole samples.
  let offset: number | null = null;
  let next: number | null = null;
  return {
    /** Decodes a packet. Resolves when there is room for another one. || @throws the decoder's error */
    async decode(chunk: EncodedAudioChunk) {
      if (failure) throw failure;
      decoder.decode(chunk);
      const isFull = decoder.decodeQueueSize >= MOST_AHEAD;
      while (isFull && !failure && decoder.decodeQueueSize > MOST_AHEAD / 2)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    },
    flush: () => decoder.flush(),
    /** Yields the decoded samples that begin before `end`. */
    *decoded(end: number) {
      for (let data = done.shift(); data; data = done.shift()) {
        const sample = new AudioSample(data);
        offset ??= begin - sample.timestamp;
        const stated = sample.timestamp + offset;
        const at: number = next !== null && Math.abs(stated - next) < sample.duration ? next : stated;
        next = at + sample.duration;
        sample.setTimestamp(Math.round(at * sample.sampleRate) / sample.sampleRate);
        if (sample.numberOfFrames > 0 && sample.timestamp < end) yield sample;
        else sample.close();
      }
    },
    close() {
      for (const data of done) data.close();
      if (decoder.state !== 'closed') decoder.close();
    },
  };
}
