import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { TextInput } from './text-input.tsx';
import { useDebounced } from './use-debounced.ts';

/** The results of a search for the typed text. */
export interface Found<Row> {
  rows: readonly Row[];
  /** True if the results are those of an earlier text, so that Enter must not choose one. */
  isPlaceholderData: boolean;
  isError: boolean;
  isPending: boolean;
}

export interface SearchPickerProps<Row extends { id: string }> {
  /** Searches for the text. Sends no request while the list is closed. */
  useFound: (search: string, isOpen: boolean) => Found<Row>;
  /** The input's text while nobody edits it. */
  shown: string;
  selectedId: string | null;
  onChoose: (row: Row) => void;
  option: (row: Row) => ReactNode;
  placeholder: string;
  /** Name of the list. It is also the input's name, unless a field labels the input. */
  listLabel: string;
  labelled?: boolean;
  /** Texts that the list shows if it has no results. */
  none: { loading: string; failed: string; empty: string; unmatched: string };
  className?: string;
}

/** State of the picker: typed text, results, active row. */
function usePicker<Row extends { id: string }>({ useFound, onChoose, none }: SearchPickerProps<Row>) {
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const open = typed !== null;
  const search = useDebounced(typed ?? '', 200).trim();
  const found = useFound(search, open);
  const { rows } = found;
  // Enter must never choose a result of an earlier text.
  const marked = open && search === typed.trim() && !found.isPlaceholderData ? rows[active] : undefined;
  const close = () => setTyped(null);
  const edit = (text: string) => {
    setTyped(text);
    setActive(0);
  };
  const choose = (row: Row | undefined) => {
    if (!row) return;
    onChoose(row);
    close();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (!open) edit('');
      else setActive((now) => Math.max(0, Math.min(rows.length - 1, now + step)));
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      choose(marked);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      close();
    }
  };
  const status = found.isError
    ? none.failed
    : found.isPending
      ? none.loading
      : search
        ? none.unmatched
        : none.empty;
  return { typed, open, marked, rows, status, edit, choose, close, press };
}

/** A combobox. Typing narrows the list, and arrow keys and Enter choose from it. */
export function SearchPicker<Row extends { id: string }>(props: SearchPickerProps<Row>) {
  const { shown, selectedId, option, placeholder, listLabel, labelled, className } = props;
  const listId = useId();
  const { typed, open, marked, rows, status, edit, choose, close, press } = usePicker(props);
  return (
    <div className={cx('relative', className)}>
      <TextInput
        role="combobox"
        autoComplete="off"
        {...(labelled ? {} : { 'aria-label': listLabel })}
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={marked && `${listId}-${marked.id}`}
        placeholder={placeholder}
        value={typed ?? shown}
        suffix={<ChevronDown aria-hidden className="pointer-events-none size-4" />}
        onChange={(event) => edit(event.target.value)}
        onClick={() => !open && edit('')}
        onKeyDown={press}
        onBlur={close}
      />
      {open ? (
        <div id={listId} role="listbox" aria-label={listLabel} className={listStyle}>
          {rows.map((row) => (
            <Option
              key={row.id}
              id={`${listId}-${row.id}`}
              active={row === marked}
              selected={row.id === selectedId}
              onChoose={() => choose(row)}
            >
              {option(row)}
            </Option>
          ))}
          {rows.length === 0 ? (
            <div
              role="option"
              tabIndex={-1}
              aria-selected={false}
              aria-disabled="true"
              className="px-3 py-2.5 text-muted text-sm"
            >
              {status}
            </div>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

const listStyle =
  'absolute inset-x-0 top-full z-30 mt-1 max-h-72 overflow-y-auto rounded-control border border-line bg-overlay p-1 shadow-overlay';

interface OptionProps {
  id: string;
  active: boolean;
  selected: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Option({ id, active, selected, onChoose, children }: OptionProps) {
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
      // This keeps the focus in the input. Without the focus the list would close before the click arrives.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cx(
        'flex cursor-pointer items-center justify-between gap-3 rounded-frame px-2.5 py-2',
        active ? 'bg-hover' : 'hover:bg-hover',
      )}
    >
      {children}
    </div>
  );
}
