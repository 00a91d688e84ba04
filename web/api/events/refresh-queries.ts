import type { Query, QueryClient } from '@tanstack/react-query';
import { isTouched } from '#contract/event-reads.ts';

/** The same read is asked for at most this often, however many events come; one of several pages is several reads. */
const EVERY_MS = 1_000;
const LONG_EVERY_MS = 5_000;
/** More rows than one page of a list has. */
const PAGE_ROWS = 50;
/** One event may reach all pages of the platform at one moment: not all ask at that moment. */
const SPREAD_MS = 1_000;
/** Nothing is drawn anew while a person types. */
const TYPED_MS = 1_500;

interface Page {
  isHidden(): boolean;
  /** 0 to 1. */
  random?: () => number;
}

/** Asks again for what a page shows once an event has made it old. */
export function createRefresher(client: QueryClient, { isHidden, random = Math.random }: Page) {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const refreshed = new Map<string, number>();
  let typedAt = Number.NEGATIVE_INFINITY;

  function refresh(query: Query, leastMs = 0): void {
    const { queryHash: hash } = query;
    if (waiting.has(hash)) return;
    const now = performance.now();
    const since = refreshed.get(hash) ?? Number.NEGATIVE_INFINITY;
    const every = isLong(query.state.data) ? LONG_EVERY_MS : EVERY_MS;
    // A read that is under way may have been answered before the change. One that waits for a connection was not sent.
    const isUnderWay = query.state.fetchStatus === 'fetching';
    const wait = Math.max(leastMs, since + every - now, typedAt + TYPED_MS - now, isUnderWay ? every : 0);
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

  function refreshWhere(isOld: (path: string) => boolean, leastMs: number): void {
    for (const query of client.getQueryCache().getAll()) {
      const path = query.queryKey.slice(1).join('/');
      if (!isOld(path)) continue;
      // What nobody looks at is asked for when somebody does.
      if (query.isActive() && !isHidden()) refresh(query, leastMs);
      else query.invalidate();
    }
  }

  return {
    /** After an event. */
    touched: (kind: string): void => refreshWhere((path) => isTouched(kind, path), random() * SPREAD_MS),
    /** After events may have been missed. */
    all: (): void => refreshWhere(() => true, 0),
    typed: (): void => {
      typedAt = performance.now();
    },
    stop(): void {
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}

/** Whether these are rows of several pages. */
function isLong(data: unknown): boolean {
  if (Array.isArray(data)) return data.length > PAGE_ROWS;
  return ((data as { pages?: readonly unknown[] } | undefined)?.pages?.length ?? 0) > 1;
}
