import type { Query, QueryClient } from '@tanstack/react-query';
import { isTouched } from '#contract/event-reads.ts';

/** The same read is asked for at most this often, however many events come. */
const EVERY_MS = 1_000;
/** Nothing is drawn anew while a person types. */
const TYPED_MS = 1_500;

/** Asks again for what a page shows once an event has made it old. */
export function createRefresher(client: QueryClient, page: { isHidden(): boolean }) {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const refreshed = new Map<string, number>();
  let typedAt = Number.NEGATIVE_INFINITY;

  function refresh(query: Query): void {
    const { queryHash: hash } = query;
    if (waiting.has(hash)) return;
    const now = performance.now();
    const since = refreshed.get(hash) ?? Number.NEGATIVE_INFINITY;
    // A read that is under way may have been answered before the change.
    const isUnderWay = query.state.fetchStatus !== 'idle';
    const wait = Math.max(since + EVERY_MS - now, typedAt + TYPED_MS - now, isUnderWay ? EVERY_MS : 0);
    if (wait > 0) {
      const again = () => {
        waiting.delete(hash);
        refresh(query);
      };
      waiting.set(hash, setTimeout(again, wait));
      return;
    }
    refreshed.set(hash, now);
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }

  function refreshWhere(isOld: (path: string) => boolean): void {
    for (const query of client.getQueryCache().getAll()) {
      if (!isOld(query.queryKey.slice(1).join('/'))) continue;
      // What nobody looks at is asked for when somebody does.
      if (query.isActive() && !page.isHidden()) refresh(query);
      else query.invalidate();
    }
  }

  return {
    /** After an event. */
    touched: (kind: string): void => refreshWhere((path) => isTouched(kind, path)),
    /** After events may have been missed. */
    all: (): void => refreshWhere(() => true),
    typed: (): void => {
      typedAt = performance.now();
    },
    stop(): void {
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
