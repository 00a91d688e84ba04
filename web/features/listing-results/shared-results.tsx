import { useQuery } from '@tanstack/react-query';
import { resultLinkRoutes, type SharedResults } from '#contract/listing-results/result-links.ts';
import { call, isFault } from '#web/api/client.ts';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { PrintButton } from '#web/ui/lists/print-button.tsx';
import { NotLoaded } from '#web/ui/lists/query-state.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { ListingResultsSkeleton, ListingResultsView } from './listing-results.tsx';

/** Shows the results that a link shares. The token is sent in a body, so that no log of requests holds it. */
export function SharedResultsView({ token }: { token: string }) {
  const found = useQuery({
    queryKey: ['shared-results', token],
    queryFn: ({ signal }) => call(resultLinkRoutes.openResultLink, { body: { token }, signal }),
    enabled: token !== '',
    retry: (count, failure) => isFault(failure) && count < 3,
    refetchOnWindowFocus: false,
  });
  const { data, error } = found;
  if (data) return <Shown of={data} />;
  const code = error && 'code' in error ? error.code : null;
  if (token === '' || code === 'not_found' || code === 'invalid_input') return <NoResults />;
  return (
    <>
      <PageHeader title="Results" noIndex />
      {error ? <NotLoaded of={found} failed="The results did not load." /> : <ListingResultsSkeleton />}
    </>
  );
}

function Shown({ of }: { of: SharedResults }) {
  return (
    <>
      <PageHeader
        title={of.title}
        noIndex
        meaning={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <StatusBadge status={of.state} />
            <span>
              {of.hostUsername ? `Shared by @${of.hostUsername}. ` : ''}Figures of{' '}
              <MomentText at={of.drawnAt} full />.
            </span>
          </span>
        }
        action={
          <span className="print:hidden">
            <PrintButton />
          </span>
        }
      />
      <ListingResultsView
        isShared
        of={{ listing: of, results: of.results }}
        note={null}
        csv={null}
        empty={
          <EmptyState level={2} title="No clip approved yet">
            Results appear here once the host has approved a clip.
          </EmptyState>
        }
      />
    </>
  );
}

function NoResults() {
  return (
    <>
      <PageHeader title="This link does not work" noIndex />
      <Panel flush>
        <EmptyState level={2} title="There is nothing to read here">
          It may be incomplete, expired or revoked. Ask the person who sent it for a new one.
        </EmptyState>
      </Panel>
    </>
  );
}
