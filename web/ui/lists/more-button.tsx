import { Button } from '#web/ui/forms/button.tsx';

/** The paging state of a query with cursor paging. All fields are absent for a list without pages. */
export interface MorePages {
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  isFetchNextPageError?: boolean;
  fetchNextPage?: () => unknown;
}

/** A button that loads the next page of a list. `of` is the list's query. */
export function MoreButton({ of, what }: { of: MorePages; what: string }) {
  return (
    <>
      {of.isFetchNextPageError ? <span role="alert">The next {what} did not load.</span> : null}
      <Button size="sm" busy={of.isFetchingNextPage && 'Loading...'} onClick={() => of.fetchNextPage?.()}>
        {of.isFetchNextPageError ? 'Try again' : `Show more ${what}`}
      </Button>
    </>
  );
}
