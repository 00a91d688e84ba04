import { useInfiniteQuery } from '@tanstack/react-query';
import { routes } from '#contract/routes.ts';
import { pagedQuery } from '#web/api/query.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { Note } from '#web/ui/note.tsx';
import { Select } from '#web/ui/select.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

export interface ListingChoiceProps {
  value: string;
  error: string | undefined;
  onChange: (listingId: string) => void;
}

/** One of the host's listings that take clips. */
export function ListingChoice({ value, error, onChange }: ListingChoiceProps) {
  const list = useInfiniteQuery(pagedQuery(routes.hostListings, { query: { state: 'active' } }));
  const rows = list.data?.pages.flatMap((page) => page.rows);
  if (!rows) {
    return list.isError ? (
      <ErrorState title="Your listings did not load." onRetry={() => list.refetch()}>
        {list.error.message}
      </ErrorState>
    ) : (
      <Loading label="Loading your listings">
        <Skeleton className="h-10" />
      </Loading>
    );
  }
  if (rows.length === 0) return <Note>None of your listings takes clips right now.</Note>;
  return (
    <>
      <Field label="Listing" error={error}>
        <Select
          placeholder="Choose a listing"
          options={rows.map((row) => ({ value: row.id, label: row.title }))}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <div className="empty:hidden">
        <MoreButton of={list} what="listings" />
      </div>
    </>
  );
}
