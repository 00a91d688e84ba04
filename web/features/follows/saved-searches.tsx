import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { followRoutes, type SearchFilters } from '#contract/follows.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { SaveSearchDialog } from './save-search-dialog.tsx';
import { filtersOf, isSameSearch } from './search-texts.ts';

interface SavedSearchesProps {
  filters: SearchFilters;
  onOpen: (filters: SearchFilters) => void;
}

const nothing: SearchFilters = {
  search: undefined,
  platform: undefined,
  minRateCents: undefined,
  minFreeDollars: undefined,
  language: undefined,
};

/** A clipper's saved searches: a press opens one; the current search can be saved. */
export function SavedSearches({ filters, onOpen }: SavedSearchesProps) {
  const { data } = useRead(followRoutes.savedSearches, {});
  const [isNaming, setNaming] = useState(false);
  if (!data) return null;
  const current = data.rows.find((row) => isSameSearch(filtersOf(row), filters));
  const seeks = !isSameSearch(filters, nothing);
  if (data.rows.length === 0 && !seeks) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: filters that act at once, no part of a form
    <div role="group" aria-label="Saved searches" className="flex flex-wrap items-center gap-2">
      {data.rows.map((row) => (
        <Chip
          key={row.id}
          pressed={row === current}
          className="max-w-full"
          onClick={() => onOpen(row === current ? nothing : filtersOf(row))}
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
