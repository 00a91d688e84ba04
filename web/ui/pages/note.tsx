import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';

export type NoteTone = 'info' | 'warning' | 'error' | 'ok';

const styles: Record<NoteTone, { box: string; icon: string; Icon: LucideIcon }> = {
  info: { box: 'bg-blue-soft', icon: 'text-blue', Icon: Info },
  warning: { box: 'bg-amber-soft', icon: 'text-amber', Icon: TriangleAlert },
  error: { box: 'bg-red-soft', icon: 'text-red', Icon: CircleAlert },
  ok: { box: 'bg-green-soft', icon: 'text-green', Icon: CircleCheck },
};

export interface NoteProps {
  tone?: NoteTone;
  title?: string;
  icon?: LucideIcon;
  /** An action below the text, such as a button. */
  action?: ReactNode;
  /** True if the note is announced as soon as it appears. */
  alert?: boolean;
  className?: string;
  children?: ReactNode;
}

/** A message that stays on the page, unlike a toast. */
export function Note({ tone = 'info', title, icon, action, alert, className, children }: NoteProps) {
  const style = styles[tone];
  const Icon = icon ?? style.Icon;
  return (
    <div
      role={alert ? 'alert' : undefined}
      className={cx('flex gap-2.5 rounded-control px-3.5 py-2.75 text-ink text-sm', style.box, className)}
    >
      <Icon aria-hidden className={cx('mt-px size-4.25 shrink-0', style.icon)} />
      <div className="min-w-0 flex-1">
        {title ? <b className="font-semibold">{title} </b> : null}
        {children}
        {action ? <div className="mt-2.25">{action}</div> : null}
      </div>
    </div>
  );
}
