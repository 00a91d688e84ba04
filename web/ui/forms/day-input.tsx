import { type ComponentProps, useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { TextInput } from './text-input.tsx';

interface DayInputProps extends Omit<ComponentProps<'input'>, 'type' | 'prefix'> {
  /** The day in the input, such as "2026-11-24", or an empty text. */
  day: string;
}

/** Hides the text of the field, and no more: Firefox paints its calendar button in the color of the text. */
const hiddenText = '[&>input]:[-webkit-text-fill-color:transparent]';

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
          // A half-typed day has no value, so only the field itself shows it.
          setEdited(event.target.validity.badInput);
          onBlur?.(event);
        }}
        className={cx(className, !isEdited && hiddenText)}
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
