import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { closure } from './chunks.mjs';
import { StepFailed } from './project.mjs';

/** Gzipped bytes of React with its router, which any app of this kind loads. */
export const BASELINE_BYTES = 83_000;

/** The most script bytes on a first visit of each kind, as a multiple of the baseline. */
export const firstVisits = [
  { name: 'landing page', most: 1.25, modules: ['routes/public/area.tsx', 'routes/public/landing-page.tsx'] },
  { name: 'pricing page', most: 1.25, modules: ['routes/public/area.tsx', 'routes/public/pricing-page.tsx'] },
  { name: 'listing', most: 2.2, modules: ['routes/area.tsx', 'routes/public/listing-page.tsx'] },
  { name: 'listings to explore', most: 2.2, modules: ['routes/area.tsx', 'routes/public/explore-page.tsx'] },
  { name: 'profile', most: 1.97, modules: ['routes/public/profile-page.tsx'] },
  { name: 'sign-up', most: 2.2, modules: ['routes/connected.tsx', 'routes/auth/auth-page.tsx'] },
  {
    name: 'signed-in shell of a host',
    most: 2,
    modules: ['routes/connected.tsx', 'routes/area.tsx', 'routes/host/area.tsx'],
  },
  {
    name: 'signed-in shell of a clipper',
    most: 2,
    modules: ['routes/connected.tsx', 'routes/area.tsx', 'routes/clipper/area.tsx'],
  },
];

/** Prints the gzipped bytes of each first visit. @throws StepFailed when one is above its budget */
export function checkSizes(outdir, chunks) {
  const failures = [];
  for (const { name, most, modules } of firstVisits) {
    const files = new Set(['index.html', ...modules].flatMap((module) => [...closure(chunks, module)]));
    const bytes = [...files].reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(outdir, file))).length,
      0,
    );
    const line = `${name}: ${kb(bytes)} kB of scripts, at most ${kb(most * BASELINE_BYTES)} kB`;
    console.error(`  ${line}`);
    if (bytes > most * BASELINE_BYTES) failures.push(line);
  }
  if (failures.length > 0) {
    throw new StepFailed(
      `The web app grew above its budget (scripts/steps/web-sizes.mjs). ${failures.join('; ')}.`,
    );
  }
}

const kb = (bytes) => (bytes / 1000).toFixed(1);
