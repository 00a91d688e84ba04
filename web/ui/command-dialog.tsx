import { Command } from 'cmdk';
import type { LucideIcon } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { cx } from './cx.ts';
import { dialogStyle, overlayStyle } from './dialog.tsx';
import { useReturnFocus } from './return-focus.ts';

export interface CommandItem {
  id: string;
  label: string;
  /** At the right, muted: a state, a place. */
  hint?: string | undefined;
  icon: LucideIcon;
  onPress: () => void;
}

export interface CommandGroup {
  heading: string;
  items: readonly CommandItem[];
  /** What is searched is still being found, and comes before what stands here now. */
  pending?: boolean;
}

export interface CommandDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
  /** Already narrowed to what is searched. */
  groups: readonly CommandGroup[];
  /** Shown when no group has an item, and read out. */
  empty: string;
}

/** One field that finds everything: type, arrow keys, Enter; Escape leaves and gives the focus back. */
export function CommandDialog(props: CommandDialogProps) {
  const { open, onOpenChange, title, placeholder, search, onSearch, groups, empty } = props;
  const returnFocus = useReturnFocus();
  const { items, current, onKeyDown, choose, forget } = useChoice(groups);
  const found = items.length;
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        forget();
        onOpenChange(next);
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className={overlayStyle} />
        <Radix.Content
          {...returnFocus}
          aria-describedby={undefined}
          className={cx(dialogStyle, 'top-[min(14vh,8rem)]! max-w-150 translate-y-0! overflow-hidden')}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          <Command
            shouldFilter={false}
            label={title}
            value={current?.id ?? ''}
            vimBindings={false}
            onKeyDown={onKeyDown}
            className="flex min-h-0 flex-col"
          >
            <Command.Input
              value={search}
              onValueChange={(text) => {
                forget();
                onSearch(text);
              }}
              placeholder={placeholder}
              maxLength={100}
              className="h-12.5 w-full border-line border-b bg-transparent px-4.5 text-md focus-visible:-outline-offset-2"
            />
            <p role="status" className="sr-only">
              {found === 0 ? empty : `${found} ${found === 1 ? 'result' : 'results'}`}
            </p>
            <Command.List className="max-h-[min(24rem,56dvh)] overflow-y-auto p-1.5">
              {found === 0 ? <p className="px-3 py-6 text-muted">{empty}</p> : null}
              {groups.map((group) =>
                group.items.length === 0 ? null : (
                  <Command.Group
                    key={group.heading}
                    heading={group.heading}
                    className="[&_[cmdk-group-heading]]:label [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1.5"
                  >
                    {group.items.map((item) => (
                      <Row key={item.id} item={item} onPoint={() => choose(item.id)} />
                    ))}
                  </Command.Group>
                ),
              )}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * The item that Enter opens: the one chosen by arrow or pointer while it is listed, otherwise the first. cmdk's own choice
 * is not used: it stays with what was first before the results came. Enter that comes before them waits for the first.
 */
function useChoice(groups: readonly CommandGroup[]) {
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const at = current ? items.indexOf(current) : -1;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (next !== undefined) setChosen(items.at(next % items.length)?.id ?? '');
    else if (event.key === 'Enter') setAwaited(true);
    else return;
    event.preventDefault();
  };
  const forget = () => {
    setChosen('');
    setAwaited(false);
  };
  return { items, current, onKeyDown, choose: setChosen, forget };
}

function Row({
  item: { id, label, hint, icon: Icon, onPress },
  onPoint,
}: {
  item: CommandItem;
  onPoint: () => void;
}) {
  return (
    <Command.Item
      value={id}
      onSelect={onPress}
      onPointerMoveCapture={onPoint}
      className="flex min-h-9.5 cursor-pointer items-center gap-3 rounded-control px-3 data-[selected=true]:bg-hover data-[selected=true]:shadow-[inset_0_0_0_1px_var(--color-line)]"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate font-medium">{label}</span>
      {hint ? <span className="shrink-0 text-muted text-sm">{hint}</span> : null}
    </Command.Item>
  );
}
