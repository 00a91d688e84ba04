import type { Contribution, Verdict } from '#contract/scoring/scoring.ts';
import { cx } from '#web/ui/cx.ts';
import { Badge } from '#web/ui/pages/badge.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { ScoreMeter, scoreStyle } from './score-meter.tsx';

const holds: Record<NonNullable<Verdict['fraudHoldState']>, string> = {
  open: 'The held views are neither earned nor lost until it is decided.',
  escalated: 'They are never paid or lost automatically: a reviewer must decide.',
  released: 'The held views were released: they count.',
  upheld: 'The hold was upheld: its views are not paid.',
};

interface ClipVerdictProps {
  verdict: Verdict;
  /** The version of the score rules. Only given for admins, who also see the measured values of signals. */
  scoreVersion?: number | undefined;
}

/**
 * Whether released analytics prove that people watched the clip. If views are held, they don't count as
 * proven even if the analytics lower the score.
 */
const isSeenByPeople = ({ band, contributions }: Verdict): boolean =>
  band !== 'hold' && contributions.some(({ signal }) => signal === 'seen_by_people');

/** Shows the score on its scale, and a sentence for each signal that contributes to it. */
export function ClipVerdict({ verdict, scoreVersion }: ClipVerdictProps) {
  return (
    <div className="flex flex-col gap-3">
      <ScoreMeter verdict={verdict} />
      {isSeenByPeople(verdict) ? (
        <p>
          <Badge tone="green">Seen by people</Badge>
        </p>
      ) : null}
      <p className="text-sm">{verdict.summary}</p>
      {verdict.fraudHoldState ? <p className="text-sm">{holds[verdict.fraudHoldState]}</p> : null}
      {verdict.contributions.length > 0 ? (
        <ul aria-label="What the score is made of" className="border-line border-t">
          {verdict.contributions.map((part) => (
            <li
              key={part.signal}
              className="grid grid-cols-[2.5rem_1fr] items-baseline gap-3 border-line border-b py-2 text-sm"
            >
              <span className={cx('num text-lg', part.points > 0 ? scoreStyle[verdict.band] : 'text-muted')}>
                {part.points > 0 ? `+${part.points}` : '0'}
              </span>
              <span className={cx(part.points === 0 && 'text-muted')}>
                {part.sentence}
                {scoreVersion === undefined ? null : <Measured part={part} />}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {verdict.scoredAt ? (
        <p className="text-muted text-xs">
          Computed <MomentText at={verdict.scoredAt} full />
          {scoreVersion === undefined ? null : ` by version ${scoreVersion} of the rules`}. Under 30 is clean.
          From 30 a reviewer may check the views; without a decision earnings are released seven days later.
          From 60 nothing in doubt is paid before a reviewer has decided.
        </p>
      ) : null}
    </div>
  );
}

const precise = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });
const measure = (value: number | null): string => (value === null ? 'not measured' : precise.format(value));

const Measured = ({ part: { signal, observed, threshold } }: { part: Contribution }) => (
  <span className="block text-muted text-sm">
    {signal}: {measure(observed)}
    {threshold === null ? null : `, suspect from ${measure(threshold)}`}
  </span>
);
