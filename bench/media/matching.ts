import { join } from 'node:path';
import { openSound } from '#server/modules/media/sound/decode.ts';
import { fingerprint, ITEMS_PER_SECOND } from '#server/modules/media/sound/fingerprint.ts';
import { locate } from '#server/modules/media/sound/locate.ts';
import { resample } from '#server/modules/media/sound/resample.ts';
import { SAMPLE_RATE } from '#server/modules/media/sound/spectrum.ts';
import { type BenchRow, round, row } from '../result.ts';

const ROUNDS = 5;
const SECONDS = 70;
const SOURCE_HOURS = 6;

const read = async (name: string, seconds: number): Promise<Float32Array> => {
  const sound = await openSound(join(import.meta.dirname, '../../server/testing/speech', name), null);
  if ('state' in sound) throw new Error(`${name} has no sound.`);
  return await sound.read({ fromSeconds: 0, seconds });
};

/** Returns the processor time of the work, in seconds. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Returns the median of `ROUNDS` rounds after a warm-up. */
async function medianCpu(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn <= ROUNDS; turn++) times.push(await cpuOf(work));
  return times.slice(1).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]!;
}

/**
 * Makes hours of items that are as similar to each other as those of speech, with the speech itself in the
 * middle.
 */
function longSource(items: Int32Array): Int32Array {
  let state = 1;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0);
  const source = new Int32Array(SOURCE_HOURS * 3_600 * ITEMS_PER_SECOND);
  // Each bit changes when two random numbers both have it, as rarely as in speech.
  for (let i = 1; i < source.length; i++) source[i] = source[i - 1]! ^ (random() & random());
  source.set(items, source.length / 2);
  return source;
}

/** Measures the cost of matching, compared with decoding the same sound, and the clips that are found. */
export async function measureMatching(): Promise<BenchRow[]> {
  const speech = await read('source.mp4', SECONDS);
  const other = await read('other.mp4', 22);
  const source = longSource(fingerprint(speech));
  const cut = speech.slice(10 * SAMPLE_RATE, 43 * SAMPLE_RATE);
  const clips = {
    plain: cut.slice(0, 30 * SAMPLE_RATE),
    'at 1.1 speed': resample(cut, Math.round(1.1 * SAMPLE_RATE)),
    'of other words': Float32Array.from({ length: 30 * SAMPLE_RATE }, (_, i) => other[i % other.length]!),
  };
  const perMinute = 60 / SECONDS;
  const rows = [
    row({
      name: 'fingerprint of a minute of a source',
      value: round(perMinute * (await medianCpu(() => fingerprint(speech)))),
      unit: 'CPU s',
      baseline: round(perMinute * (await medianCpu(() => read('source.mp4', SECONDS)))),
      target: 0.2,
      lowerIsBetter: true,
    }),
  ];
  for (const [what, clip] of Object.entries(clips)) {
    const found = locate(clip, source).length > 0;
    if (found !== (what !== 'of other words')) throw new Error(`A clip ${what} is found wrongly.`);
    rows.push(
      row({
        name: `30 s clip ${what} against ${SOURCE_HOURS} h`,
        value: round(await medianCpu(() => locate(clip, source))),
        unit: 'CPU s',
        baseline: null,
        target: 3,
        lowerIsBetter: true,
      }),
    );
  }
  return rows;
}
