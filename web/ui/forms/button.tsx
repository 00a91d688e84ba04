import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';

export type ButtonVariant = 'primary' | 'ink' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-signal-line bg-signal font-bold text-signal-ink hover:bg-signal-hover',
  ink: 'border-ink bg-ink text-bg hover:opacity-90',
  secondary: 'border-button-line hover:bg-hover',
  quiet: 'border-transparent hover:bg-hover',
  danger: 'border-danger-line text-red hover:bg-red-soft',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'h-7.5 px-2.5 text-sm [&_svg]:size-3.75',
  md: 'h-9 px-3.5 text-base [&_svg]:size-4',
  lg: 'h-12 px-5.5 text-md max-md:h-11.5 [&_svg]:size-4.5',
};

const squares: Record<ButtonSize, string> = { sm: 'w-7.5 px-0', md: 'w-9 px-0', lg: 'w-12 px-0' };

const off = 'border-line bg-sunken font-semibold text-faint hover:bg-sunken';

/**
 * Returns the classes of a button, for other elements: `<Link className={buttonStyle({ variant: 'primary'
 * })}>`.
 */
export function buttonStyle(
  options: { variant?: ButtonVariant; size?: ButtonSize; square?: boolean; muted?: boolean } = {},
): string {
  const { variant = 'secondary', size = 'md', square, muted } = options;
  return cx(
    'inline-flex shrink-0 items-center justify-center gap-2 whitespace-nowrap rounded-control border font-semibold',
    'transition-colors duration-(--duration-fast) ease-cut [&_svg]:shrink-0',
    sizes[size],
    square && squares[size],
    muted ? off : variants[variant],
  );
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** True for a button with only an icon, which needs an `aria-label`. */
  square?: boolean;
  /**
   * Text shown with a spinner while the work is done ("Saving..."). The button keeps the focus and ignores
   * presses.
   */
  busy?: string | false | undefined;
  /**
   * True if the button looks disabled and is announced as such, but still handles presses. A press can then
   * explain the rule that blocks it.
   */
  blocked?: boolean;
}

export function Button({
  variant,
  size,
  square,
  busy,
  blocked,
  className,
  children,
  onClick,
  type,
  ...rest
}: ButtonProps) {
  const style = cx(buttonStyle({ variant, size, square, muted: blocked || rest.disabled }), className);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={cx(style, busy && 'opacity-85')}
      aria-disabled={blocked || busy ? true : undefined}
      aria-busy={busy ? true : undefined}
      onClick={press}
    >
      {busy ? <Busy text={busy} /> : children}
    </button>
  );
}

function Busy({ text }: { text: ReactNode }) {
  return (
    <>
      <LoaderCircle aria-hidden className="animate-spin" />
      {text}
    </>
  );
}
