import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';

const loadMenu = async () => ({ default: (await import('./open-menu.tsx')).OpenMenu });
const OpenMenu = lazy(loadMenu);

export interface MenuItem {
  label: ReactNode;
  onPress: () => void;
  danger?: boolean;
  disabled?: boolean;
}

interface TriggerProps {
  onClick?: () => void;
  onPointerEnter?: () => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

export interface MenuProps {
  /** One focusable child, such as a `Button`. */
  trigger: ReactElement<TriggerProps>;
  items: readonly MenuItem[];
}

/** A button's list of actions. What opens it is fetched when the pointer comes near, or with the first press. */
export function Menu({ trigger, items }: MenuProps) {
  const [used, setUsed] = useState(false);
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void loadMenu(),
    onClick: () => setUsed(true),
  });
  if (!used) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenMenu trigger={trigger} items={items} />
    </Suspense>
  );
}
