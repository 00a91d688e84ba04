import type { ReactNode } from 'react';

/**
 * The colours of a picture: ground, mass and light. They are dark enough for the frames, which are dark in
 * both themes.
 */
const palettes = [
  ['#16262e', '#e8623a', '#f6e7cf'],
  ['#1b1a3a', '#f2b84b', '#f7efe0'],
  ['#0f3b34', '#f0d9a8', '#e4572e'],
  ['#2a1420', '#ef8fa3', '#ffe9d6'],
  ['#12263f', '#6fc3df', '#f8f2e4'],
  ['#24211b', '#c9a26b', '#f3efe6'],
  ['#102a1c', '#7fc97f', '#f5f0d8'],
  ['#2b1b12', '#e0853d', '#fbe3c0'],
] as const;

type Palette = (typeof palettes)[number];

const range = (count: number) => Array.from({ length: count }, (_, at) => at);

/**
 * Functions that draw a scene. `roll(n)` gives a number from 0 to n - 1; a seed always gives the same
 * numbers.
 */
const scenes: ((colours: Palette, roll: (n: number) => number) => ReactNode)[] = [
  ([, mass, light], roll) => (
    <>
      <circle cx={45} cy={58 + roll(20)} r={30 + roll(8)} fill={mass} />
      {range(5).map((at) => (
        <path key={at} d={`M0 ${62 + at * 9}h90`} stroke="#0008" strokeWidth={2 + at} />
      ))}
      <path d={`M0 160V${118 - roll(12)}l26 18 20-30 ${18 + roll(8)} 26 26-14v42z`} fill="#0009" />
      <circle cx={22 + roll(46)} cy={24} r={2.5} fill={light} />
    </>
  ),
  ([, mass, light], roll) => (
    <>
      {range(4).map((row) =>
        range(3).map((column) => (
          <rect
            key={`${row}-${column}`}
            x={9 + column * 25}
            y={30 + row * 27}
            width={21}
            height={23}
            rx={3}
            fill={[mass, light, '#fff2', '#fff1'][roll(4)]}
          />
        )),
      )}
    </>
  ),
  ([, mass, light], roll) => (
    <>
      <path d={`M0 160V${70 + roll(20)}l34-40 22 30 34-46v146z`} fill={mass} />
      <path d={`M0 160v-34l30-26 28 ${20 + roll(10)} 32-32v72z`} fill="#0006" />
      <circle cx={20 + roll(50)} cy={32} r={9} fill={light} />
    </>
  ),
  ([, mass, light], roll) => (
    <>
      <circle cx={48} cy={74} r={27} fill={mass} />
      <path d="M22 66h52M24 82h48" stroke="#0004" strokeWidth={6} />
      <ellipse
        cx={48}
        cy={74}
        rx={46}
        ry={9 + roll(6)}
        fill="none"
        stroke={light}
        strokeWidth={2.5}
        transform={`rotate(${roll(40) - 20} 48 74)`}
      />
      {range(9).map((at) => (
        <circle key={at} cx={roll(90)} cy={at * 18 + roll(10)} r={1.1} fill={light} />
      ))}
    </>
  ),
  ([, mass, light], roll) => (
    <>
      {range(6).map((at) => {
        const height = 34 + roll(80);
        return (
          <rect
            key={at}
            x={at * 15}
            y={160 - height}
            width={14}
            height={height}
            fill={at % 2 ? mass : '#0007'}
          />
        );
      })}
      {range(14).map((at) => (
        <rect key={at} x={4 + roll(80)} y={60 + roll(92)} width={3} height={5} fill={light} />
      ))}
      <circle cx={66} cy={30} r={11} fill={light} />
    </>
  ),
];

/**
 * Returns a generator of numbers from a seed, so that a picture is the same on each visit: FNV-1a, followed
 * by a linear congruential generator.
 */
function roller(seed: string): (n: number) => number {
  let state = 2_166_136_261;
  for (const char of seed) state = Math.imul(state ^ char.charCodeAt(0), 16_777_619);
  return (n) => {
    state = Math.imul(state, 1_664_525) + 1_013_904_223;
    return (state >>> 8) % n;
  };
}

/** A decorative poster drawn from an id, for objects without a picture. It fills its frame. */
export function Artwork({ seed }: { seed: string }) {
  const roll = roller(seed);
  const colours = palettes[roll(palettes.length)]!;
  const scene = scenes[roll(scenes.length)]!;
  return (
    <svg
      viewBox="0 0 90 160"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="absolute inset-0 size-full"
    >
      <rect width="90" height="160" fill={colours[0]} />
      {scene(colours, roll)}
    </svg>
  );
}
