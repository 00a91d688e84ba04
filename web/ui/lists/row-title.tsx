import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '#web/ui/cx.ts';

export interface RowTitleProps {
  children: ReactNode;
  /** The object's page, to which on a phone the whole row links. */
  to?: string;
  /** Opens a dialog about the row, if the row has no page. */
  onOpen?: () => void;
  /** Name of the link or button, if the title alone is not clear. */
  label?: string;
  /** A picture, as a `Frame`. It is slightly smaller on a phone. */
  picture?: ReactNode;
  /** True if the title is hidden on a phone, where the row's second line shows another text. */
  wideOnly?: boolean;
  /** A line that distinguishes the row from others with the same title. */
  second?: ReactNode;
  /** Content below the title: the next event, or what distinguishes the row. On a phone it has at most two lines. */
  below?: ReactNode;
}

const whole =
  '@max-4xl:static @max-4xl:after:absolute @max-4xl:after:inset-0 @max-4xl:after:z-1 @max-4xl:focus-visible:outline-none @max-4xl:focus-visible:after:outline-2 @max-4xl:focus-visible:after:outline-ink @max-4xl:focus-visible:after:-outline-offset-2';

/**
 * The cell that names a table's row, with its lines. On a phone the whole row becomes a link to the object.
 */
export function RowTitle({ children, to, onOpen, label, picture, wideOnly, second, below }: RowTitleProps) {
  const style =
    'font-semibold wrap-anywhere @max-4xl:truncate @max-4xl:group-data-open/row:whitespace-normal';
  const control = { 'data-row': true, 'aria-label': label, className: cx(style, whole, 'hover:underline') };
  return (
    <span className="flex min-w-0 items-center gap-3">
      {picture ? (
        <span className={cx('w-8 shrink-0', wideOnly ? '@max-4xl:hidden' : '@max-4xl:w-7')}>{picture}</span>
      ) : null}
      <span className="flex min-w-0 flex-col gap-0.5 @max-4xl:flex-1 @4xl:min-w-32">
        {to ? (
          <Link to={to} {...control}>
            {children}
          </Link>
        ) : onOpen ? (
          <button type="button" onClick={onOpen} {...control} className={cx(control.className, 'text-left')}>
            {children}
          </button>
        ) : (
          <b className={style}>{children}</b>
        )}
        {second}
        {below ? (
          <span className="text-muted text-sm wrap-anywhere @max-4xl:line-clamp-2 @max-4xl:group-data-open/row:line-clamp-none">
            {below}
          </span>
        ) : null}
      </span>
    </span>
  );
}
