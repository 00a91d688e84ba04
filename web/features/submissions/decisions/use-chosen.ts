import { useEffect, useRef, useState } from 'react';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { afterPaint } from '#web/ui/pages/after-paint.ts';

/** The chosen clip. Each choice creates a new object, so that choosing the same clip again is noticed. */
export interface Chosen {
  readonly id: string | null;
}

/**
 * Returns the chosen clip, which is also stored in the page's address. The state is kept here, because the
 * address changes only after the next key can be pressed: J followed by A must not decide the previous clip.
 */
export function useChosen() {
  const { read, change } = useFilters();
  const asked = read('submission') || null;
  const [chosen, setChosen] = useState<Chosen>({ id: asked });
  const last = useRef(asked);
  const own = useRef(new Set<string | null>());
  useEffect(() => {
    // Choices made here arrive in the address one after another. Any other value is from a link.
    if (asked === last.current) own.current.clear();
    else if (!own.current.has(asked)) {
      last.current = asked;
      setChosen({ id: asked });
    }
  }, [asked]);
  const leave = useRef<() => void>(() => undefined);
  useEffect(() => () => leave.current(), []);
  return {
    chosen,
    choose: (id: string) => {
      own.current.add(id);
      last.current = id;
      setChosen({ id });
      leave.current();
      // The address is changed after painting, because the router's work would delay the response to the
      // press.
      leave.current = afterPaint(() => change({ submission: id }));
    },
  };
}
