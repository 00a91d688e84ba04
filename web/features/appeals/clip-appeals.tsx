import type { z } from 'zod';
import { fullMoment } from '#contract/dates.ts';
import { APPEAL_DAYS } from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { formatCount } from '#web/ui/count.ts';
import { Note } from '#web/ui/note.tsx';
import { NotLoaded } from '#web/ui/query-state.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { AppealForm } from './appeal-form.tsx';
import { AppealNote } from './appeal-note.tsx';

type Shown = z.output<typeof routes.clipAppeals.reply>;

export interface ClipAppealsProps {
  submissionId: string;
  /** Whether the reader is the clip's clipper, who alone may appeal. */
  isOwn: boolean;
}

/** The holds of a clip with their reasons, its appeals, and the form to appeal; renders nothing if there are none. */
export function ClipAppeals({ submissionId, isOwn }: ClipAppealsProps) {
  const found = useRead(routes.clipAppeals, { params: { id: submissionId } });
  if (!found.data) {
    return found.error ? (
      <NotLoaded of={found} failed="The appeals did not load." />
    ) : (
      <Loading label="Loading appeals">
        <Skeleton className="h-16" />
      </Loading>
    );
  }
  const { appealable, hold, appeals, atStake } = found.data;
  if (!appealable && !hold && appeals.length === 0) return null;
  return (
    <section aria-label="Holds and appeals" className="flex min-w-0 flex-col gap-3">
      {hold ? <HoldFacts hold={hold} /> : null}
      {appeals.map((appeal) => (
        <AppealNote key={appeal.id} appeal={appeal} />
      ))}
      {atStake ? <AtStake atStake={atStake} /> : null}
      {appealable && isOwn ? <AppealForm submissionId={submissionId} {...appealable} /> : null}
      {appealable && !isOwn ? (
        <p className="text-muted text-sm">
          The clipper can appeal until {fullMoment(appealable.until)}, {APPEAL_DAYS} days after the decision.
        </p>
      ) : null}
    </section>
  );
}

function HoldFacts({ hold }: { hold: NonNullable<Shown['hold']> }) {
  const views =
    hold.toViews === null
      ? 'all views that were not released yet'
      : `views ${formatCount(hold.fromViews + 1)} to ${formatCount(hold.toViews)}`;
  const states = {
    open: `Held: ${views}. A reviewer decides by ${fullMoment(hold.decideBy)}.`,
    escalated: `Held: ${views}. They are never paid or lost automatically: a reviewer must decide.`,
    released: `Released: ${views} count again.`,
    upheld: `Not paid: ${views}.`,
  };
  const over = hold.state === 'released' ? 'ok' : hold.state === 'upheld' ? 'error' : 'warning';
  return (
    <Note tone={over} title={states[hold.state]}>
      {hold.reason}
      {hold.note ? <span className="mt-1 block">Reviewer's note: {hold.note}</span> : null}
    </Note>
  );
}

function AtStake({ atStake: { wantedMicros, reservedMicros } }: { atStake: NonNullable<Shown['atStake']> }) {
  if (wantedMicros === 0n && reservedMicros === 0n) return null;
  return reservedMicros >= wantedMicros ? (
    <p className="text-sm">
      <b className="font-semibold">{formatUsd(reservedMicros)}</b> is at stake and reserved in the listing's
      budget until it is decided.
    </p>
  ) : (
    <Note
      tone="warning"
      title={`${formatUsd(wantedMicros)} is at stake, ${formatUsd(reservedMicros)} reserved.`}
    >
      The listing has no free budget for the remainder now. It is reserved as soon as budget becomes free.
    </Note>
  );
}
