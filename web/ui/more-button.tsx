import { Button } from './button.tsx';

export interface MorePages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** The next page of a cursor-paged list; nothing when all of it is in view. Takes the list's own query. */
export function MoreButton({ of, what }: { of: MorePages; what: string }) {
  if (!of.hasNextPage) return null;
  return (
    <>
      {of.isFetchNextPageError ? <span role="alert">The next rows did not load.</span> : null}
      <Button size="sm" busy={of.isFetchingNextPage && 'Loading...'} onClick={() => of.fetchNextPage()}>
        {of.isFetchNextPageError ? 'Try again' : `Show more ${what}`}
      </Button>
    </>
  );
}
