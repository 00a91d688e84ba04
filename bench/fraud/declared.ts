import { after, HOUR } from '#server/infra/clock.ts';
import type { Declared } from '#server/modules/scoring/score/history.ts';
import { scoreClip } from '#server/modules/scoring/score/score.ts';
import { crowds } from '../loss/crowds.ts';
import type { LabelledClip } from './population.ts';
import type { Scenario } from './scenarios.ts';

/** Hours until the clipper declares what happened. Assumption. */
const DECLARED_AFTER = 2;

/** Honest clips that somebody with an audience shared. */
export const sharedScenarios: readonly Scenario[] = crowds.slice(0, 3).map(({ name, draw }) => ({
  name,
  fraud: false,
  draw: (random, platform, hours) =>
    draw(random, { platform, hours, windowEndsAt: hours, postedAt: new Date(0), group: 0 }),
}));

/** The clipper declares the share that happened; a buyer declares a raid at the beginning of the delivery. */
export function declaredOf({ shared, boughtAtHours, history }: LabelledClip): Declared[] {
  const atHours = shared?.atHours ?? boughtAtHours;
  if (atHours === undefined) return [];
  const at = after(new Date(history.postedAt), atHours * HOUR);
  return [{ kind: shared?.how ?? 'raid', by: 'clipper', at, declaredAt: after(at, DECLARED_AFTER * HOUR) }];
}

/** Shares of clips that are held, or held or asked about, without and with a declaration. */
export interface DeclaredFigures {
  held: { without: number; declared: number };
  seen: { without: number; declared: number };
}

export function judgeDeclared(clips: readonly LabelledClip[]): DeclaredFigures {
  const bandOf = (clip: LabelledClip, declared: Declared[]) => scoreClip({ ...clip.history, declared }).band;
  const without = clips.map((clip) => bandOf(clip, []));
  const declared = clips.map((clip) => bandOf(clip, declaredOf(clip)));
  const share = (bands: string[], ...of: string[]) =>
    bands.filter((band) => of.includes(band)).length / clips.length;
  const both = (...of: string[]) => ({ without: share(without, ...of), declared: share(declared, ...of) });
  return { held: both('hold'), seen: both('hold', 'needs_review') };
}
