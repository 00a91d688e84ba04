import { type ComponentProps, useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { TextInput } from './text-input.tsx';

interface DayInputProps extends Omit<ComponentProps<'input'>, 'type' | 'prefix'> {
  /** The day in the input, such as "2026-11-24", or an empty text. */
  day: string;
}

/**
 * The browser's own date field, with its calendar and its keys. Until it has the focus it shows the day as the
 * columns of tables do, because browsers write days in their own language: "11/12/2026" has two meanings.
 */
export function DayInput({ day, className, onFocus, onBlur, ...rest }: DayInputProps) {
  const [isEdited, setEdited] = useState(false);
  return (
    <div className="relative">
      <TextInput
        type="date"
        {...rest}
        onFocus={(event) => {
          setEdited(true);
          onFocus?.(event);
        }}
        onBlur={(event) => {
          setEdited(false);
          onBlur?.(event);
        }}
        className={cx(className, !isEdited && '[&>input]:text-transparent')}
      />
      {isEdited ? null : (
        <span
          aria-hidden="true"
          className={cx(
            'pointer-events-none absolute inset-y-0 left-px flex items-center px-3 forced-colors:hidden',
            day === '' && 'text-muted',
          )}
        >
          {day || 'YYYY-MM-DD'}
        </span>
      )}
    </div>
  );
}
