import type { ReactNode } from 'react';

export interface ProgressBarProps {
  /** Names the work in progress: "Uploading last-boss.mp4". */
  label: string;
  /** Progress from 0 to 1; absent if the length is unknown. */
  value?: number | undefined;
  /** Details of the progress: "3.2 of 8.4 GB, 4 min left". */
  detail?: ReactNode;
  /** Buttons, which are on a dark ground. */
  actions?: ReactNode;
}

/** A task with its progress and its actions. */
export function ProgressBar({ label, value, detail, actions }: ProgressBarProps) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div className="flex items-center gap-4 rounded-panel border border-well-line bg-well p-3.5 text-well-ink">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <span className="flex justify-between gap-3">
          <b className="truncate font-semibold">{label}</b>
          {percent === undefined ? null : <span>{percent}%</span>}
        </span>
        <div
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          className="h-1 overflow-hidden rounded-full bg-well-3"
        >
          <i
            className="block h-full origin-left rounded-full bg-signal transition-transform duration-(--duration-base) ease-cut"
            style={{ transform: `scaleX(${percent === undefined ? 0.3 : percent / 100})` }}
          />
        </div>
        {detail ? <span className="text-sm text-well-muted">{detail}</span> : null}
      </div>
      {actions}
    </div>
  );
}
