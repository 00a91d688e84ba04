import { micros } from '#contract/money.ts';

/** Seconds of the example. */
const DURATION = 720;
/** Tenths of a second for which the example's sound stays equally loud. */
const SYLLABLE = 23;

/** An event of the example: its second, how loud it is, how fast chat becomes, and how many seconds it lasts. */
const events = [
  { at: 96, loud: 0.5, chat: 3, lasts: 16 },
  { at: 318, loud: 0.75, chat: 11, lasts: 18 },
  { at: 452, loud: 0, chat: 9, lasts: 14 },
];

/** Returns a value from 0 to 1 that looks random. Integers make it the same in every browser. */
const noise = (at: number): number => (Math.imul(at + 1, 2654435761) >>> 20) / 4095;

/** Returns the sum of the events' strengths at a second, each weaker towards its ends. */
const strengthAt = (second: number, kind: 'loud' | 'chat', lag: number): number =>
  events.reduce(
    (sum, event) => sum + event[kind] * Math.max(0, 1 - Math.abs(second - event.at - lag) / event.lasts),
    0,
  );

const eachSecond = Array.from({ length: DURATION }, (_, second) => second);

/**
 * An invented recording: its loudness in each tenth of a second, its chat messages in each second, and what
 * earlier clips earned.
 */
export const exampleSource = {
  duration: DURATION,
  rules: { minSeconds: 15, maxSeconds: 60 },
  peaks: new Map(
    Array.from({ length: DURATION * 10 }, (_, tenth) => [
      tenth,
      0.06 +
        0.16 * noise(Math.floor(tenth / SYLLABLE)) +
        strengthAt(tenth / 10, 'loud', 0) * (0.6 + 0.4 * noise(Math.floor(tenth / SYLLABLE) + DURATION)),
    ]),
  ) as ReadonlyMap<number, number>,
  chat: eachSecond.map((second) =>
    Math.round(1 + 2 * noise(second) + strengthAt(second, 'chat', 5) * (0.6 + 0.4 * noise(second + 7))),
  ),
  earned: [
    { start: 306, end: 336, earnedMicros: micros(410_000_000n) },
    { start: 168, end: 190, earnedMicros: micros(96_000_000n) },
  ],
};
