import { type ReactNode, useEffect, useState } from 'react';
import { BULK_MOST, type BulkReply } from '#contract/admin/bulk.ts';
import { Button } from '#web/ui/forms/button.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import type { ToastOptions } from '#web/ui/toasts/toast-props.ts';

interface Choosable<Row> {
  /** Returns the label of a row's checkbox: "payout of @tess". */
  nameOf: (row: Row) => string;
  /** Whether the row can be chosen because an action applies to it. */
  mayChoose?: (row: Row) => boolean;
}

export interface Selection<Row> {
  /** The chosen rows, in the order of the table. */
  rows: readonly Row[];
  column: Column<Row>;
  chooseAll: () => void;
  clear: () => void;
  /** Call this after one request for all rows. Shows the result, and keeps the refused rows chosen. */
  settle: (reply: BulkReply, done: string, options?: ToastOptions) => void;
  /** The rows that the last request refused, each with the reason. */
  refused: readonly { id: string; name: string; detail: string }[];
}

/**
 * Returns the chosen rows of a list. A row that is no longer in the list is no longer chosen. The key X
 * chooses the focused row.
 */
export function useSelection<Row extends { id: string }>(
  rows: readonly Row[],
  { nameOf, mayChoose = () => true }: Choosable<Row>,
): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Selection<Row>['refused']>([]);
  useChooseKey();
  const choose = (next: Iterable<string>) => {
    setIds(new Set([...next].slice(0, BULK_MOST)));
    setRefused([]);
  };
  const toggle = (id: string) =>
    choose(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]);
  return {
    rows: rows.filter((row) => ids.has(row.id) && mayChoose(row)),
    column: {
      header: 'Choose',
      cell: (row) =>
        mayChoose(row) ? (
          <input
            type="checkbox"
            data-choose
            className="size-4 accent-ink"
            aria-label={`Choose ${nameOf(row)}`}
            aria-keyshortcuts="X"
            checked={ids.has(row.id)}
            onChange={() => toggle(row.id)}
          />
        ) : null,
    },
    chooseAll: () => choose(rows.filter(mayChoose).map(({ id }) => id)),
    clear: () => choose([]),
    settle: (reply, done, options) => {
      const names = new Map(rows.map((row) => [row.id, nameOf(row)]));
      choose(reply.refused.map(({ id }) => id));
      setRefused(reply.refused.map(({ id, detail }) => ({ id, detail, name: names.get(id) ?? id })));
      if (reply.done > 0) toast.success(done.replace('#', String(reply.done)), undefined, options);
      if (reply.refused.length > 0) toast.error(`${reply.refused.length} not done`, 'The list says why.');
    },
    refused,
  };
}

/** Makes the key X choose a row, as in the clip queue. */
function useChooseKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'x' || event.ctrlKey || event.metaKey || event.altKey) return;
      const { activeElement: focused } = document;
      if (focused?.matches('textarea, select, input:not([type="checkbox"])')) return;
      focused?.closest('tr')?.querySelector<HTMLInputElement>('input[data-choose]')?.click();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

interface SelectionBarProps<Row> {
  selection: Selection<Row>;
  /** Label of the bar, such as "Chosen payouts". */
  label: string;
  /** Text after the count, such as the sum. */
  about?: string;
  /** The actions on all chosen rows. */
  children: ReactNode;
}

/** A bar above a list, with the number of chosen rows, the actions on them, and the refused rows. */
export function SelectionBar<Row>({ selection, label, about, children }: SelectionBarProps<Row>) {
  const { rows, chooseAll, clear, refused } = selection;
  // Refused rows may no longer be in the list, but their refusals must still be shown.
  if (rows.length === 0 && refused.length === 0) return null;
  return (
    <section
      aria-label={label}
      className="sticky top-0 z-2 border-line border-b bg-blue-soft px-4.5 py-2.5 text-sm max-md:px-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <b role="status" className="mr-auto font-semibold">
          {rows.length} chosen{rows.length === BULK_MOST ? ', the most at a time' : ''}
          {about ? `, ${about}` : ''}
        </b>
        {rows.length > 0 ? children : null}
        <Button size="sm" variant="quiet" onClick={chooseAll}>
          Choose all shown
        </Button>
        <Button size="sm" variant="quiet" onClick={clear}>
          Choose none
        </Button>
      </div>
      {refused.length > 0 ? (
        <ul aria-label="Not done" className="mt-2">
          {refused.map(({ id, name, detail }) => (
            <li key={id}>
              <b className="font-semibold">{name}</b>: {detail}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
