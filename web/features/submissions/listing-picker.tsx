import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { FeedRow } from '#contract/listings.ts';
import { formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { pagedQuery } from '#web/api/query.ts';
import { cx } from '#web/ui/cx.ts';
import { formatRate } from '#web/ui/money.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { useDebounced } from './use-debounced.ts';

export interface ListingPickerProps {
  value: FeedRow | null;
  onChange: (listing: FeedRow) => void;
}

/** What was typed, what it found, which row the arrows stand on. */
function usePicker({ onChange }: ListingPickerProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const open = typed !== null;
  const search = useDebounced(typed ?? '', 200).trim();
  const found = useInfiniteQuery({
    ...pagedQuery(routes.exploreListings, { query: search ? { search } : {} }),
    enabled: open,
    placeholderData: (before) => before,
  });
  const rows = found.data?.pages.flatMap((page) => page.rows) ?? [];
  // Enter must never choose from what an earlier word found.
  const marked = open && search === typed.trim() && !found.isPlaceholderData ? rows[active] : undefined;
  const close = () => setTyped(null);
  const look = (text: string) => {
    setTyped(text);
    setActive(0);
  };
  const choose = (row: FeedRow | undefined) => {
    if (!row) return;
    onChange(row);
    close();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (!open) look('');
      else setActive((now) => Math.max(0, Math.min(rows.length - 1, now + step)));
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      choose(marked);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      close();
    }
  };
  return { typed, open, marked, rows, none: sayNone(found, search), look, choose, close, press };
}

/** One of the active listings: typed words narrow the list, arrows and Enter choose. */
export function ListingPicker(props: ListingPickerProps) {
  const { value } = props;
  const listId = useId();
  const { typed, open, marked, rows, none, look, choose, close, press } = usePicker(props);
  return (
    <div className="relative">
      <TextInput
        role="combobox"
        autoComplete="off"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={marked && `${listId}-${marked.id}`}
        placeholder="Search active listings"
        value={typed ?? value?.title ?? ''}
        suffix={<ChevronDown aria-hidden className="pointer-events-none size-4" />}
        onChange={(event) => look(event.target.value)}
        onClick={() => !open && look('')}
        onKeyDown={press}
        onBlur={close}
      />
      {open ? (
        <div id={listId} role="listbox" aria-label="Active listings" className={listLook}>
          {rows.map((row) => (
            <Option
              key={row.id}
              id={`${listId}-${row.id}`}
              row={row}
              active={row === marked}
              selected={row.id === value?.id}
              onChoose={() => choose(row)}
            />
          ))}
          {rows.length === 0 ? (
            <div
              role="option"
              tabIndex={-1}
              aria-selected={false}
              aria-disabled="true"
              className="px-3 py-2.5 text-muted text-sm"
            >
              {none}
            </div>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

const listLook =
  'absolute inset-x-0 top-full z-30 mt-1 max-h-72 overflow-y-auto rounded-control border border-line bg-overlay p-1 shadow-overlay';

function sayNone(found: { isError: boolean; isPending: boolean }, search: string): string {
  if (found.isError) return 'The listings did not load. Type again to retry.';
  if (found.isPending) return 'Loading listings...';
  return search ? 'No active listing matches.' : 'No listings available.';
}

interface OptionProps {
  id: string;
  row: FeedRow;
  active: boolean;
  selected: boolean;
  onChoose: () => void;
}

function Option({ id, row, active, selected, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox holds the focus and answers the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      ref={(element) => {
        if (active) element?.scrollIntoView({ block: 'nearest' });
      }}
      // The input keeps the focus, else its blur would close the list before the click arrives.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cx(
        'flex cursor-pointer items-center justify-between gap-3 rounded-frame px-2.5 py-2',
        active ? 'bg-hover' : 'hover:bg-hover',
      )}
    >
      <span className="min-w-0">
        <b className="block wrap-anywhere font-semibold">
          <bdi>{row.title}</bdi>
        </b>
        <span className="block wrap-anywhere text-muted text-sm">
          @{row.host.username} · {formatUsd(row.freeMicros)} free
        </span>
      </span>
      <span className="shrink-0 font-semibold">{formatRate(row.rateCentsPerMille)}</span>
    </div>
  );
}
