import type { ComponentProps, ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import { useFieldWiring } from './field-context.ts';

/** Classes for the border of every control into which people type. */
export const inputEdge = cx(
  'w-full min-w-0 rounded-control border border-input-line bg-input',
  'focus-within:outline-2 focus-within:outline-focus focus-within:outline-offset-1',
  'has-aria-invalid:border-red has-aria-invalid:shadow-[0_0_0_1px_var(--color-red)]',
  'has-disabled:border-line has-disabled:bg-sunken has-[input:read-only]:border-line has-[input:read-only]:bg-sunken',
);

export interface TextInputProps extends ComponentProps<'input'> {
  /** Shown before the text, such as "@" or an icon. */
  prefix?: string;
  lead?: ReactNode;
  /** Shown after the text, such as "per 1,000" or a button. */
  suffix?: ReactNode;
}

export function TextInput({ prefix, lead, suffix, className, ...rest }: TextInputProps) {
  const wiring = useFieldWiring(rest);
  return (
    <div className={cx(inputEdge, 'flex h-10 items-center', className)}>
      {(lead ?? prefix) ? (
        <span className="flex pl-3 text-muted [&_svg]:size-4" aria-hidden={lead ? true : undefined}>
          {lead ?? prefix}
        </span>
      ) : null}
      <input
        dir="auto"
        {...rest}
        {...wiring}
        className="h-full w-full min-w-0 bg-transparent px-3 outline-none placeholder-shown:text-ellipsis read-only:text-muted disabled:text-muted"
      />
      {suffix ? (
        <span className="flex shrink-0 whitespace-nowrap pr-3 text-muted text-sm">{suffix}</span>
      ) : null}
    </div>
  );
}
