import { type ReactNode, useId } from 'react';
import { cx } from '#web/ui/cx.ts';
import { FigureSkeleton } from './skeleton.tsx';

export interface ScoreCellProps {
  label: ReactNode;
  /** The formatted figure; undefined while it loads. */
  value: ReactNode;
  /** True for the first and largest figure. */
  lead?: boolean;
  /** True for a lime figure. Use it only for live or verified money. */
  hot?: boolean;
  /** True for a cell with a long hint: it is as wide as the board if the cells are in rows of two. */
  wide?: boolean;
  hint?: ReactNode;
  /** The parts of the figure, one per line, with right-aligned amounts. */
  lines?: readonly { name: ReactNode; value?: ReactNode }[];
  children?: ReactNode;
}

export function ScoreCell({ label, value, lead, hot, wide, hint, lines, children }: ScoreCellProps) {
  const id = useId();
  return (
    <div
      className={cx(
        'flex min-w-0 flex-1 flex-col gap-2.5 border-well-line border-t border-l px-5 pt-4.5 pb-4 max-md:px-4 max-md:py-3.5',
        wide && 'max-lg:col-span-full',
      )}
    >
      <dt id={id} className="font-medium font-stretch-88% text-well-muted text-xs">
        {label}
      </dt>
      <dd className="flex flex-1 flex-col">
        {/* biome-ignore lint/a11y/useSemanticElements: a figure with its explanation, no part of a form */}
        <div role="group" aria-labelledby={id} className="flex flex-1 flex-col gap-2.5">
          <span
            className={cx(
              'num',
              !children && !lines && 'my-auto',
              lead ? 'text-4xl max-md:text-[3.25rem]' : 'text-3xl max-md:text-[2.125rem]',
              hot && 'text-signal print:text-ink',
            )}
          >
            {value ?? <FigureSkeleton className="bg-well-3!" />}
          </span>
          {children}
          {hint ? <span className="text-sm text-well-muted">{hint}</span> : null}
          {lines?.length ? <ScoreLines lines={lines} /> : null}
        </div>
      </dd>
    </div>
  );
}

function ScoreLines({ lines }: { lines: NonNullable<ScoreCellProps['lines']> }) {
  return (
    <ul className="mt-auto flex flex-col gap-2 border-well-line border-t pt-3 text-sm">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines belong to their place under the figure
        <li key={index} className="flex justify-between gap-4">
          <span className="text-well-muted">{line.name}</span>
          <span className="text-right font-semibold">{line.value}</span>
        </li>
      ))}
    </ul>
  );
}

const layouts = {
  // Classes that align the figures on one line, whatever the height of the texts below them.
  even: 'grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none [&_[role=group]>.num]:my-0',
  lead: cx(
    'grid-cols-2 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-[minmax(max-content,1.5fr)]',
    'has-[ul]:[&_[role=group]>.num]:my-0 max-lg:[&_[role=group]>.num]:my-0 max-lg:[&>:first-child]:col-span-full max-lg:[&>:last-child:nth-child(even)]:col-span-full',
  ),
  three: 'lg:grid-cols-[1.25fr_1fr_1fr]',
} as const;

/**
 * The main figures of a page, dark in both themes. lead: one large figure and several small ones. three: the
 * three questions of a money page. even: equal cells.
 */
export function Scoreboard({
  layout = 'even',
  children,
}: {
  layout?: keyof typeof layouts;
  children: ReactNode;
}) {
  return (
    <div className="overflow-hidden rounded-panel border border-well-line bg-well text-well-ink">
      <dl className={cx('-mt-px -ml-px grid', layouts[layout])}>{children}</dl>
    </div>
  );
}
