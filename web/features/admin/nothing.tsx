import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useFilters } from '#web/ui/use-filters.ts';

/** An empty table: because of the filters, which can be cleared, or because there is nothing at all. */
export function Nothing({
  what,
  filters,
  title = `No ${what}`,
  children,
}: {
  /** "users" */
  what: string;
  /** The names of the filters of this table. */
  filters: readonly string[];
  /** Without filters; "No users" when absent. */
  title?: string;
  children: ReactNode;
}) {
  const { read, change } = useFilters();
  if (filters.every((name) => !read(name)))
    return (
      <EmptyState level={2} title={title}>
        {children}
      </EmptyState>
    );
  return (
    <EmptyState
      level={2}
      title={`No ${what} match`}
      action={
        <Button onClick={() => change(Object.fromEntries(filters.map((name) => [name, ''])))}>
          Clear filters
        </Button>
      }
    >
      Nothing fits these filters. Widen them.
    </EmptyState>
  );
}
