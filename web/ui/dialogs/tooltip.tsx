import {
  cloneElement,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

const OPEN_DELAY_MS = 700;
/** A tooltip opens without delay if another one closed less than this many milliseconds ago. */
const SKIP_DELAY_MS = 300;
const LEAVE_DELAY_MS = 100;
const GAP = 6;
const EDGE = 8;

/** The visible tooltip. A page shows only one at a time, so the next one closes it. */
let shown: { close: () => void } | null = null;
let lastClosedAt = Number.NEGATIVE_INFINITY;

const openDelay = (): number =>
  shown || performance.now() - lastClosedAt < SKIP_DELAY_MS ? 0 : OPEN_DELAY_MS;

interface TriggerProps {
  'aria-describedby'?: string | undefined;
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void;
  onFocus?: (event: SyntheticEvent<HTMLElement>) => void;
  onBlur?: (event: SyntheticEvent<HTMLElement>) => void;
}

/** Shows a tooltip for its child, which must be focusable so that keyboard users can read the tooltip too. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement<TriggerProps> }) {
  const id = useId();
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const own = useRef<{ close: () => void }>({ close: () => undefined });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (shown === own.current) shown = null;
    },
    [],
  );

  const after = (ms: number, then: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(then, ms);
  };
  const open = (element: HTMLElement, delay: number) =>
    after(delay, () => {
      if (shown !== own.current) shown?.close();
      shown = own.current;
      setTrigger(element);
    });
  const close = () => {
    clearTimeout(timer.current);
    if (shown === own.current) {
      shown = null;
      lastClosedAt = performance.now();
    }
    setTrigger(null);
  };
  own.current.close = close;
  const leave = () => after(LEAVE_DELAY_MS, close);

  return (
    <>
      {cloneElement(children, {
        'aria-describedby': trigger ? id : undefined,
        onPointerEnter: ({ currentTarget, pointerType }) => {
          if (pointerType !== 'touch') open(currentTarget, openDelay());
        },
        onPointerLeave: leave,
        onPointerDown: close,
        onFocus: ({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) open(currentTarget, 0);
        },
        onBlur: close,
      })}
      {trigger ? (
        <Tip
          id={id}
          trigger={trigger}
          onStay={() => clearTimeout(timer.current)}
          onLeave={leave}
          onClose={close}
        >
          {text}
        </Tip>
      ) : null}
    </>
  );
}

interface TipProps {
  id: string;
  trigger: HTMLElement;
  onStay: () => void;
  onLeave: () => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The tooltip, above its trigger or below if there is no room. It stays open as long as the pointer is on it,
 * and Escape closes it.
 */
function Tip({ id, trigger, onStay, onLeave, onClose, children }: TipProps) {
  const tip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = tip.current!;
    const at = trigger.getBoundingClientRect();
    const middle = at.left + at.width / 2 - box.offsetWidth / 2;
    const above = at.top - box.offsetHeight - GAP;
    box.style.left = `${Math.max(EDGE, Math.min(middle, innerWidth - box.offsetWidth - EDGE))}px`;
    box.style.top = `${above >= EDGE ? above : at.bottom + GAP}px`;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    document.addEventListener('keydown', onKey);
    window.addEventListener('scroll', onClose, true);
    return () => {
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', onClose, true);
    };
  });
  return createPortal(
    <div
      ref={tip}
      id={id}
      role="tooltip"
      onPointerEnter={onStay}
      onPointerLeave={onLeave}
      className="fixed z-60 w-max max-w-70 rounded-[5px] bg-ink px-2.25 py-1.5 text-bg text-xs"
    >
      {children}
    </div>,
    document.body,
  );
}
