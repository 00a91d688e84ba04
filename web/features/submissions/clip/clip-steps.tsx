import { Check, X } from 'lucide-react';
import type { Clip, ClipStep } from '#contract/clips/clips.ts';
import { formatUsdExact } from '#contract/money.ts';
import { cx } from '#web/ui/cx.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { actorNameFor } from './headline.ts';

/** Shows the steps of a clip from its submission to its payout, each with its time and person. */
export function ClipSteps({ clip }: { clip: Clip }) {
  const nameOf = (who: ClipStep['who']) => actorNameFor(clip, who);
  // A count by screenshots is confirmed by two people, so no single person is named.
  const doneBy = ({ step, who }: ClipStep) =>
    step === 'counted' && who === 'admin' ? 'two reviewers' : nameOf(who);
  const current = clip.steps.find(({ state }) => state === 'current' || state === 'stopped');
  return (
    <section
      aria-label="Where it is"
      className="@container rounded-panel border border-line bg-surface p-4.5 max-md:p-4"
    >
      <ol className="grid @max-xl:grid-flow-row @max-xl:auto-cols-auto auto-cols-fr grid-flow-col">
        {clip.steps.map((step) => (
          <Step key={step.step} step={step} who={doneBy(step)} isCurrent={step === current} />
        ))}
      </ol>
    </section>
  );
}

const dots: Record<ClipStep['state'], string> = {
  done: 'bg-green-solid text-black',
  current: 'bg-signal shadow-[0_0_0_1px_var(--color-signal-line)]',
  stopped: 'bg-red text-surface',
  ahead: 'border border-line-strong bg-surface',
};

const stateTexts: Record<ClipStep['state'], string> = {
  done: 'done',
  current: 'now',
  stopped: 'stopped here',
  ahead: 'not reached',
};

function Step({ step, who, isCurrent }: { step: ClipStep; who: string | null; isCurrent: boolean }) {
  const { state, label, at, amountMicros } = step;
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      className={cx(
        'relative flex min-w-0 @max-xl:flex-row flex-col @max-xl:gap-3 gap-2 @max-xl:pr-0 @max-xl:pb-4 pr-3 @max-xl:last:pb-0',
        // Classes for the line that leads to the next step.
        'not-last:before:absolute not-last:before:bg-line-strong not-last:before:content-[""]',
        '@max-xl:not-last:before:top-5 @max-xl:not-last:before:bottom-0 @max-xl:not-last:before:left-2.25 @max-xl:not-last:before:h-auto @max-xl:not-last:before:w-px',
        'not-last:before:top-2.25 not-last:before:right-0 not-last:before:left-5 not-last:before:h-px',
      )}
    >
      <i
        aria-hidden="true"
        className={cx('grid size-4.75 shrink-0 place-items-center rounded-full [&_svg]:size-3', dots[state])}
      >
        {state === 'done' ? <Check strokeWidth={3} /> : state === 'stopped' ? <X strokeWidth={3} /> : null}
      </i>
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-2 @max-xl:flex-row flex-col text-muted text-xs">
        <b className={cx('font-semibold text-sm', state === 'ahead' ? 'text-muted' : 'text-ink')}>
          {label}
          <span className="sr-only">, {stateTexts[state]}</span>
        </b>
        {amountMicros ? (
          <span className="font-semibold text-ink text-sm">{formatUsdExact(amountMicros)}</span>
        ) : null}
        {at ? <MomentText at={at} /> : null}
        {who && at ? <span className="wrap-anywhere">by {who}</span> : null}
      </span>
    </li>
  );
}
