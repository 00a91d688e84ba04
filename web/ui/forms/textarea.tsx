import type { ComponentProps } from 'react';
import { cx } from '#web/ui/cx.ts';
import { useFieldWiring } from './field-context.ts';

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  const wiring = useFieldWiring(rest);
  return (
    <textarea
      dir="auto"
      {...rest}
      {...wiring}
      rows={rows}
      className={cx(
        'w-full min-w-0 resize-y rounded-control border border-input-line bg-input px-3 py-2.5 leading-[1.45]',
        'aria-invalid:border-red aria-invalid:shadow-[0_0_0_1px_var(--color-red)] focus-visible:outline-offset-1',
        'disabled:border-line disabled:bg-sunken disabled:text-muted',
        className,
      )}
    />
  );
}
