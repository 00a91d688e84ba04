import { fileURLToPath } from 'node:url';

/** A short silent film that is shipped with the simulator. `scripts/draw-demo-clips.ts` draws it. */
export interface Video {
  /**
   * The name of the film's files: the film `videos/<name>.webm`, the poster `videos/<name>.jpg`, and the
   * small poster `videos/<name>.small.webp`.
   */
  name: string;
  seconds: number;
}

/** Two cuts of each film. There are two dozen cuts, so a page rarely shows the same one twice. */
export const videos: readonly Video[] = [
  { name: 'boss-1', seconds: 21 },
  { name: 'chess-1', seconds: 34 },
  { name: 'city-1', seconds: 17 },
  { name: 'climb-1', seconds: 26 },
  { name: 'talk-1', seconds: 38 },
  { name: 'kitchen-1', seconds: 23 },
  { name: 'pixel-1', seconds: 29 },
  { name: 'podcast-1', seconds: 36 },
  { name: 'race-1', seconds: 18 },
  { name: 'space-1', seconds: 31 },
  { name: 'synth-1', seconds: 25 },
  { name: 'boss-2', seconds: 28 },
  { name: 'chess-2', seconds: 19 },
  { name: 'city-2', seconds: 33 },
  { name: 'climb-2', seconds: 22 },
  { name: 'talk-2', seconds: 27 },
  { name: 'kitchen-2', seconds: 35 },
  { name: 'pixel-2', seconds: 20 },
  { name: 'podcast-2', seconds: 24 },
  { name: 'race-2', seconds: 30 },
  { name: 'space-2', seconds: 16 },
  { name: 'synth-2', seconds: 32 },
];

export const videoFolder = fileURLToPath(new URL('./videos', import.meta.url));

/** The size of every poster, in pixels. */
export const posterSize = { width: 432, height: 768 };

/** The subjects of films; each has two cuts. */
export const films = [
  'boss',
  'chess',
  'city',
  'climb',
  'kitchen',
  'pixel',
  'podcast',
  'race',
  'space',
  'synth',
  'talk',
] as const;
export type Film = (typeof films)[number];

/**
 * Returns the cut that a post shows. The seed chooses the cut and, unless `film` names one, the film, so a
 * post shows the same cut at every start.
 */
export function videoOf({ seed, film }: { seed: number; film: string | null }): Video {
  const fitting = film === null ? videos : videos.filter(({ name }) => name.startsWith(`${film}-`));
  return fitting[seed % fitting.length]!;
}
