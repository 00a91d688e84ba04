import type { Verdict } from '#contract/scoring/scoring.ts';
import { Badge, type Tone } from '#web/ui/pages/badge.tsx';

const bands: Record<Verdict['band'], { tone: Tone; word: string }> = {
  not_enough_data: { tone: 'grey', word: 'Not enough data' },
  clean: { tone: 'green', word: 'Clean' },
  needs_review: { tone: 'yellow', word: 'Needs review' },
  hold: { tone: 'red', word: 'Hold' },
};

const decided: Partial<Record<NonNullable<Verdict['fraudHoldState']>, { tone: Tone; word: string }>> = {
  released: { tone: 'green', word: 'Released' },
  upheld: { tone: 'red', word: 'Upheld' },
};

/** Shows the band with its score. Once a person has decided a hold, shows the decision instead. */
export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const { tone, word } = (verdict.fraudHoldState && decided[verdict.fraudHoldState]) ?? bands[verdict.band];
  return (
    <Badge tone={tone}>
      {word}
      {verdict.score === null || verdict.band === 'not_enough_data' ? null : ` ${verdict.score}`}
    </Badge>
  );
}
