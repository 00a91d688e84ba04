import { useEffect, useRef, useState } from 'react';
import { useFilters } from '#web/ui/use-filters.ts';

/**
 * The clip in view, which the address names too. Kept here because the address changes later than the next key is
 * pressed, and J then A must not decide the clip before.
 */
export function useChosen() {
  const { read, change } = useFilters();
  const asked = read('submission') || null;
  const [chosenId, setChosenId] = useState(asked);
  const last = useRef(asked);
  const own = useRef(new Set<string | null>());
  useEffect(() => {
    // A link changed the address; what was written here arrives in it step by step.
    if (asked === last.current) own.current.clear();
    else if (!own.current.has(asked)) {
      last.current = asked;
      setChosenId(asked);
    }
  }, [asked]);
  return {
    chosenId,
    choose: (id: string) => {
      own.current.add(id);
      last.current = id;
      setChosenId(id);
      change({ submission: id });
    },
  };
}
