import { Check, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import type { FirstStep } from '#contract/profiles.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { cx } from '#web/ui/cx.ts';
import { Panel } from '#web/ui/pages/panel.tsx';

interface Entry {
  label: string;
  why: string;
}

const entries: Record<FirstStep, Entry> = {
  connect: {
    label: 'Connect your account',
    why: 'Proves you own your channel.',
  },
  country: {
    label: 'Add your country',
    why: 'We need it to check that payouts are available to you.',
  },
  payout_address: {
    label: 'Enter your payment email',
    why: 'We send your earnings there.',
  },
  first_cut: {
    label: 'Cut your first clip',
    why: 'The Clip Studio cuts, frames and captions a host’s video in your browser.',
  },
  first_clip: {
    label: 'Submit your first clip',
    why: 'Post the clip, then paste its link.',
  },
  fund: {
    label: 'Add funds',
    why: 'Each listing is funded up front, so clippers can rely on it.',
  },
  post: {
    label: 'Post your first listing',
    why: 'Choose what to clip, the rate and the budget.',
  },
  first_decision: {
    label: 'Review your first clip',
    why: 'Approve it, or reject it with a reason.',
  },
};

/** Returns the page of each step. Accounts are connected in the settings. */
const places: Record<'host' | 'clipper', (step: FirstStep) => string> = {
  host: (step) => {
    if (step === 'fund') return paths.hostBudget({ add: 'funds' });
    if (step === 'post') return paths.hostCreate();
    return step === 'first_decision' ? paths.hostSubmissions() : paths.hostSettings('accounts');
  },
  clipper: (step) => {
    if (step === 'first_cut') return paths.clipperCuts();
    if (step === 'first_clip') return paths.clipperSubmit();
    return paths.clipperSettings(step === 'connect' ? 'accounts' : 'payouts');
  },
};

/** Lists the first steps of a new person, each with a link. Renders nothing once all are done. */
export function FirstSteps({ whose }: { whose: 'host' | 'clipper' }) {
  const steps = useRead(routes.firstSteps, {}).data?.steps ?? [];
  if (steps.length === 0) return null;
  const done = steps.filter((one) => one.done).length;
  const next = steps.find((one) => !one.done)?.step;
  return (
    <Panel title="First steps" flush action={<Progress done={done} of={steps.length} />}>
      <ol className="divide-y divide-line">
        {steps.map((one, at) => (
          <li key={one.step}>
            {one.done ? (
              <Done label={entries[one.step].label} />
            ) : (
              <Open
                at={at + 1}
                isNext={one.step === next}
                to={places[whose](one.step)}
                entry={entries[one.step]}
              />
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const Progress = ({ done, of }: { done: number; of: number }) => (
  <span className="text-muted text-sm">
    {done} of {of} done
  </span>
);

const row = 'flex min-h-14 items-center gap-3.5 px-4.5 py-2.5 max-md:px-4';
const dot = 'grid size-6 shrink-0 place-items-center rounded-full text-sm';

function Done({ label }: { label: string }) {
  return (
    <span className={row}>
      <span className={cx(dot, 'bg-green-soft text-green')}>
        <Check aria-hidden className="size-3.5 stroke-3" />
      </span>
      <span className="text-muted">
        <span className="sr-only">Done: </span>
        {label}
      </span>
    </span>
  );
}

function Open({ at, isNext, to, entry }: { at: number; isNext: boolean; to: string; entry: Entry }) {
  return (
    <Link to={to} className={cx(row, 'hover:bg-hover')}>
      <span
        aria-hidden
        className={cx(dot, 'num', isNext ? 'bg-ink text-bg' : 'border border-line-strong text-muted')}
      >
        {at}
      </span>
      <span className="min-w-0 flex-1">
        <b className="block font-semibold">{entry.label}</b>
        <span className="block text-muted text-sm">{entry.why}</span>
      </span>
      <ChevronRight aria-hidden className="size-4 text-muted" />
    </Link>
  );
}
