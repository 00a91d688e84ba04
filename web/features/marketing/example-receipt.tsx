import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatRate } from '#contract/money.ts';
import { formatCount } from '#web/ui/texts/count.ts';
import { earnedUsd } from './formula.ts';

const COUNTED = 15_000;
const STEP = 100;
const RATE = 200;
/** Views in doubt at first. */
const HELD = 1_200;

/**
 * A receipt with the lines that every clip's receipt has. The visitor moves views into doubt and sees what is
 * then paid and what waits.
 */
export function ExampleReceipt() {
  const slider = useRef<HTMLInputElement>(null);
  const [held, setHeld] = useState(HELD);
  const read = () => setHeld(slider.current!.valueAsNumber);
  // The visitor may have moved the slider before hydration.
  useEffect(read, []);
  const paid = earnedUsd(COUNTED - held, RATE);
  return (
    <section
      aria-label="Example of a receipt"
      className="overflow-hidden rounded-panel border border-line bg-raised dark:bg-surface"
    >
      <dl>
        <Line name="Counted by the platform" value={formatCount(COUNTED)} />
        <Line name="In doubt: a reviewer decides" value={`− ${formatCount(held)}`} isAmber>
          <input
            ref={slider}
            type="range"
            min={0}
            max={COUNTED}
            step={STEP}
            defaultValue={HELD}
            onChange={read}
            aria-label="Views in doubt"
            aria-valuetext={`${formatCount(held)} views in doubt, ${paid} paid`}
            className="w-full accent-(--color-amber)"
          />
        </Line>
        <Line name="Views that earn" value={formatCount(COUNTED - held)} />
        <Line name="Rate per 1,000 views" value={`× ${formatRate(RATE)}`} />
        <Line name="Platform fee, 0%" value={formatRate(0)} />
      </dl>
      <p className="flex items-baseline justify-between gap-4 bg-well px-6 py-4.5 text-well-ink max-md:px-4">
        <b className="font-semibold text-md">Paid to the clipper</b>
        <span className="num text-3xl text-signal max-md:text-2xl">{paid}</span>
      </p>
      <p className="px-6 py-3.5 text-muted text-sm max-md:px-4">
        {held > 0
          ? `${earnedUsd(held, RATE)} for the views in doubt is neither paid nor lost while they are in doubt.`
          : 'No view is in doubt, so all of them are paid.'}
      </p>
    </section>
  );
}

interface LineProps {
  name: string;
  value: string;
  isAmber?: boolean;
  children?: ReactNode;
}

const Line = ({ name, value, isAmber, children }: LineProps) => (
  <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-3 border-line border-b px-6 py-3.5 max-md:px-4">
    <dt className={isAmber ? 'font-semibold text-amber' : 'font-semibold'}>{name}</dt>
    <dd className={isAmber ? 'num text-amber text-xl' : 'num text-xl'}>{value}</dd>
    {children ? <dd className="col-span-2">{children}</dd> : null}
  </div>
);
