import type { FeedRow } from '#contract/listings.ts';
import { formatRate, formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { usePages } from '#web/api/query.ts';
import { rowsOf } from '#web/ui/query-list.tsx';
import { SearchPicker } from '#web/ui/search-picker.tsx';

export interface ListingPickerProps {
  value: FeedRow | null;
  onChange: (listing: FeedRow) => void;
}

function useActiveListings(search: string, isOpen: boolean) {
  const found = usePages(
    routes.exploreListings,
    { query: search ? { search } : {} },
    { enabled: isOpen, placeholderData: (before) => before },
  );
  return { ...found, rows: rowsOf(found) ?? [] };
}

const none = {
  loading: 'Loading listings...',
  failed: 'The listings did not load. Type again to retry.',
  empty: 'No listings available.',
  unmatched: 'No active listing matches.',
};

/** One of the active listings. */
export function ListingPicker({ value, onChange }: ListingPickerProps) {
  return (
    <SearchPicker
      labelled
      useFound={useActiveListings}
      shown={value?.title ?? ''}
      selectedId={value?.id ?? null}
      onChoose={onChange}
      placeholder="Search active listings"
      listLabel="Active listings"
      none={none}
      option={(row) => (
        <>
          <span className="min-w-0">
            <b className="block wrap-anywhere font-semibold">
              <bdi>{row.title}</bdi>
            </b>
            <span className="block wrap-anywhere text-muted text-sm">
              @{row.host.username} · {formatUsd(row.freeMicros)} free
            </span>
          </span>
          <span className="shrink-0 font-semibold">{formatRate(row.rateCentsPerMille)}</span>
        </>
      )}
    />
  );
}
