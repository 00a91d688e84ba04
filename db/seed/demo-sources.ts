import { fileURLToPath } from 'node:url';
import type { Film } from '#simulator/videos.ts';

/** The demo hosts who upload a video, and the films in it, which are the subjects of their listings. */
export const demoSources = {
  marlow: ['boss', 'chess', 'kitchen', 'race', 'podcast', 'city', 'pixel'],
  sana_plays: ['pixel', 'boss'],
  arda_builds: ['talk', 'kitchen'],
} as const satisfies Record<string, readonly Film[]>;

const folder = fileURLToPath(new URL('./sources', import.meta.url));

/**
 * Returns the path of a host's video: two minutes of 640 by 360 pixels, drawn by
 * `scripts/draw-demo-sources.ts`.
 */
export const sourceFile = (host: string): string => `${folder}/${host}.mp4`;
