import { PROJECT_MAX_BYTES, type StudioProject, studioLimits } from '#contract/studio.ts';

/** Size in bytes of the other parts of a save request. */
const ENVELOPE_BYTES = 256;

const count = (number: number) => number.toLocaleString('en-US');

/** Returns why a project can't be saved, or null if it can. */
export function limitPassed(project: StudioProject): string | null {
  const { cuts, cues, keys } = studioLimits;
  const cutCount = project.cuts.length;
  if (cutCount > cuts)
    return `A clip takes ${count(cuts)} cuts, and this would make ${count(cutCount)}. Nothing was changed; remove or shorten cuts first.`;
  if (project.captions.cues.length > cues)
    return `A clip takes ${count(cues)} captions. Nothing was changed; remove some first.`;
  if (project.frame.keys.length > keys)
    return `The window takes ${count(keys)} keys. Nothing was changed; remove some first.`;
  if (bytesOf(project) > PROJECT_MAX_BYTES - ENVELOPE_BYTES)
    return 'The captions take more room than a project has. Nothing was changed; shorten or remove some first.';
  return null;
}

/**
 * A project with fewer letters is never too large for a request, whatever its encoding, so its size need not
 * be measured.
 */
const SURELY_FEW = PROJECT_MAX_BYTES / 6 - 32_000;

function bytesOf({ captions, ...project }: StudioProject): number {
  const letters = captions.cues.reduce((sum, { text }) => sum + text.length, 0);
  if (letters < SURELY_FEW) return 0;
  return new TextEncoder().encode(JSON.stringify({ captions, ...project })).length;
}
