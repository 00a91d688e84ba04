import { Button } from '#web/ui/forms/button.tsx';

/** Paging state of a cursor-paged query; absent for a list without pages. */
export interface MorePages {
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  isFetchNextPageError?: boolean;
  fetchNextPage?: () => unknown;
}

/** Loads the next page of a cursor-paged list; takes the list's query. */
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
