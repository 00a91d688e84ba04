import { Link } from 'react-router';
import type { Clip } from '#contract/clips/clips.ts';
import type { Contribution } from '#contract/scoring/scoring.ts';
import { guideOf, type SignalGuide } from '#contract/scoring/signals.ts';
import { ANSWER_ID, DECLARATIONS_ID } from '#web/nouns/answer-id.ts';
import { paths } from '#web/routes/paths.ts';
import { cx } from '#web/ui/cx.ts';
import { scoreStyle } from './score-meter.tsx';

interface SignalLineProps {
  part: Contribution;
  clip: Clip;
}

/** Whether nobody has decided about the views yet, so that something can still be cleared. */
const isOpen = ({ verdict: { band, fraudHoldState } }: Clip): boolean =>
  (band === 'hold' || band === 'needs_review') &&
  fraudHoldState !== 'released' &&
  fraudHoldState !== 'upheld';

/**
 * Says of one signal what was seen, which honest causes look the same, and what would clear it. Admins also
 * see the measured value.
 */
export function SignalLine({ part, clip }: SignalLineProps) {
  const guide = guideOf(part.signal);
  const counts = part.points > 0;
  return (
    <li className="grid grid-cols-[2.5rem_1fr] items-baseline gap-3 border-line border-b py-2.5 text-sm">
      <span className={cx('num text-lg', counts ? scoreStyle[clip.verdict.band] : 'text-muted')}>
        {counts ? `+${part.points}` : '0'}
      </span>
      <span className="flex min-w-0 flex-col gap-1">
        <span className={cx(counts ? 'text-ink' : 'text-muted')}>{part.sentence}</span>
        {counts && guide?.causes ? <span className="text-muted">Can be honest: {guide.causes}</span> : null}
        {counts && guide && isOpen(clip) ? <Remedy guide={guide} clip={clip} /> : null}
        {clip.viewer === 'admin' ? <Measured part={part} guide={guide} /> : null}
      </span>
    </li>
  );
}

const others: Record<NonNullable<SignalGuide['remedy']>, string> = {
  analytics: 'Clears it: released analytics that look like people.',
  share: 'Clears it: a declared share that the counts fit.',
  note: 'Clears it: an explanation by the clipper.',
};

/** Names the one thing that would clear a signal; for the clipper with a link to where it is done. */
function Remedy({ guide: { remedy, say }, clip }: { guide: SignalGuide; clip: Clip }) {
  if (remedy === null) return null;
  if (clip.viewer !== 'clipper') return <span>{others[remedy]}</span>;
  if (remedy === 'analytics' && clip.analytics)
    return <span>Clears it: your released analytics, once they cover these views.</span>;
  if (remedy === 'analytics')
    return (
      <span>
        Clears it:{' '}
        <Link to={paths.clipperSettings('accounts')} className="underline">
          release this account’s analytics
        </Link>
        , if they show that people watched.
      </span>
    );
  if (remedy === 'share' && clip.may.includes('declare'))
    return (
      <span>
        Clears it:{' '}
        <a href={`#${DECLARATIONS_ID}`} className="underline">
          declare where and when it was shared
        </a>
        , if likes, comments or watch time fit.
      </span>
    );
  return (
    <span>
      Clears it: {remedy === 'share' ? 'say where and when it was shared, with a link,' : `say ${say},`} in{' '}
      <Answer clip={clip} />.
    </span>
  );
}

/** Names the form for the clipper's answer, as a link if it is open. */
function Answer({ clip: { may, verdict } }: { clip: Clip }) {
  const isHeld = verdict.fraudHoldState === 'open' || verdict.fraudHoldState === 'escalated';
  const word = isHeld ? 'your appeal' : 'your note to the reviewer';
  if (!may.includes(isHeld ? 'appeal' : 'answer_review')) return word;
  return (
    <a href={`#${ANSWER_ID}`} className="underline">
      {word}
    </a>
  );
}

const precise = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });
const measure = (value: number | null): string => (value === null ? 'Not measured' : precise.format(value));

/** The measured value and the value from which it is suspicious: "0.061 (suspicious below 0.5)". */
const Measured = ({
  part: { signal, observed, threshold },
  guide,
}: {
  part: Contribution;
  guide: SignalGuide | null;
}) => (
  <span className="text-muted">
    {guide?.name ?? signal}: {measure(observed)}
    {threshold === null || !guide ? null : ` (suspicious ${guide.suspicious} ${measure(threshold)})`}
  </span>
);
