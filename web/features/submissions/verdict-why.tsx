import { fullMoment } from '#contract/dates.ts';
import type { Band, Verdict } from '#contract/scoring.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';

const bands: Record<Band, { tone: Tone; word: string }> = {
  not_enough_data: { tone: 'grey', word: 'Not enough data' },
  clean: { tone: 'green', word: 'Clean' },
  needs_review: { tone: 'yellow', word: 'Needs review' },
  hold: { tone: 'red', word: 'On hold' },
};

const holds: Record<NonNullable<Verdict['fraudHoldState']>, string> = {
  open: 'A reviewer decides on the held views. Until then they are neither earned nor lost.',
  escalated: 'An admin must decide about the held views. They are never paid or lost automatically.',
  released: 'A reviewer released the held views: they count.',
  upheld: 'A reviewer upheld the hold: its views are not paid.',
};

/** The score with everything that added to it, in sentences. */
export function VerdictWhy({ verdict }: { verdict: Verdict }) {
  const { tone, word } = bands[verdict.band];
  return (
    <div className="flex flex-col gap-2.5">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <Badge tone={tone}>{word}</Badge>
        {verdict.score === null ? null : (
          <span className="text-sm">
            Score <b className="font-semibold">{verdict.score}</b> of 100
          </span>
        )}
        <span className="text-muted text-sm">{verdict.summary}</span>
      </p>
      {verdict.fraudHoldState ? <p className="text-sm">{holds[verdict.fraudHoldState]}</p> : null}
      {verdict.contributions.length > 0 ? (
        <ul aria-label="What the score is made of" className="flex flex-col gap-1.5 text-sm">
          {verdict.contributions.map((part) => (
            <li key={part.signal} className="grid grid-cols-[2.25rem_1fr] gap-2">
              <span className="text-right font-semibold">+{part.points}</span>
              <span className="text-muted">{part.sentence}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {verdict.scoredAt ? (
        <p className="text-muted text-xs">
          Computed {fullMoment(verdict.scoredAt)}. 0-29 is clean, 30-59 needs review, from 60 the views are
          held.
        </p>
      ) : null}
    </div>
  );
}
