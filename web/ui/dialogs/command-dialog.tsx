import type { LucideIcon } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { cx } from '#web/ui/cx.ts';

export interface CommandItem {
  id: string;
  label: string;
  /** Muted text at the right, such as a state or a place. */
  hint?: string | undefined;
  icon: LucideIcon;
  onPress: () => void;
}

export interface CommandGroup {
  heading: string;
  items: readonly CommandItem[];
  /** True if further results of this group are loading. They will appear before the present ones. */
  pending?: boolean;
}

export interface CommandDialogProps {
  onClose: () => void;
  title: string;
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
  /** The groups, already filtered by the search text. */
  groups: readonly CommandGroup[];
  /** Text that is shown and announced if no group has an item. */
  empty: string;
}

/**
 * A dialog with one search field, in which the person types, and chooses with arrow keys and Enter. Escape
 * closes it and returns the focus. It is open as long as it is mounted.
 */
export function CommandDialog(props: CommandDialogProps) {
  const { onClose, title, placeholder, search, onSearch, groups, empty } = props;
  const layer = useRef<HTMLDivElement>(null);
  const list = useId();
  const { items, current, onKey, choose, forget } = useChoice(groups, list);
  const found = items.length;
  useTopLayer(layer);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose();
    // Tab does nothing, because there is only one field.
    else if (event.key !== 'Tab' && !onKey(event.key)) return;
    event.preventDefault();
  };
  return (
    <div
      ref={layer}
      popover="manual"
      role="dialog"
      aria-modal="true"
      aria-label={title}
      onKeyDown={onKeyDown}
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget) return;
        // Without this, the press would take the focus from the element to which the dialog returns it.
        event.preventDefault();
        onClose();
      }}
      className="m-0 size-full max-h-none max-w-none overflow-hidden border-0 bg-black/55 px-4 pt-[min(14vh,8rem)] text-ink"
    >
      <div className="mx-auto flex max-w-150 animate-[rise_180ms_var(--ease-cut)] flex-col overflow-hidden rounded-[12px] border border-line bg-overlay shadow-overlay">
        <input
          role="combobox"
          autoComplete="off"
          aria-label={title}
          aria-expanded
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={current && `${list}${items.indexOf(current)}`}
          value={search}
          onChange={({ target }) => {
            forget();
            onSearch(target.value);
          }}
          placeholder={placeholder}
          maxLength={100}
          className="h-12.5 w-full shrink-0 border-line border-b bg-transparent px-4.5 text-md focus-visible:-outline-offset-2"
        />
        <p role="status" className="sr-only">
          {found === 0 ? empty : `${found} ${found === 1 ? 'result' : 'results'}`}
        </p>
        <ListBox {...{ list, title, groups, current, empty }} onPoint={choose} />
      </div>
    </div>
  );
}

interface ListBoxProps extends Pick<CommandDialogProps, 'title' | 'groups' | 'empty'> {
  /** Id of the list. The ids of its rows begin with this id. */
  list: string;
  current: CommandItem | undefined;
  onPoint: (id: string) => void;
}

/** Shows the rows from the second frame on, so that the field is painted first. Nobody reads rows earlier. */
function ListBox({ list, title, groups, empty, current, onPoint }: ListBoxProps) {
  const isDrawn = useDeferredValue(true, false);
  const items = isDrawn ? groups.flatMap((group) => group.items) : [];
  return (
    <div
      id={list}
      role="listbox"
      aria-label={title}
      className={cx(
        'overflow-y-auto overscroll-contain p-1.5 [--rows:min(24rem,56dvh)]',
        isDrawn ? 'max-h-(--rows)' : 'h-(--rows)',
      )}
    >
      {isDrawn && items.length === 0 ? <p className="px-3 py-6 text-muted">{empty}</p> : null}
      {groups.map(({ heading, items: own }) =>
        !isDrawn || own.length === 0 ? null : (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={heading} role="group" aria-labelledby={`${list}${heading}`}>
            <div id={`${list}${heading}`} className="label px-3 pt-3 pb-1.5">
              {heading}
            </div>
            {own.map((item) => (
              <Row
                key={item.id}
                id={`${list}${items.indexOf(item)}`}
                item={item}
                isCurrent={item === current}
                onPoint={() => onPoint(item.id)}
              />
            ))}
          </div>
        ),
      )}
    </div>
  );
}

/**
 * Shows the layer above everything and focuses its field. A `dialog` of the browser or of a library would
 * recalculate the styles of all elements behind it, which takes longer than all other work.
 */
function useTopLayer(layer: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const opener = document.activeElement;
    layer.current?.showPopover();
    layer.current?.querySelector('input')?.focus();
    return () => {
      const to = opener?.isConnected ? opener : document.getElementById('main');
      if (to instanceof HTMLElement) to.focus({ preventScroll: true });
    };
  }, [layer]);
}

/**
 * Returns the item that Enter opens: the one chosen by arrow key or pointer as long as it is in the list,
 * otherwise the first. If Enter is pressed before the results arrive, it opens the first result.
 */
function useChoice(groups: readonly CommandGroup[], list: string) {
  const items = groups.flatMap((group) => group.items);
  const [chosen, setChosen] = useState('');
  const [isAwaited, setAwaited] = useState(false);
  const own = items.find((item) => item.id === chosen);
  const current = own ?? items[0];
  const decisive = groups.find((group) => group.pending || group.items.length > 0);
  const isSettled = own !== undefined || !decisive?.pending;
  useEffect(() => {
    if (!isAwaited || !isSettled) return;
    setAwaited(false);
    current?.onPress();
  }, [isAwaited, isSettled, current]);
  /** Handles the keys of the list. Returns false for other keys. */
  const onKey = (key: string): boolean => {
    const at = current ? items.indexOf(current) : -1;
    const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key];
    if (key === 'Enter') setAwaited(true);
    if (step === undefined) return key === 'Enter';
    const next = (step + items.length) % items.length;
    setChosen(items[next]?.id ?? '');
    document.getElementById(`${list}${next}`)?.scrollIntoView({ block: 'nearest' });
    return true;
  };
  const forget = () => {
    setChosen('');
    setAwaited(false);
  };
  return { items, current, onKey, choose: setChosen, forget };
}

interface RowProps {
  id: string;
  item: CommandItem;
  isCurrent: boolean;
  onPoint: () => void;
}

function Row({ id, item: { label, hint, icon: Icon, onPress }, isCurrent, onPoint }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field answers the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      // This keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      onPointerMove={isCurrent ? undefined : onPoint}
      className={cx(
        'flex min-h-9.5 cursor-pointer items-center gap-3 rounded-control px-3 max-sm:py-1.5',
        isCurrent && 'bg-hover shadow-[inset_0_0_0_1px_var(--color-line)]',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      {/* On a phone the hint is below the label: beside it, a long hint would leave the label no room. */}
      <span className="flex min-w-0 flex-1 items-center gap-x-3 max-sm:flex-col max-sm:items-start">
        <span className="min-w-0 max-w-full flex-1 truncate font-medium">{label}</span>
        {hint ? <span className="max-w-full truncate text-muted text-sm sm:shrink-0">{hint}</span> : null}
      </span>
    </div>
  );
}
