import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '#web/ui/cx.ts';
import { useFieldWiring } from './field-context.ts';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'children' | 'size'> {
  options: readonly SelectOption[];
  /** Label of the empty first choice, such as "Choose a country". */
  placeholder?: string;
  /** True for a height of 36 px, for toolbars. */
  compact?: boolean;
}

/** The browser's own select, which works on every phone and with every screen reader. */
export function Select({ options, placeholder, compact, className, ...rest }: SelectProps) {
  const wiring = useFieldWiring(rest);
  return (
    <div className={cx('relative min-w-0', className)}>
      <select
        {...rest}
        {...wiring}
        className={cx(
          'w-full min-w-0 appearance-none truncate rounded-control border border-input-line bg-input pr-8.5 pl-3',
          'aria-invalid:border-red aria-invalid:shadow-[0_0_0_1px_var(--color-red)] focus-visible:outline-offset-1',
          'disabled:border-line disabled:bg-sunken disabled:text-muted',
          compact ? 'h-9' : 'h-10',
        )}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2.75 size-4 text-muted"
      />
    </div>
  );
}
