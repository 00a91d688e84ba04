import { isFlagged, type MatchSummary } from '#contract/clips/clip-match.ts';
import { cx } from '#web/ui/cx.ts';

const states: Record<MatchSummary['state'], string> = {
  no_file: 'No file',
  sending: 'File on its way',
  refused: 'File refused',
  waiting: 'Being compared',
  matched: 'Matched',
  partly: 'Partly matched',
  nothing_found: 'No source match',
  no_sound: 'No sound',
  too_little_sound: 'Too little sound to compare',
  no_source: 'Not comparable',
  unreadable: 'Sound unreadable',
};

/** Describes the result of comparing the clip's file with the source: "Matched · different length". */
export const matchText = ({ state, lengthDiffers }: MatchSummary): string =>
  states[state] + (lengthDiffers ? ' · different length' : '');

export const MatchMark = ({ match }: { match: MatchSummary }) => (
  <span className={cx('block text-xs', isFlagged(match) ? 'text-amber' : 'text-muted')}>
    {matchText(match)}
  </span>
);
