import { formatRate } from '#contract/money.ts';
import './playhead.css';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { formatCount } from '#web/ui/texts/count.ts';
import { earnedUsd } from './formula.ts';

const MOST = 100_000;
const STEP = 500;
const rates = [100, 150, 200, 300];
const first = { views: 15_000, rate: 200 };
const marks = [0, 25_000, 50_000, 75_000, MOST];

/** A calculator for the earnings formula, with a slider for the views and a choice of rates. */
export function WorkedExample() {
  const section = useRef<HTMLElement>(null);
  const [{ views, rate }, setChosen] = useState(first);
  const sum = earnedUsd(views, rate);
  const read = () => {
    const [ruler, ...choices] = section.current!.querySelectorAll('input');
    const at = choices.findIndex((choice) => choice.checked);
    setChosen({ views: ruler!.valueAsNumber, rate: rates[at]! });
  };
  // The visitor may have moved the slider before hydration.
  useEffect(read, []);
  return (
    <section
      ref={section}
      aria-label="Worked example"
      onChange={read}
      className="overflow-hidden rounded-panel border border-well-line bg-well text-well-ink"
    >
      <div className="grid items-end gap-x-6 gap-y-5 px-7.5 pt-6 pb-7 max-md:px-4 md:grid-cols-[1fr_auto_1fr_auto_1fr]">
        <Figure label="Verified views" value={formatCount(views)} />
        <Sign>×</Sign>
        <Figure label="Rate per 1,000 views" value={formatRate(rate)} />
        <Sign>=</Sign>
        <Figure label="You earn" value={sum} result />
      </div>
      <div className="border-well-line border-t px-7.5 max-md:px-4">
        <input
          type="range"
          min={0}
          max={MOST}
          step={STEP}
          defaultValue={first.views}
          aria-label="Verified views"
          aria-valuetext={`${formatCount(views)} views earn ${sum}`}
          className="playhead"
          style={{ '--played': views / MOST } as CSSProperties}
        />
        <div aria-hidden="true" className="mono relative mx-2.5 h-7 text-well-muted">
          {marks.map((mark) => (
            <span
              key={mark}
              className="absolute -translate-x-1/2 first:translate-x-0 last:-translate-x-full max-sm:even:hidden"
              style={{ left: `${(mark / MOST) * 100}%` }}
            >
              {formatCount(mark)}
            </span>
          ))}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4 border-well-line border-t px-7.5 py-4 max-md:px-4">
        <p className="text-sm text-well-muted">
          Drag the playhead. Views / 1,000 × rate, with a 0% platform fee.
        </p>
        <Rates />
      </div>
    </section>
  );
}

function Figure({ label, value, result }: { label: string; value: string; result?: boolean }) {
  return (
    <div className={result ? 'md:text-right' : undefined}>
      <p className="font-stretch-88% font-medium text-sm text-well-muted">{label}</p>
      <p
        aria-live={result ? 'polite' : undefined}
        className={`num mt-2.5 text-[clamp(2.75rem,6.2vw,5.5rem)] ${result ? 'text-signal' : ''}`}
      >
        {value}
      </p>
    </div>
  );
}

const Sign = ({ children }: { children: string }) => (
  <span aria-hidden="true" className="num pb-1 text-3xl text-well-muted max-md:hidden">
    {children}
  </span>
);

const Rates = () => (
  <fieldset className="flex gap-0.5 rounded-control border border-well-line p-0.5">
    <legend className="sr-only">Rate per 1,000 views</legend>
    {rates.map((rate) => (
      <label
        key={rate}
        className="relative grid h-7.5 place-items-center rounded-frame px-3 font-semibold text-sm text-well-muted has-checked:bg-well-3 has-checked:text-well-ink has-focus-visible:outline-2 has-focus-visible:outline-signal"
      >
        <input
          type="radio"
          name="rate"
          defaultChecked={rate === first.rate}
          className="absolute inset-0 cursor-pointer appearance-none outline-none"
        />
        {formatRate(rate)}
      </label>
    ))}
  </fieldset>
);
