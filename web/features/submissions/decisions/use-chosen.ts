import { useEffect, useRef, useState } from 'react';
import { afterPaint } from '#web/ui/after-paint.ts';
import { useFilters } from '#web/ui/use-filters.ts';

/** A new object for each choice, so that choosing the same clip again is a choice too. */
export interface Chosen {
  readonly id: string | null;
}

/**
 * The clip in view, which the address names too. Kept here because the address changes later than the next key is
 * pressed, and J then A must not decide the clip before.
 */
export function useChosen() {
  const { read, change } = useFilters();
  const asked = read('submission') || null;
  const [chosen, setChosen] = useState<Chosen>({ id: asked });
  const last = useRef(asked);
  const own = useRef(new Set<string | null>());
  useEffect(() => {
    // A link changed the address; what was written here arrives in it step by step.
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
      // The router's work would make the press wait.
      leave.current = afterPaint(() => change({ submission: id }));
    },
  };
}
