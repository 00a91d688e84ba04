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

/** Lists a clipper's saved searches. Pressing one opens it, and the current search can be saved. */
export function SavedSearches({ filters, onOpen }: SavedSearchesProps) {
  const { data } = useRead(followRoutes.savedSearches, {});
  const [isNaming, setNaming] = useState(false);
  if (!data) return null;
  const current = data.rows.find((row) => areSameFilters(row.filters, filters));
  const seeks = isFiltered(filters);
  if (data.rows.length === 0 && !seeks) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: filters that act at once, no part of a form
    <div role="group" aria-label="Saved searches" className="flex flex-wrap items-center gap-2">
      {data.rows.map((row) => (
        <Chip
          key={row.id}
          pressed={row === current}
          className="max-w-full"
          onClick={() => onOpen(row === current ? {} : row.filters)}
        >
          <bdi className="truncate">{row.name}</bdi>
        </Chip>
      ))}
      {seeks && !current ? (
        <Button size="sm" variant="quiet" onClick={() => setNaming(true)}>
          <Bookmark aria-hidden />
          Save search
        </Button>
      ) : null}
      {isNaming ? <SaveSearchDialog filters={filters} onClose={() => setNaming(false)} /> : null}
    </div>
  );
}
