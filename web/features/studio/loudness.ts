/** The loudness at which TikTok, YouTube and Instagram play clips, measured by ITU-R BS.1770-4. */
export const TARGET_LUFS = -14;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;
/** Samples above this value are compressed smoothly instead of being clipped. */
const KNEE = 0.8;
const MOST_GAIN = 10 ** (24 / 20);

type Filter = (sample: number) => number;

function biquad([b0, b1, b2]: number[], [a1, a2]: number[]): Filter {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return (x) => {
    const y = b0! * x + b1! * x1 + b2! * x2 - a1! * y1 - a2! * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  };
}

/**
 * Returns the two filters of BS.1770 (head and RLB) for any sample rate. They are derived as in libebur128.
 */
function weighting(rate: number): Filter {
  const k = Math.tan((Math.PI * 1681.974450955533) / rate);
  const [vh, q] = [10 ** (3.999843853973347 / 20), 0.7071752369554196];
  const vb = vh ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  const head = biquad(
    [(vh + (vb * k) / q + k * k) / a0, (2 * (k * k - vh)) / a0, (vh - (vb * k) / q + k * k) / a0],
    [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
  );
  const low = Math.tan((Math.PI * 38.13547087602444) / rate);
  const lowQ = 0.5003270373238773;
  const c0 = 1 + low / lowQ + low * low;
  const rlb = biquad([1, -2, 1], [(2 * (low * low - 1)) / c0, (1 - low / lowQ + low * low) / c0]);
  return (x) => rlb(head(x));
}

export interface LoudnessMeter {
  /** Adds the next samples. All channels have the same length, and samples are between −1 and 1. */
  add(channels: readonly Float32Array[]): void;
  /** Returns the integrated loudness; null for silence. */
  lufs(): number | null;
}

/** Measures sound piece by piece, in blocks of 400 ms that overlap by three quarters. */
export function loudnessMeter(rate: number): LoudnessMeter {
  const step = Math.round(rate / 10);
  const filters: Filter[] = [];
  /** The power of the sound in each tenth of a second. */
  const tenths: number[] = [];
  let [power, count] = [0, 0];
  const loudness = (mean: number) => -0.691 + 10 * Math.log10(mean);
  return {
    add(channels) {
      const length = channels[0]?.length ?? 0;
      // The clip is stereo, so a single channel is heard on both sides and counts twice.
      const sides = channels.length === 1 ? 2 : 1;
      for (let channel = filters.length; channel < channels.length; channel += 1)
        filters.push(weighting(rate));
      for (let at = 0; at < length; at += 1) {
        for (const [index, channel] of channels.entries())
          power += sides * filters[index]!(channel[at]!) ** 2;
        count += 1;
        if (count === step) {
          tenths.push(power / step);
          [power, count] = [0, 0];
        }
      }
    },
    lufs() {
      const blocks = tenths
        .slice(3)
        .map((last, at) => (tenths[at]! + tenths[at + 1]! + tenths[at + 2]! + last) / 4);
      const mean = (some: number[]) => some.reduce((sum, one) => sum + one, 0) / some.length;
      const loud = blocks.filter((block) => loudness(block) > ABSOLUTE_GATE);
      if (loud.length === 0) return null;
      const gate = loudness(mean(loud)) + RELATIVE_GATE;
      return loudness(mean(loud.filter((block) => loudness(block) > gate)));
    },
  };
}

/**
 * Returns the factor that brings samples to the target loudness. It is limited, so that whispers don't become
 * noise.
 */
export const gainFor = (lufs: number | null): number =>
  lufs === null ? 1 : Math.min(MOST_GAIN, 10 ** ((TARGET_LUFS - lufs) / 20));

/**
 * Multiplies the samples in place. Peaks above the knee are compressed, so that they stay below full scale.
 */
export function applyGain(samples: Float32Array, gain: number): void {
  for (let at = 0; at < samples.length; at += 1) {
    const value = samples[at]! * gain;
    const size = Math.abs(value);
    samples[at] = size <= KNEE ? value : Math.sign(value) * (KNEE + 0.19 * Math.tanh((size - KNEE) / 0.19));
  }
}
