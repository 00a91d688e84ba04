import { happening, normal, type Stream, streamOf } from '../random.ts';

/** The counters of one post; whole numbers. */
export interface Counts {
  views: number;
  likes: number;
  comments: number;
  shares: number;
}

/** The counts at this number of hours after the post was published. */
export interface CurvePoint extends Counts {
  hours: number;
}

/**
 * Returns the counts at a time, in hours since the post. It is a pure function, so the order of calls never
 * matters.
 */
export type Growth = (hours: number) => Counts;

/** One source of views on a post: an audience, or a bought package. */
export interface Layer {
  /** Total views of this source. */
  views: number;
  /** Relative speed at an hour since the post; only the shape of the curve matters. */
  rate(hours: number): number;
  /** Standard deviation of the logarithm of the speed between steps; 0 for a constant speed. */
  noise: number;
  likesPerView: number;
  commentsPerView: number;
  sharesPerView: number;
  /**
   * Whether each like, comment and share is drawn at random, because people decide independently. A script
   * keeps a constant rate.
   */
  byChance?: boolean;
  /** Hour at which a bought delivery starts; absent for audiences. */
  boughtFromHours?: number;
}

/** A platform's removal of views that were already counted. */
export interface Drop {
  atHours: number;
  views: number;
  likes: number;
}

/**
 * Hours at which steps of the growth end. The steps are shorter while the post is young, like polling
 * intervals.
 */
const stepEnds = makeStepEnds();

function makeStepEnds(): Float64Array {
  const ends: number[] = [];
  for (let hour = 0; hour < 72; hour += 0.25) ends.push(hour + 0.25);
  for (let hour = 72; hour < 720; hour += 1) ends.push(hour + 1);
  for (let hour = 720; hour < 2880; hour += 6) ends.push(hour + 6);
  return Float64Array.from(ends);
}

/**
 * Adds sources up to one growth, which depends on the seed and ends after 120 days. Without drops no count
 * ever falls.
 */
export function growthOfLayers(seed: number, layers: readonly Layer[], drops: readonly Drop[] = []): Growth {
  const views = new Float64Array(stepEnds.length);
  const likes = new Float64Array(stepEnds.length);
  const comments = new Float64Array(stepEnds.length);
  const shares = new Float64Array(stepEnds.length);
  layers.forEach((layer, layerIndex) => {
    const steps = stepsOf(layer, seed, layerIndex);
    const stream = streamOf(seed, 'engagement', layerIndex);
    for (let step = 0; step < steps.length; step += 1) {
      const added = steps[step]!;
      views[step]! += added;
      likes[step]! += engaged(stream, layer, added * layer.likesPerView);
      comments[step]! += engaged(stream, layer, added * layer.commentsPerView);
      shares[step]! += engaged(stream, layer, added * layer.sharesPerView);
    }
  });
  for (const line of [views, likes, comments, shares]) accumulate(line);
  for (const drop of drops) {
    takeAway(views, drop.atHours, drop.views);
    takeAway(likes, drop.atHours, drop.likes);
  }
  return (hours) => ({
    views: valueAt(views, hours),
    likes: valueAt(likes, hours),
    comments: valueAt(comments, hours),
    shares: valueAt(shares, hours),
  });
}

function engaged(stream: Stream, { noise, byChance }: Layer, usual: number): number {
  const expected = usual * Math.exp(noise * normal(stream));
  return byChance ? happening(stream, expected) : expected;
}

function stepsOf(layer: Layer, seed: number, layerIndex: number): Float64Array {
  const stream = streamOf(seed, 'steps', layerIndex);
  const steps = new Float64Array(stepEnds.length);
  let sum = 0;
  let start = 0;
  let drift = 0;
  for (let step = 0; step < steps.length; step += 1) {
    const end = stepEnds[step]!;
    // Part of the noise carries over to the next step, because feeds push a clip for hours.
    drift = 0.9 * drift + layer.noise * 0.4 * normal(stream);
    const speed = layer.rate((start + end) / 2) * Math.exp(drift + layer.noise * normal(stream));
    steps[step] = Math.max(0, speed) * (end - start);
    sum += steps[step]!;
    start = end;
  }
  const scale = sum > 0 ? layer.views / sum : 0;
  for (let step = 0; step < steps.length; step += 1) steps[step]! *= scale;
  return steps;
}

function accumulate(line: Float64Array): void {
  for (let step = 1; step < line.length; step += 1) line[step]! += line[step - 1]!;
}

function takeAway(line: Float64Array, atHours: number, amount: number): void {
  for (let step = stepOf(atHours); step < line.length; step += 1) {
    line[step] = Math.max(0, line[step]! - amount);
  }
}

function stepOf(hours: number): number {
  if (hours < 72) return Math.floor(hours * 4);
  if (hours < 720) return 288 + Math.floor(hours - 72);
  return 936 + Math.floor((hours - 720) / 6);
}

function valueAt(line: Float64Array, hours: number): number {
  if (!(hours > 0)) return 0;
  const step = stepOf(hours);
  if (step >= line.length) return Math.floor(line.at(-1)! + 1e-6);
  const start = step === 0 ? 0 : stepEnds[step - 1]!;
  const before = step === 0 ? 0 : line[step - 1]!;
  const part = (hours - start) / (stepEnds[step]! - start);
  return Math.floor(before + part * (line[step]! - before) + 1e-6);
}
