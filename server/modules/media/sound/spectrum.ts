/**
 * Samples per second of all compared sound. At the highest searched pitch the bands are still below half of
 * this rate.
 */
export const SAMPLE_RATE = 5_120;
/** Samples of one spectrum: 0.4 s. */
export const FRAME = 2_048;

/** Computes the spectra of two frames at a time. */
export interface Spectra {
  /** Computes the spectra of the frames that begin at these samples. */
  compute(samples: Float32Array, starts: readonly [number, number]): void;
  /** Writes the energy in the bands between `edges` (bins of `FRAME`, ascending) into `energies`. */
  sumBands(edges: Uint16Array, energies: readonly [Float64Array, Float64Array]): void;
}

/** Hann window, and the factors of a transform of FRAME points. */
const hann = Float64Array.from({ length: FRAME }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FRAME));
const cos = Float64Array.from({ length: FRAME / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / FRAME));
const sin = Float64Array.from({ length: FRAME / 2 }, (_, i) => -Math.sin((2 * Math.PI * i) / FRAME));
const reversed = Uint16Array.from({ length: FRAME }, (_, i) => reverseBits(i, Math.log2(FRAME)));

function reverseBits(value: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit++) result |= ((value >> bit) & 1) << (bits - 1 - bit);
  return result;
}

/**
 * Creates a transform for spectra. One complex transform computes two frames, as its real and its imaginary
 * part. Their spectra are then separated by symmetry.
 */
export function createSpectra(): Spectra {
  const re = new Float64Array(FRAME);
  const im = new Float64Array(FRAME);
  return {
    compute(samples, [first, second]) {
      for (let i = 0; i < FRAME; i++) {
        const to = reversed[i]!;
        re[to] = (samples[first + i] ?? 0) * hann[i]!;
        im[to] = (samples[second + i] ?? 0) * hann[i]!;
      }
      transform(re, im);
    },
    sumBands(edges, energies) {
      for (let band = 0; band + 1 < edges.length; band++) {
        let sumFirst = 0;
        let sumSecond = 0;
        for (let bin = edges[band]!; bin < edges[band + 1]!; bin++) {
          const mirror = FRAME - bin;
          const evenRe = re[bin]! + re[mirror]!;
          const oddRe = re[bin]! - re[mirror]!;
          const evenIm = im[bin]! + im[mirror]!;
          const oddIm = im[bin]! - im[mirror]!;
          sumFirst += evenRe * evenRe + oddIm * oddIm;
          sumSecond += evenIm * evenIm + oddRe * oddRe;
        }
        energies[0][band] = sumFirst / 4;
        energies[1][band] = sumSecond / 4;
      }
    },
  };
}

/** Transforms values in bit-reversed order, in place. */
function transform(re: Float64Array, im: Float64Array): void {
  for (let size = 2; size <= FRAME; size <<= 1) {
    const half = size >> 1;
    const stride = FRAME / size;
    for (let base = 0; base < FRAME; base += size) {
      for (let j = 0, k = 0; j < half; j++, k += stride) {
        const a = base + j;
        const b = a + half;
        const c = cos[k]!;
        const s = sin[k]!;
        const turnedRe = re[b]! * c - im[b]! * s;
        const turnedIm = re[b]! * s + im[b]! * c;
        re[b] = re[a]! - turnedRe;
        im[b] = im[a]! - turnedIm;
        re[a]! += turnedRe;
        im[a]! += turnedIm;
      }
    }
  }
}
