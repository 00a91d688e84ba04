import type { AudioSample } from 'mediabunny';
import type { StudioCut } from '#contract/studio.ts';
import type { OpenedSource } from './open-source.ts';
import { PEAKS_PER_SECOND } from './silence.ts';
import { soundBetween } from './sound-between.ts';

/** Measures the loudness of each tenth of a second of the cuts. Only the sound of the cuts is read. */
export async function measureSound(
  source: OpenedSource,
  cuts: readonly StudioCut[],
): Promise<Map<number, number>> {
  const peaks = new Map<number, number>();
  if (!source.audio) return peaks;
  for (const { start, end } of cuts) {
    for await (const sample of soundBetween(source.audio, start, end)) {
      addPeaks(peaks, sample);
      sample.close();
    }
  }
  return peaks;
}

/** Adds the peaks of a sample. All channels are measured, because speech may be in only one of them. */
export function addPeaks(peaks: Map<number, number>, sample: AudioSample): void {
  const { numberOfChannels, numberOfFrames, sampleRate, timestamp } = sample;
  const data = new Float32Array(numberOfFrames);
  for (let channel = 0; channel < numberOfChannels; channel += 1) {
    sample.copyTo(data, { planeIndex: channel, format: 'f32-planar' });
    for (const [index, value] of data.entries()) {
      const tenth = Math.floor((timestamp + index / sampleRate) * PEAKS_PER_SECOND);
      const size = Math.abs(value);
      if (size > (peaks.get(tenth) ?? 0)) peaks.set(tenth, size);
      else if (!peaks.has(tenth)) peaks.set(tenth, 0);
    }
  }
}
