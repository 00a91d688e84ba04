import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { followRoutes } from '#contract/follows.ts';
import { areSameFilters, type ExploreFilters, isFiltered } from '#contract/listings/explore-filters.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Chip } from '#web/ui/pages/chip.tsx';
import { SaveSearchDialog } from './save-search-dialog.tsx';

interface SavedSearchesProps {
  filters: ExploreFilters;
  onOpen: (filters: ExploreFilters) => void;
}

/** Lists a clipper's saved searches. Pressing one opens it; pressing it again removes its filters. */
export function SavedSearches({ filters, onOpen }: SavedSearchesProps) {
  const { data } = useRead(followRoutes.savedSearches, {});
  if (!data || data.rows.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: filters that act at once, no part of a form
    <div role="group" aria-label="Saved searches" className="flex flex-wrap items-center gap-2">
      <Bookmark aria-hidden className="size-4 text-muted" />
      {data.rows.map((row) => {
        const isOpen = areSameFilters(row.filters, filters);
        return (
          <Chip
            key={row.id}
            pressed={isOpen}
            className="max-w-full"
            onClick={() => onOpen(isOpen ? {} : row.filters)}
          >
            <bdi className="truncate">{row.name}</bdi>
          </Chip>
        );
      })}
    </div>
  );
}

/** A button that saves the current search. Absent without filters, and if the search is saved already. */
export function SaveSearch({ filters }: { filters: ExploreFilters }) {
  const { data } = useRead(followRoutes.savedSearches, {});
  const [isNaming, setNaming] = useState(false);
  const isKnown = data?.rows.some((row) => areSameFilters(row.filters, filters));
  return (
    <>
      {data && isFiltered(filters) && !isKnown ? (
        <Button size="sm" variant="quiet" onClick={() => setNaming(true)}>
          <Bookmark aria-hidden />
          Save search
        </Button>
      ) : null}
      {isNaming ? <SaveSearchDialog filters={filters} onClose={() => setNaming(false)} /> : null}
    </>
  );
}
