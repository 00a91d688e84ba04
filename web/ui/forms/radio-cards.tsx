import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';

/** A group of cards, of which one (radio) or several (checkbox) can be chosen. */
export function CardGroup({ label, className, ...rest }: ComponentProps<'fieldset'> & { label: string }) {
  return (
    <fieldset {...rest} className={cx('grid min-w-0 gap-3', className)}>
      <legend className="sr-only">{label}</legend>
      {rest.children}
    </fieldset>
  );
}

export interface ChoiceCardProps extends Omit<ComponentProps<'input'>, 'type' | 'title'> {
  type?: 'radio' | 'checkbox';
  title: ReactNode;
  detail?: ReactNode;
  /** A picture above the title. Without it the card has one line. */
  picture?: ReactNode;
}

const frame = cx(
  'relative rounded-panel border border-line-strong bg-surface text-left',
  'has-checked:border-ink has-checked:shadow-[inset_0_0_0_1px_var(--color-ink)]',
  'dark:has-checked:border-signal dark:has-checked:shadow-[inset_0_0_0_1px_var(--color-signal)]',
  'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
  'has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:text-muted',
);

/** A card that is a radio button or a checkbox. It works with `register` of the form library. */
export function ChoiceCard({ type = 'radio', title, detail, picture, className, ...rest }: ChoiceCardProps) {
  if (picture === undefined) {
    return (
      <label className={cx(frame, 'flex items-center gap-2.5 p-3.5', className)}>
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex items-center gap-2.5 font-semibold [&_svg]:size-4">{title}</span>
          {detail ? <span className="text-muted text-sm">{detail}</span> : null}
        </span>
        <input {...rest} type={type} className="size-4 shrink-0 accent-ink outline-none" />
      </label>
    );
  }
  return (
    <label className={cx(frame, 'group/card grid content-start gap-3 p-3.5', className)}>
      <input {...rest} type={type} className="absolute inset-0 appearance-none outline-none" />
      <span className="block overflow-hidden rounded-frame" aria-hidden="true">
        {picture}
      </span>
      <span className="font-bold text-md">{title}</span>
      {detail ? <span className="text-muted text-sm">{detail}</span> : null}
      <span
        aria-hidden="true"
        className="absolute top-5.5 right-5.5 hidden rounded-frame border border-signal-line bg-signal p-0.75 text-signal-ink group-has-checked/card:block"
      >
        <Check className="size-3.5" />
      </span>
    </label>
  );
}
