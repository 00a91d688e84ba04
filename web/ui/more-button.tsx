import { Button } from './button.tsx';

/** What a cursor-paged query tells of the pages that follow; a list that comes at once has none. */
export interface MorePages {
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  isFetchNextPageError?: boolean;
  fetchNextPage?: () => unknown;
}

/** The next page of a cursor-paged list. Takes the list's own query. */
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
