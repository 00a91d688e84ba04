import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'children'> {
  label: ReactNode;
  hint?: ReactNode;
}

/** Text at the left, the switch at the right: takes effect at once, unlike a checkbox in a form. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  const id = useId();
  return (
    <div className={cx('flex items-start justify-between gap-4', className)}>
      <span className="flex flex-col gap-0.5">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint ? (
          <span id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </span>
        ) : null}
      </span>
      <input
        {...rest}
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox reports its own state
        role="switch"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={cx(
          'relative mt-0.5 h-5.5 w-9.5 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-sunken',
          "before:absolute before:top-0.5 before:left-0.5 before:size-4 before:rounded-full before:bg-line-strong before:content-['']",
          'before:transition-transform before:duration-(--duration-base) before:ease-cut checked:before:translate-x-4',
          'checked:border-signal-line checked:bg-signal checked:before:bg-signal-ink',
          'disabled:cursor-not-allowed disabled:opacity-60',
        )}
      />
    </div>
  );
}
