import type { Query, QueryClient } from '@tanstack/react-query';
import { isTouched } from '#contract/events/event-reads.ts';

/**
 * A read is refreshed at most once per this many milliseconds. A list with several pages needs several
 * requests, so its interval is longer.
 */
const EVERY_MS = 1_000;
const LONG_EVERY_MS = 5_000;
/** A list with more rows than this has several pages. */
const PAGE_ROWS = 50;
/**
 * An event may reach all open pages at the same time, so they spread their requests over this many
 * milliseconds.
 */
const SPREAD_MS = 1_000;
/** Nothing is refreshed until this many milliseconds after the last key press. */
const TYPED_MS = 1_500;

interface Page {
  isHidden(): boolean;
  /** Returns a random number from 0 to 1. */
  random?: () => number;
}

/** Refetches data on the page after an event made it outdated. */
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
    // If a read is in progress, its reply may not contain the change. A read that still waits for a
    // connection has not been sent.
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
      // Hidden data is only marked stale, and fetched when somebody sees it.
      if (query.isActive() && !isHidden()) refresh(query, leastMs);
      else query.invalidate();
    }
  }

  return {
    /** Call this after an event, with the event's kind. */
    touched: (kind: string): void => refreshWhere((path) => isTouched(kind, path), random() * SPREAD_MS),
    /** Call this when events may have been missed. */
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

/** Whether the data has the rows of several pages. */
function isLong(data: unknown): boolean {
  if (Array.isArray(data)) return data.length > PAGE_ROWS;
  return ((data as { pages?: readonly unknown[] } | undefined)?.pages?.length ?? 0) > 1;
}
