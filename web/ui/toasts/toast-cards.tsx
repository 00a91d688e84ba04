import { CircleAlert, CircleCheck, Info, type LucideIcon, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Toaster as SonnerToaster, toast as sonner } from 'sonner';
import { cx } from '#web/ui/cx.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { footHeight, useFootHeight } from '#web/ui/pages/use-foot.ts';
import { type Corner, freeCorner, phoneEdges, wideEdges } from './free-corner.ts';
import { keepFree } from './keep-free.ts';
import type { ToastKind, ToastOptions } from './toast-props.ts';

const kinds: Record<ToastKind, { Icon: LucideIcon; look: string }> = {
  success: { Icon: CircleCheck, look: 'text-green' },
  info: { Icon: Info, look: 'text-blue' },
  error: { Icon: CircleAlert, look: 'text-red' },
};

interface CardProps {
  kind: ToastKind;
  title: string;
  message?: ReactNode;
  action?: ToastOptions['action'];
  /** True if the card was announced before, in another corner. */
  isMoved: boolean;
  onClose: () => void;
}

function Card({ kind, title, message, action, isMoved, onClose }: CardProps) {
  const bad = kind === 'error';
  const { Icon, look } = kinds[kind];
  return (
    <div
      role={bad && !isMoved ? 'alert' : undefined}
      aria-live={isMoved ? 'off' : undefined}
      className={cx(
        'grid w-90 max-w-[calc(100vw-2rem)] grid-cols-[auto_1fr_auto] gap-x-2.5 gap-y-0.5 rounded-[8px] border border-line bg-overlay px-3.5 py-3.25 text-ink shadow-overlay',
        bad && 'border-l-3 border-l-red',
      )}
    >
      <Icon aria-hidden className={cx('mt-px size-4.5', look)} />
      <b className="font-bold">{title}</b>
      {action ? (
        <Button
          size="sm"
          className="row-span-2 self-center"
          onClick={() => {
            action.onPress();
            onClose();
          }}
        >
          {action.label}
        </Button>
      ) : (
        <Button variant="quiet" size="sm" square aria-label="Close" className="-m-1.5 ml-0" onClick={onClose}>
          <X aria-hidden />
        </Button>
      )}
      {message ? <p className="col-start-2 text-muted text-sm">{message}</p> : null}
    </div>
  );
}

/**
 * Number of dismissals per toast id. It is part of the id of the next toast, because a new toast with the id
 * of one that is being dismissed would disappear with it.
 */
const dismissals = new Map<string, number>();
const generation = (id: string) => `${id}:${dismissals.get(id) ?? 0}`;

export function dismiss(id: string) {
  sonner.dismiss(generation(id));
  dismissals.set(id, (dismissals.get(id) ?? 0) + 1);
}

/**
 * A moved toast stays at least this many milliseconds. Its time stops while somebody points at it or the
 * window is hidden, so it may have more left than the clock says.
 */
const LEAST_MS = 3_000;

export function show(kind: ToastKind, title: string, message?: ReactNode, options: ToastOptions = {}): void {
  const whole = options.durationMs ?? (kind === 'error' ? 10_000 : 6_000);
  const endsAt = Date.now() + whole;
  const draw = (position: Corner, duration: number, id?: string | number, isMoved = false) =>
    sonner.custom(
      (own) => (
        <Card
          kind={kind}
          title={title}
          message={message}
          action={options.action}
          isMoved={isMoved}
          onClose={() => (options.id ? dismiss(options.id) : sonner.dismiss(own))}
        />
      ),
      { duration, unstyled: true, position, ...(id === undefined ? {} : { id }) },
    );
  const corner = freeCorner(footHeight());
  const id = draw(corner, whole, options.id && generation(options.id));
  // Each corner has its own list, so a moved card is mounted again: with its whole time, and announced again.
  keepFree(id, corner, (to) => draw(to, Math.max(LEAST_MS, endsAt - Date.now()), id, true));
}

/** Shows the toasts. It must be rendered once, in the app's root. */
export function Toaster() {
  const foot = useFootHeight();
  return (
    <SonnerToaster
      position="bottom-right"
      style={{ fontFamily: 'inherit' }}
      gap={10}
      visibleToasts={4}
      expand
      offset={{ ...wideEdges, bottom: wideEdges.bottom + foot }}
      mobileOffset={{ ...phoneEdges, bottom: phoneEdges.bottom + foot }}
      containerAriaLabel="Messages"
    />
  );
}
