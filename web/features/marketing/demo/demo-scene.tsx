import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatUsd, micros } from '#contract/money.ts';
import { BudgetTrack } from '#web/nouns/budget-track.tsx';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { formatCount } from '#web/ui/texts/count.ts';
import { earned, earnedUsd } from '../formula.ts';
import { demoClip, demoEarned, type SceneName } from './demo-content.ts';

interface SceneProps {
  /** Progress of the scene, 0 to 1. */
  progress: number;
}

/** Renders one moment of a scene. It depends only on the progress, so that the viewer can seek. */
export function DemoScene({ name, progress }: { name: SceneName } & SceneProps) {
  const Scene = drawn[name];
  return <Scene progress={progress} />;
}

const nothing = micros(0n);

function ListingScene({ progress }: SceneProps) {
  const title = 'Boss rush, twelve hours';
  return (
    <Sheet>
      <Line name="Title">
        <span className="truncate">
          {title.slice(0, Math.round(Math.min(1, progress * 2) * title.length))}
        </span>
      </Line>
      <Line name="Payout per 1,000 views">{progress > 0.45 ? '$2.00' : ''}</Line>
      <Line name="Total budget">{progress > 0.65 ? formatUsd(demoClip.budget) : ''}</Line>
      <Appearing shown={progress > 0.85}>
        <BudgetTrack budget={{ spent: nothing, reserved: nothing, free: demoClip.budget }} />
      </Appearing>
    </Sheet>
  );
}

const rules = [
  'TikTok is on the listing',
  'Posted from her own account',
  'Posted after the listing started',
  '#ad is in the caption',
];

function SubmitScene({ progress }: SceneProps) {
  return (
    <Sheet>
      <p className="mono truncate rounded-control border border-well-line bg-well-2 px-3 py-2.5">
        tiktok.com/@tess_cuts/video/73001
      </p>
      <ul className="flex flex-col gap-2.5 pt-1">
        {rules.map((rule, at) => {
          const passed = progress > (at + 1) / (rules.length + 1);
          return (
            <li key={rule} className={cx('flex items-center gap-2.5', !passed && 'text-well-muted')}>
              <span
                className={cx(
                  'grid size-5 place-items-center rounded-full border',
                  passed ? 'border-signal bg-signal text-signal-ink' : 'border-well-line',
                )}
              >
                {passed ? <Check aria-hidden className="size-3.5" /> : null}
              </span>
              {rule}
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}

/**
 * Returns the share of the final views at this progress. The views of an honest post grow fast at first, then
 * ever slower.
 */
const grown = (progress: number): number => (1 - Math.exp(-3.2 * progress)) / (1 - Math.exp(-3.2));

function ViewsScene({ progress }: SceneProps) {
  const views = Math.round(grown(progress) * demoClip.views);
  const points = Array.from({ length: 41 }, (_, step) => step / 40)
    .filter((share) => share <= progress)
    .map((share) => `${share * 400},${100 - grown(share) * 92}`);
  return (
    <Sheet>
      <p className="flex items-end justify-between">
        <span className="text-sm text-well-muted">Verified views</span>
        <span className="num text-4xl max-sm:text-3xl">{formatCount(views)}</span>
      </p>
      <svg viewBox="0 0 400 104" className="h-26 w-full" aria-hidden="true">
        <path d="M0 100h400" stroke="var(--color-well-line)" />
        <polyline points={points.join(' ')} fill="none" stroke="var(--color-signal)" strokeWidth="2.5" />
      </svg>
      <p className="text-sm text-well-muted">
        {progress > 0.7 ? 'Score 4 of 100: clean so far' : 'Not enough data yet'}
      </p>
    </Sheet>
  );
}

function DecideScene({ progress }: SceneProps) {
  const approved = progress > 0.7;
  return (
    <Sheet>
      <Line name="Clip">Boss rush, twelve hours</Line>
      <Line name="Verified views">{formatCount(demoClip.views)}</Line>
      <Line name="Evidence">Grows as honest posts do</Line>
      <div className="flex items-center justify-between pt-1">
        <StatusBadge status={approved ? 'approved' : 'pending'} />
        <span
          className={cx(
            'inline-flex items-center gap-2 rounded-control border px-3.5 py-2 font-semibold',
            progress > 0.55 ? 'border-signal bg-signal text-signal-ink' : 'border-well-line',
          )}
        >
          Approve <kbd className="mono rounded-[3px] border border-current px-1">A</kbd>
        </span>
      </div>
    </Sheet>
  );
}

function PaidScene({ progress }: SceneProps) {
  const views = Math.round(Math.min(1, progress * 1.6) * demoClip.views);
  const spent = earned(views, demoClip.rateCentsPerMille);
  return (
    <Sheet>
      <p className="flex items-end justify-between">
        <span className="text-sm text-well-muted">{formatCount(views)} views earned</span>
        <span className="num text-4xl text-signal max-sm:text-3xl">
          {earnedUsd(views, demoClip.rateCentsPerMille)}
        </span>
      </p>
      <BudgetTrack budget={{ spent, reserved: nothing, free: micros(demoClip.budget - spent) }} large />
      <Line name="Pending">{progress > 0.65 && progress <= 0.85 ? demoEarned : '$0.00'}</Line>
      <Line name="Available">{progress > 0.85 ? demoEarned : '$0.00'}</Line>
    </Sheet>
  );
}

const drawn: Record<SceneName, (props: SceneProps) => ReactNode> = {
  listing: ListingScene,
  submit: SubmitScene,
  views: ViewsScene,
  decide: DecideScene,
  paid: PaidScene,
};

const Sheet = ({ children }: { children: ReactNode }) => (
  <div className="flex w-full max-w-100 flex-col gap-3.5">{children}</div>
);

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="flex min-h-9 items-center justify-between gap-4 border-well-line border-b pb-2">
      <span className="shrink-0 text-sm text-well-muted">{name}</span>
      <span className="min-w-0 text-right font-semibold">{children}</span>
    </p>
  );
}

const Appearing = ({ shown, children }: { shown: boolean; children: ReactNode }) => (
  <div className={cx('transition-opacity duration-(--duration-base)', shown ? 'opacity-100' : 'opacity-0')}>
    {children}
  </div>
);
