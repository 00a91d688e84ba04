import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';

export interface SegmentedOption<Value extends string> {
  value: Value;
  label: ReactNode;
}

export interface SegmentedProps<Value extends string> {
  /** Name of the group for screen readers, such as "Period". */
  label: string;
  value: Value;
  options: readonly SegmentedOption<Value>[];
  onChange: (value: Value) => void;
  className?: string;
}

/**
 * A choice between a few visible options. Arrow keys change it, and screen readers and tests find radio
 * buttons.
 */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, value, options, onChange, className } = props;
  return (
    <RadioGroup.Root
      aria-label={label}
      orientation="horizontal"
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className={cx(
        'inline-flex max-w-full gap-0.5 rounded-control border border-line bg-sunken p-0.5',
        className,
      )}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          className={cx(
            'inline-flex h-7.5 flex-1 items-center justify-center gap-1.5 whitespace-nowrap rounded-frame px-3 font-medium text-muted text-sm max-md:px-2.5',
            'hover:text-ink data-[state=checked]:bg-raised data-[state=checked]:text-ink',
            'data-[state=checked]:shadow-[0_0_0_1px_var(--color-line)] [&_svg]:size-3.75',
          )}
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
