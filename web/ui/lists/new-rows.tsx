import { ArrowUp } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#web/ui/forms/button.tsx';
import { formatCount } from '#web/ui/texts/count.ts';

export interface Held<Row> {
  /** The rows to show in the list. */
  rows: readonly Row[];
  /** The number of held rows, which arrived above a row that the person has seen. */
  count: number;
  show: () => void;
}

/**
 * Holds back rows that arrive while a person reads a list, so that the list does not move. They are counted
 * until the person asks for them. Rows loaded below, changed rows and removals are shown at once. `list`
 * identifies the filters: if it changes, the rows are those of another list.
 */
export function useNewRows<Row>(rows: readonly Row[], keyOf: (row: Row) => string, list = ''): Held<Row> {
  const [seen, setSeen] = useState({ list, keys: new Set<string>() });
  const keys = seen.list === list ? seen.keys : new Set<string>();
  const held = heldBack(rows.map(keyOf), keys);
  const shown = held.size === 0 ? rows : rows.filter((row) => !held.has(keyOf(row)));
  const fresh = shown.map(keyOf).filter((key) => !keys.has(key));
  if (fresh.length > 0 || seen.list !== list) setSeen({ list, keys: new Set([...keys, ...fresh]) });
  return {
    rows: shown,
    count: held.size,
    show: () => setSeen({ list, keys: new Set([...keys, ...held]) }),
  };
}

/** Returns the unseen keys that are above a seen key, in their order. */
export function heldBack(keys: readonly string[], seen: ReadonlySet<string>): Set<string> {
  const last = keys.findLastIndex((key) => seen.has(key));
  return new Set(keys.slice(0, Math.max(last, 0)).filter((key) => !seen.has(key)));
}

interface NewRowsProps<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  list?: string;
  children: (rows: readonly Row[]) => ReactNode;
}

/** Applies `useNewRows` to a list, and shows the button for new rows above it. */
export function NewRows<Row>({ rows, keyOf, list, children }: NewRowsProps<Row>) {
  const { rows: shown, count, show } = useNewRows(rows, keyOf, list);
  return (
    <>
      <NewRowsButton count={count} onShow={show} />
      {children(shown)}
    </>
  );
}

/**
 * A button such as "3 new" that shows the held rows. It overlaps the list, so that no row moves away under
 * the pointer.
 */
export function NewRowsButton({ count, onShow }: { count: number; onShow: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const show = () => {
    const hadFocus = place.current?.contains(document.activeElement);
    flushSync(onShow);
    // The pressed button disappears. If it had the focus, the focus moves to the list.
    if (hadFocus) focusList(place.current?.nextElementSibling);
  };
  return (
    <div ref={place} className="relative z-2">
      {/* The number is announced once, not for each new row. */}
      <p role="status" className="sr-only">
        {count > 0 ? 'There are new entries.' : ''}
      </p>
      {count > 0 ? (
        <div className="pointer-events-none absolute inset-x-0 top-1.5 flex justify-center">
          <Button size="sm" variant="ink" className="pointer-events-auto" onClick={show}>
            <ArrowUp aria-hidden />
            {formatCount(count)} new
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Focuses the first row of a list. */
function focusList(list: Element | null | undefined): void {
  const first = list?.querySelector<HTMLElement>('li, tbody tr') ?? list;
  if (!(first instanceof HTMLElement)) return;
  first.tabIndex = -1;
  first.focus();
}
