import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '#web/ui/cx.ts';
import { FieldError } from './field.tsx';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

export function Checkbox({ label, hint, error, className, ...rest }: CheckboxProps) {
  const id = useId();
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <div className="flex items-start gap-2.25 text-sm">
        <input
          {...rest}
          type="checkbox"
          id={rest.id ?? id}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          className="mt-px size-4 shrink-0 accent-ink"
        />
        <span className="flex flex-col gap-0.5">
          <label htmlFor={rest.id ?? id}>{label}</label>
          {hint ? (
            <span id={`${id}-hint`} className="text-muted text-xs">
              {hint}
            </span>
          ) : null}
        </span>
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}
