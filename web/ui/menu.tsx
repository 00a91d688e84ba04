import { cloneElement, Suspense, useState } from 'react';
import { fetchEarly, lazyPart, whenLoaded } from './lazy-part.tsx';
import type { MenuProps } from './menu-props.ts';

const OpenMenu = lazyPart(async () => (await import('./open-menu.tsx')).OpenMenu);

/** A button's list of actions. Its code is loaded when the pointer comes near, or with the first press. */
export function Menu({ trigger, items }: MenuProps) {
  const [used, setUsed] = useState(false);
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => fetchEarly(OpenMenu),
    onClick: () => whenLoaded(OpenMenu, () => setUsed(true)),
  });
  if (!used) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenMenu trigger={trigger} items={items} />
    </Suspense>
  );
}
