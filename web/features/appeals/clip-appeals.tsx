import { Link } from 'react-router';
import type { ClipHold } from '#contract/appeals.ts';
import type { Clip } from '#contract/clips/clips.ts';
import { fullMoment } from '#contract/dates.ts';
import { APPEAL_DAYS } from '#contract/limits.ts';
import { HOLDS_ID } from '#web/nouns/answer-id.ts';
import { paths } from '#web/routes/paths.ts';
import { Note } from '#web/ui/pages/note.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { AppealForm } from './appeal-form.tsx';
import { AppealNote } from './appeal-note.tsx';

/**
 * Shows the holds of a clip with their reasons, its appeals, and the form to appeal. Renders nothing if there
 * are none.
 */
export function ClipAppeals({ clip }: { clip: Clip }) {
  const { appealable, appeals } = clip;
  const hold = clip.holds[0];
  const mayAppeal = clip.may.includes('appeal');
  if (!appealable && !hold && appeals.length === 0) return null;
  return (
    <section aria-label="Holds and appeals" id={HOLDS_ID} className="flex min-w-0 scroll-mt-6 flex-col gap-3">
      {hold ? <HoldFacts hold={hold} shown={clip.next.by} /> : null}
      {appeals.map((appeal) => (
        <AppealNote key={appeal.id} appeal={appeal} countLevel={clip.countLevel} />
      ))}
      {appealable && mayAppeal ? <AppealForm submissionId={clip.submissionId} {...appealable} /> : null}
      {appealable && !mayAppeal ? (
        <p className="text-muted text-sm">
          The clipper can appeal until <MomentText at={appealable.until} full />, {APPEAL_DAYS} days after the{' '}
          {appealable.of === 'hold' && hold?.state !== 'upheld' ? 'hold was opened' : 'decision'}.
        </p>
      ) : null}
    </section>
  );
}

/** Shows a hold with its views. `shown` is the deadline at the head of the page, which is not repeated. */
function HoldFacts({ hold, shown }: { hold: ClipHold; shown: Date | null }) {
  const views =
    hold.toViews === null
      ? 'all views that were not released yet'
      : `views ${formatCount(hold.fromViews + 1)} to ${formatCount(hold.toViews)}`;
  const states = {
    open: hold.audit
      ? `Held for an audit: ${views}.`
      : hold.freshDueAt
        ? `Held: ${views}. Without a fresh screenshot by ${fullMoment(hold.freshDueAt)} they are not paid.`
        : `Held: ${views}. While they are held, they are neither earned nor lost${shown?.getTime() === hold.decideBy.getTime() ? '' : `; a reviewer decides by ${fullMoment(hold.decideBy)}`}.`,
    escalated: `Held: ${views}. They are never paid or lost automatically: a reviewer must decide.`,
    released: `Released: ${views} count again.`,
    upheld: `Not paid: ${views}.`,
  };
  const over = hold.state === 'released' ? 'ok' : hold.state === 'upheld' ? 'error' : 'warning';
  return (
    <Note tone={over} title={states[hold.state]}>
      {hold.reason}
      {hold.audit ? <AuditFacts audit={hold.audit} /> : null}
      {hold.note ? (
        <span className="mt-1 block">
          {hold.isByReviewer ? "Reviewer's note: " : null}
          {hold.note}
        </span>
      ) : null}
    </Note>
  );
}

/** Says how an audit is answered. Only the clip's clipper and admins know its code. */
function AuditFacts({
  audit: { dueAt, code, isShown, isCodeRead },
}: {
  audit: NonNullable<ClipHold['audit']>;
}) {
  if (isShown)
    return (
      <span className="mt-1 block">
        A picture of the analytics arrived.{' '}
        {code === null
          ? null
          : isCodeRead
            ? `It shows the code ${code}.`
            : `The code ${code} was not read in it.`}{' '}
        A reviewer decides.
      </span>
    );
  return (
    <span className="mt-1 block">
      {code === null ? (
        <>
          The clipper shows the clip’s analytics by {fullMoment(dueAt)}; otherwise these views are not paid.
        </>
      ) : (
        <>
          By {fullMoment(dueAt)}, release this account’s analytics in{' '}
          <Link to={paths.clipperSettings('accounts')} className="underline">
            Settings
          </Link>
          : if they show people, nothing else is needed. Or open the post’s analytics in the platform’s app
          with the code <b className="font-mono font-semibold tracking-wider">{code}</b> visible beside them,
          take a screenshot, and send it below. Otherwise these views are not paid.
        </>
      )}
    </span>
  );
}
