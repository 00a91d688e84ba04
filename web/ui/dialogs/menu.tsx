import { cloneElement, Suspense, useId, useState } from 'react';
import { fetchEarly, lazyPart, whenLoaded } from '#web/ui/pages/lazy-part.tsx';
import type { MenuProps, Opener } from './menu-props.ts';

const OpenMenu = lazyPart(async () => (await import('./open-menu.tsx')).OpenMenu);

/**
 * A button with a list of actions. The list's code is loaded when the pointer or the focus is near, or on the
 * first press.
 */
export function Menu({ trigger, items }: MenuProps) {
  const [opener, setOpener] = useState<Opener | null>(null);
  const id = useId();
  return (
    <>
      {cloneElement(trigger, {
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': opener !== null,
        onPointerEnter: () => fetchEarly(OpenMenu),
        onFocus: () => fetchEarly(OpenMenu),
        onClick: ({ currentTarget: button, detail }) =>
          whenLoaded(OpenMenu, () => setOpener(opener ? null : { button, byKey: detail === 0 })),
      })}
      {opener ? (
        <Suspense>
          <OpenMenu labelledBy={id} opener={opener} items={items} onClose={() => setOpener(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
