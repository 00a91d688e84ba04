import { X } from 'lucide-react';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { COMPARED_LISTINGS_MAX } from '#contract/listing-results/listing-results.ts';
import { routes } from '#contract/routes.ts';
import { idSchema } from '#contract/wire/primitives.ts';
import { address } from '#web/api/client.ts';
import { useOwnListings } from '#web/api/own-listings.ts';
import { useRead } from '#web/api/query.ts';
import { Comparison } from '#web/features/listing-results/comparison.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { SearchPicker } from '#web/ui/forms/search-picker.tsx';
import { PrintButton, PrintedAt } from '#web/ui/lists/print-button.tsx';
import { QueryState } from '#web/ui/lists/query-state.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { ListingTrail } from './listing-trail.tsx';

const none = {
  loading: 'Loading listings...',
  failed: 'The listings did not load. Type again to retry.',
  empty: 'No listings yet.',
  unmatched: 'No listing matches.',
};

/** Returns the ids in the address that can be compared. */
const idsIn = (text: string | null): string[] =>
  [...new Set(text?.split(','))]
    .filter((id) => idSchema.safeParse(id).success)
    .slice(0, COMPARED_LISTINGS_MAX);

/** Compares up to four own listings. The address holds the choice. */
export function ComparePage() {
  const [params, setParams] = useSearchParams();
  const ids = idsIn(params.get('ids'));
  const query = { ids };
  const found = useRead(
    routes.compareListings,
    { query },
    { enabled: ids.length > 0, placeholderData: (before) => before },
  );
  const choose = (next: readonly string[]) =>
    setParams(next.length > 0 ? { ids: next.join(',') } : {}, { replace: true });
  return (
    <>
      <ListingTrail here="Compare" />
      <PageHeader
        title="Compare listings"
        meaning={
          <>
            <span className="print:hidden">
              Results of up to {COMPARED_LISTINGS_MAX} listings side by side.
            </span>
            <PrintedAt />
          </>
        }
        action={
          ids.length > 0 ? (
            <span className="flex flex-wrap items-center gap-2 print:hidden">
              <PrintButton />
            </span>
          ) : null
        }
      />
      <Choice
        ids={ids}
        titleOf={(id) => found.data?.rows.find(({ listing }) => listing.id === id)?.listing.title}
        onChoose={choose}
      />
      {ids.length === 0 ? (
        <Panel flush>
          <EmptyState level={2} title="No listing chosen">
            Add two to four of your listings above. Their cost, views, spend and best hours appear side by
            side.
          </EmptyState>
        </Panel>
      ) : (
        <QueryState of={found} failed="The comparison did not load.">
          {({ rows }) => <Comparison rows={rows} csv={address(routes.listingResultsCsv, { query })} />}
        </QueryState>
      )}
    </>
  );
}

interface ChoiceProps {
  ids: readonly string[];
  titleOf: (id: string) => string | undefined;
  onChoose: (ids: string[]) => void;
}

function Choice({ ids, titleOf, onChoose }: ChoiceProps) {
  const list = useRef<HTMLUListElement>(null);
  const useFound = (search: string, isOpen: boolean) => {
    const found = useOwnListings(search, isOpen);
    return { ...found, rows: found.rows.filter(({ id }) => !ids.includes(id)) };
  };
  return (
    <div className="flex flex-wrap items-end gap-3 print:hidden">
      {ids.length < COMPARED_LISTINGS_MAX ? (
        <Field label="Add a listing" className="w-72 max-sm:w-full">
          <SearchPicker
            labelled
            useFound={useFound}
            shown="Choose a listing"
            selectedId=""
            onChoose={({ id }) => {
              // The pressed button disappears with the fourth listing, and the focus would be lost.
              list.current?.focus();
              onChoose([...ids, id]);
            }}
            placeholder="Search your listings"
            listLabel="Listing"
            none={none}
            option={({ title }) => (
              <span className="min-w-0 wrap-anywhere">
                <bdi>{title}</bdi>
              </span>
            )}
          />
        </Field>
      ) : null}
      <ul ref={list} tabIndex={-1} aria-label="Compared listings" className="flex flex-wrap gap-2">
        {ids.map((id, at) => (
          <li key={id}>
            <Button
              size="sm"
              aria-label={`Remove ${at + 1}. ${titleOf(id) ?? 'Listing'}`}
              onClick={() => {
                list.current?.focus();
                onChoose(ids.filter((one) => one !== id));
              }}
            >
              {at + 1}. <bdi>{titleOf(id) ?? 'Listing'}</bdi>
              <X aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
