import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from './cx.ts';

export interface RowTitleProps {
  children: ReactNode;
  /** The object's page; on a phone the whole row leads there. */
  to?: string;
  /** Instead of a page: opens a dialog about the row. */
  onOpen?: () => void;
  /** Names the link or button where the title alone says too little. */
  label?: string;
  /** A `Frame`, on a phone a little smaller. */
  picture?: ReactNode;
  /** Not on a phone, where something else stands in the row's second line. */
  wideOnly?: boolean;
  /** Under the title: what happens next, or what tells the row from others. One line on a phone. */
  below?: ReactNode;
}

const whole =
  '@max-4xl:static @max-4xl:after:absolute @max-4xl:after:inset-0 @max-4xl:after:z-1 @max-4xl:focus-visible:outline-none @max-4xl:focus-visible:after:outline-2 @max-4xl:focus-visible:after:outline-ink @max-4xl:focus-visible:after:-outline-offset-2';

/** The cell that names a table's row: two lines, and on a phone the way to the object from anywhere in the row. */
export function RowTitle({ children, to, onOpen, label, picture, wideOnly, below }: RowTitleProps) {
  const style =
    'font-semibold wrap-anywhere @max-4xl:truncate @max-4xl:group-data-open/row:whitespace-normal';
  const control = { 'data-row': true, 'aria-label': label, className: cx(style, whole, 'hover:underline') };
  return (
    <span className="flex min-w-0 items-center gap-3">
      {picture ? (
        <span className={cx('w-8 shrink-0', wideOnly ? '@max-4xl:hidden' : '@max-4xl:w-7')}>{picture}</span>
      ) : null}
      <span className="flex min-w-0 flex-col gap-0.5 @4xl:min-w-32">
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
        {below ? (
          <span className="text-muted text-sm wrap-anywhere @max-4xl:line-clamp-1 @max-4xl:group-data-open/row:line-clamp-none">
            {below}
          </span>
        ) : null}
      </span>
    </span>
  );
}
