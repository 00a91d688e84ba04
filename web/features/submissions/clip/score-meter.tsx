import { HOLD_SCORE } from '#contract/limits.ts';
import type { Band, Verdict } from '#contract/scoring/scoring.ts';
import { cx } from '#web/ui/cx.ts';

export const scoreStyle: Record<Band, string> = {
  not_enough_data: 'text-muted',
  clean: 'text-green',
  needs_review: 'text-amber',
  hold: 'text-red',
};

/**
 * Returns the score, or null without enough data, because a score of 0 would look like that of a clean clip.
 */
export const scoreOf = (verdict: Verdict): number | null =>
  verdict.band === 'not_enough_data' ? null : verdict.score;

/** The published bands of the score. `from` is the lowest score of a band. */
const bands = [
  { band: 'clean', name: 'Clean', from: 0, width: 30, look: 'bg-green-solid' },
  { band: 'needs_review', name: 'Needs review', from: 30, width: 30, look: 'bg-amber-solid' },
  { band: 'hold', name: 'Reviewer decides', from: HOLD_SCORE, width: 40, look: 'bg-red-solid' },
] as const;

/**
 * Returns whether the published bands give this clip's band. They don't if the score is compared with those of
 * honest clips instead; the summary then says so.
 */
export function isByBands(verdict: Verdict): boolean {
  const score = scoreOf(verdict);
  if (score === null) return true;
  const { band } = bands.findLast(({ from }) => from <= score)!;
  // A reviewer decides on a score of 60 or more, whether its views are held or not.
  return band === 'hold' ? verdict.band === 'hold' || verdict.band === 'needs_review' : verdict.band === band;
}

const words: Record<Band, string> = {
  not_enough_data: 'not enough data',
  clean: 'clean',
  needs_review: 'needs review',
  hold: 'held',
};

/** Names what is done: a reviewer decides on a score of 60 or more, also if it holds no views. */
const bandText = ({ band, score }: Verdict): string =>
  band === 'needs_review' && (score ?? 0) >= HOLD_SCORE ? 'a reviewer decides' : words[band];

/** Shows the score on a scale, with the published bands if they apply to this clip. */
export function ScoreMeter({ verdict }: { verdict: Verdict }) {
  const score = scoreOf(verdict);
  const hasBands = isByBands(verdict);
  return (
    <div className="flex flex-col gap-2">
      {score === null ? null : (
        <p className="text-muted text-sm">
          Score <b className={cx('num text-2xl', scoreStyle[verdict.band])}>{score}</b> of 100:{' '}
          {bandText(verdict)}
        </p>
      )}
      <div aria-hidden="true">
        <div className="relative flex gap-0.5">
          {bands.map((band) => (
            <i
              key={band.name}
              className={cx('h-3', score === null || !hasBands ? 'bg-line' : band.look)}
              style={{ width: `${band.width}%` }}
            />
          ))}
          {score === null ? null : (
            <i
              className="-top-1 -bottom-1 absolute w-0.75 rounded-full bg-ink shadow-[0_0_0_2px_var(--color-surface)]"
              style={{ left: `${score}%` }}
            />
          )}
        </div>
        {hasBands ? (
          <div className="mt-1.25 flex text-muted text-xs">
            {bands.map((band) => (
              <span key={band.name} className="whitespace-nowrap" style={{ width: `${band.width}%` }}>
                {band.name}
              </span>
            ))}
          </div>
        ) : null}
      </div>
    </div>
  );
}
