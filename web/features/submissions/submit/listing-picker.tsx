import { useMemo } from 'react';
import { paidViewsText, paysByFigures } from '#contract/clips/counted-views.ts';
import type { FeedRow } from '#contract/listings/listings.ts';
import { formatRate, formatUsd } from '#contract/money.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { routes } from '#contract/routes.ts';
import { usePages } from '#web/api/query.ts';
import { SearchPicker } from '#web/ui/forms/search-picker.tsx';
import { rowsOf } from '#web/ui/lists/query-list.tsx';

export interface ListingPickerProps {
  value: FeedRow | null;
  /** The platform of the link. Listings that don't accept it are left out. */
  platform: PostPlatform | null;
  onChange: (listing: FeedRow) => void;
}

/**
 * Returns the search hook for a platform. It is created once per platform, because a picker must always call
 * the same hook.
 */
const searchOf = (platform: PostPlatform | null) =>
  function useFound(search: string, isOpen: boolean) {
    const found = usePages(
      routes.exploreListings,
      { query: { ...(search && { search }), ...(platform && { platform }) } },
      { enabled: isOpen, placeholderData: (before) => before },
    );
    return { ...found, rows: rowsOf(found) ?? [] };
  };

const none = {
  loading: 'Loading listings...',
  failed: 'The listings did not load. Type again to retry.',
  empty: 'No listings available.',
  unmatched: 'No active listing matches.',
};

/** A choice among active listings. */
export function ListingPicker({ value, platform, onChange }: ListingPickerProps) {
  const useFound = useMemo(() => searchOf(platform), [platform]);
  return (
    <SearchPicker
      labelled
      useFound={useFound}
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
              {paysByFigures(row) ? ` · for ${paidViewsText(row)}` : null}
            </span>
          </span>
          <span className="shrink-0 font-semibold">{formatRate(row.rateCentsPerMille)}</span>
        </>
      )}
    />
  );
}
