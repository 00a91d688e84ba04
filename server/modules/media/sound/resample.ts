import { SAMPLE_RATE } from './spectrum.ts';

/** Zero crossings of the low-pass filter's sinc on each side. */
const CROSSINGS = 8;
/** End of the pass band, as a share of half the lower rate. The filter falls off between this share and 1. */
const PASS = 0.94;

/** Converts mono sound from `rate` Hz to another rate. */
export function resample(samples: Float32Array, rate: number, to = SAMPLE_RATE): Float32Array {
  if (rate === to) return samples;
  const divisor = greatestDivisor(rate, to);
  const phases = to / divisor;
  const step = rate / divisor;
  const cutoff = (PASS * Math.min(rate, to)) / rate;
  const reach = Math.ceil(CROSSINGS / cutoff);
  const kernels = Array.from({ length: phases }, (_, phase) => kernel(phase / phases, cutoff, reach));
  const result = new Float32Array(Math.floor((samples.length * phases) / step));
  for (let i = 0; i < result.length; i++) {
    const at = i * step;
    const first = Math.floor(at / phases) - reach + 1;
    const taps = kernels[at % phases]!;
    let sum = 0;
    for (let tap = Math.max(0, -first); tap < taps.length && first + tap < samples.length; tap++) {
      sum += samples[first + tap]! * taps[tap]!;
    }
    result[i] = sum;
  }
  return result;
}

/** Taps of a Hann-windowed low-pass filter, for a position `fraction` of a sample after the middle. */
function kernel(fraction: number, cutoff: number, reach: number): Float64Array {
  return Float64Array.from({ length: 2 * reach }, (_, tap) => {
    const x = tap - reach + 1 - fraction;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / reach);
    const angle = Math.PI * cutoff * x;
    return Math.abs(x) >= reach ? 0 : cutoff * window * (angle === 0 ? 1 : Math.sin(angle) / angle);
  });
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));
