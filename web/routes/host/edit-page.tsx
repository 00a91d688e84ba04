import { useNavigate, useParams } from 'react-router';
import { routes } from '#contract/routes.ts';
import { isFault } from '#web/api/client.ts';
import { useRead } from '#web/api/query.ts';
import { EditForm } from '#web/features/listings/host/edit-form.tsx';
import { NotLoaded } from '#web/ui/lists/query-state.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Loading, SkeletonRows } from '#web/ui/pages/skeleton.tsx';
import { paths } from '../paths.ts';

export function EditPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const listing = useRead(
    routes.showListing,
    { params: { id } },
    {
      // The listing is not refetched when the host returns to the window during an edit.
      refetchOnWindowFocus: false,
      retry: (count, failure) => isFault(failure) && count < 3,
    },
  );
  const { data } = listing;
  const editable = data?.isOwn && (data.state === 'active' || data.state === 'paused');
  return (
    <>
      <PageHeader title="Edit terms" meaning={data?.isOwn ? data.title : 'New terms for later clips.'} />
      {data && editable ? (
        <EditForm key={data.version} listing={data} onSaved={() => navigate(paths.hostListings())} />
      ) : data || (listing.error && !isFault(listing.error)) ? (
        <Panel flush>
          <EmptyState level={2} title="These terms can't be edited">
            Only your own listings that take clips or are paused have terms to change.
          </EmptyState>
        </Panel>
      ) : listing.error ? (
        <NotLoaded of={listing} failed="The listing did not load." />
      ) : (
        <Loading label="Loading the terms">
          <SkeletonRows rows={5} />
        </Loading>
      )}
    </>
  );
}
