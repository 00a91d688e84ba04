import { useState } from 'react';
import { type Found, SearchPicker } from '#web/ui/forms/search-picker.tsx';
import type { Filter } from '#web/ui/lists/use-list.ts';

interface ListingOption {
  id: string;
  title: string;
}

interface ListingHooks {
  useFound: (search: string, isOpen: boolean) => Found<ListingOption>;
  /** Returns the title of a listing that the address names. Sends no request if the id is empty. */
  useTitle: (id: string) => string | undefined;
}

interface ListingFilterProps extends ListingHooks {
  /** The id of the listing; empty for all listings. */
  value: string;
  onChange: (listingId: string) => void;
}

const ALL: ListingOption = { id: '', title: 'All listings' };
const none = {
  loading: 'Loading listings...',
  failed: 'The listings did not load. Type again to retry.',
  empty: 'No listings yet.',
  unmatched: 'No listing matches.',
};

/** Limits a history to one listing, which the person finds by words of its title. */
function ListingFilter({ value, onChange, useFound, useTitle }: ListingFilterProps) {
  const [chosen, setChosen] = useState<ListingOption>(ALL);
  const isChosenHere = value === '' || value === chosen.id;
  const title = useTitle(isChosenHere ? '' : value) ?? 'One listing';
  const useAllFirst = (search: string, isOpen: boolean) => {
    const found = useFound(search, isOpen);
    return search === '' ? { ...found, rows: [ALL, ...found.rows] } : found;
  };
  return (
    <SearchPicker
      className="w-56 @max-4xl:w-full"
      useFound={useAllFirst}
      shown={value === '' ? ALL.title : isChosenHere ? chosen.title : title}
      selectedId={value}
      onChoose={(listing) => {
        setChosen(listing);
        onChange(listing.id);
      }}
      placeholder="Search your listings"
      listLabel="Listing"
      none={none}
      option={(listing) => (
        <span className="min-w-0 wrap-anywhere">
          <bdi>{listing.title}</bdi>
        </span>
      )}
    />
  );
}

/** Returns the filters of a money history: type, listing, and range of days. */
export const historyFilters = (types: readonly string[], hooks: ListingHooks): readonly Filter[] => [
  {
    name: 'type',
    label: 'Type',
    any: 'All types',
    options: types.map((value) => ({ value, label: value })),
  },
  {
    name: 'listing',
    label: 'Listing',
    control: (value, onChange) => <ListingFilter {...hooks} value={value} onChange={onChange} />,
  },
  { name: 'from', label: 'From day', day: true },
  { name: 'to', label: 'To day', day: true },
];
