import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from '#web/ui/cx.ts';
import { FieldContext } from './field-context.ts';

export interface FieldProps {
  label: ReactNode;
  /** A link or a counter at the right of the label. */
  aside?: ReactNode;
  hint?: ReactNode;
  /** The error to show. It is connected with the input and marks it as invalid. */
  error?: string | undefined;
  className?: string;
  /** An input of this folder. It reads id, hint and error from the context. */
  children: ReactNode;
}

export function Field({ label, aside, hint, error, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="wrap-anywhere font-semibold text-sm">
          {label}
        </label>
        {aside ? <span className="text-muted text-xs">{aside}</span> : null}
      </div>
      <FieldContext value={{ label, id, describedBy, invalid: Boolean(error) }}>{children}</FieldContext>
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
      {hint ? (
        <div id={hintId} className="text-muted text-xs">
          {hint}
        </div>
      ) : null}
    </div>
  );
}

/** Shows an error below an input or a group of inputs. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex items-center gap-1.25 font-medium text-red text-xs">
      <CircleAlert aria-hidden className="size-3.5 shrink-0" />
      {children}
    </p>
  );
}
