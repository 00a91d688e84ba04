import { listingRoutes } from '#contract/listings/listings.ts';
import { usePages } from '#web/api/query.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';

export interface ListingChoiceProps {
  value: string;
  error: string | undefined;
  onChange: (listingId: string) => void;
}

/** A choice among the host's active listings. */
export function ListingChoice({ value, error, onChange }: ListingChoiceProps) {
  const list = usePages(listingRoutes.hostListings, { query: { state: 'active' } });
  return (
    <QueryList
      of={list}
      what="listings"
      failed="Your listings did not load."
      loading={
        <Loading label="Loading your listings">
          <Skeleton className="h-10" />
        </Loading>
      }
      empty={<Note>None of your listings accepts clips right now.</Note>}
    >
      {(rows, more) => (
        <>
          <Field label="Listing" error={error}>
            <Select
              placeholder="Choose a listing"
              options={rows.map((row) => ({ value: row.id, label: row.title }))}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          </Field>
          {more && <div>{more}</div>}
        </>
      )}
    </QueryList>
  );
}
