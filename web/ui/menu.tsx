import { cloneElement, lazy, Suspense, useState } from 'react';
import type { MenuProps } from './menu-props.ts';

const loadMenu = async () => ({ default: (await import('./open-menu.tsx')).OpenMenu });
const OpenMenu = lazy(loadMenu);

/** A button's list of actions. Its code is loaded when the pointer comes near, or with the first press. */
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
