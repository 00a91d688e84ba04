import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { cx } from '#web/ui/cx.ts';
import type { MenuItem, Opener } from './menu-props.ts';

interface OpenMenuProps {
  labelledBy: string;
  opener: Opener;
  items: readonly MenuItem[];
  onClose: () => void;
}

/** The list of a menu. It is open as long as it is mounted. */
export function OpenMenu({ labelledBy, opener, items, onClose }: OpenMenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const menu = list.current!;
    menu.showPopover();
    placeAt(menu, opener.button);
    (opener.byKey ? enabledItems(menu)[0] : menu)?.focus({ preventScroll: true });
    const onPointer = ({ target }: Event) => {
      if (target instanceof Node && !menu.contains(target) && !opener.button.contains(target)) close();
    };
    document.addEventListener('pointerdown', onPointer, true);
    window.addEventListener('scroll', close, { capture: true, passive: true });
    window.addEventListener('resize', close);
    return () => {
      document.removeEventListener('pointerdown', onPointer, true);
      window.removeEventListener('scroll', close, { capture: true });
      window.removeEventListener('resize', close);
    };
  }, [opener]);
  const closeAndReturn = () => {
    onClose();
    opener.button.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = itemBy(event.key, list.current!);
    if (event.key === 'Escape') closeAndReturn();
    else to?.focus();
    // Tab keeps the focus in the menu, as in menus of operating systems.
    if (to || event.key === 'Escape' || event.key === 'Tab') event.preventDefault();
    event.stopPropagation();
  };
  return (
    // The menu is in the top layer, so that no scrolling list cuts it off.
    <div
      ref={list}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-labelledby={labelledBy}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget: to }) => {
        if (to && !list.current?.contains(to) && !opener.button.contains(to)) onClose();
      }}
      className="fixed inset-auto m-0 min-w-44 rounded-[8px] border border-line bg-overlay p-1 text-left text-base text-ink shadow-overlay outline-none"
    >
      {items.map(({ label, onPress, danger, disabled }, at) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the actions of one menu keep their places
          key={at}
          type="button"
          role="menuitem"
          tabIndex={-1}
          disabled={disabled}
          onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
          onClick={() => {
            closeAndReturn();
            onPress();
          }}
          className={cx(
            'flex h-8.5 w-full items-center gap-2.5 whitespace-nowrap rounded-control px-2.5 font-medium outline-none focus:bg-hover disabled:text-faint [&_svg]:size-4',
            danger && 'text-red',
          )}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

const enabledItems = (menu: HTMLElement) =>
  [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')].filter((item) => !item.matches(':disabled'));

/**
 * Returns the item to which a key moves: arrows, Home, End, or the next item that begins with the typed
 * letter.
 */
function itemBy(key: string, menu: HTMLElement): HTMLElement | undefined {
  const all = enabledItems(menu);
  const at = all.indexOf(document.activeElement as HTMLElement);
  if (key === 'ArrowDown') return all[Math.min(at + 1, all.length - 1)];
  if (key === 'ArrowUp') return all[at < 0 ? all.length - 1 : Math.max(at - 1, 0)];
  if (key === 'Home') return all[0];
  if (key === 'End') return all.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const after = [...all.slice(at + 1), ...all.slice(0, at + 1)];
  return after.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()));
}

const GAP_PX = 6;
const EDGE_PX = 8;

/**
 * Places the menu below the button with their right edges aligned. If the window is too small, the menu is
 * above the button or shifted.
 */
function placeAt(menu: HTMLElement, button: HTMLElement): void {
  const { top, bottom, right } = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const { clientWidth, clientHeight } = document.documentElement;
  const below = bottom + GAP_PX;
  const fits = below + height + EDGE_PX <= clientHeight || top - GAP_PX - height < EDGE_PX;
  menu.style.top = `${fits ? below : top - GAP_PX - height}px`;
  menu.style.left = `${Math.max(EDGE_PX, Math.min(right, clientWidth - EDGE_PX) - width)}px`;
}
