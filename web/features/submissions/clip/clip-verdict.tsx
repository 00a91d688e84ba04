import type { Clip } from '#contract/clips/clips.ts';
import type { Verdict } from '#contract/scoring/scoring.ts';
import { Badge } from '#web/ui/pages/badge.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { isByBands, ScoreMeter } from './score-meter.tsx';
import { SignalLine } from './signal-line.tsx';

/**
 * Whether released analytics prove that people watched the clip. If views are held, they don't count as
 * proven even if the analytics lower the score.
 */
const isSeenByPeople = ({ band, contributions }: Verdict): boolean =>
  band !== 'hold' && contributions.some(({ signal }) => signal === 'seen_by_people');

/**
 * Shows the score on its scale, and for each signal, strongest first, what was seen, what else it can be and
 * what would clear it.
 */
export function ClipVerdict({ clip }: { clip: Clip }) {
  const { verdict } = clip;
  return (
    <div className="flex flex-col gap-3">
      <ScoreMeter verdict={verdict} />
      {isSeenByPeople(verdict) ? (
        <p>
          <Badge tone="green">Seen by people</Badge>
        </p>
      ) : null}
      <p className="text-sm">{verdict.summary}</p>
      {verdict.contributions.length > 0 ? (
        <ul aria-label="What the score is made of" className="border-line border-t">
          {verdict.contributions
            .toSorted((a, b) => b.points - a.points)
            .map((part) => (
              <SignalLine key={part.signal} part={part} clip={clip} />
            ))}
        </ul>
      ) : null}
      {verdict.scoredAt ? (
        <p className="text-muted text-xs">
          Computed <MomentText at={verdict.scoredAt} full />
          {clip.review ? ` by version ${clip.review.scoreVersion} of the rules` : null}.
          {isByBands(verdict) ? ' 0-29 clean · 30-59 needs review · 60+ a reviewer decides' : null}
        </p>
      ) : null}
    </div>
  );
}
