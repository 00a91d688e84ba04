import { Link } from 'react-router';
import { type FollowedHost, followRoutes, type SavedSearch } from '#contract/follows.ts';
import { filtersText } from '#contract/listings/explore-filters.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { Avatar } from '#web/ui/pages/avatar.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { FollowButton } from './follow-button.tsx';

const loading = (
  <Loading>
    <Skeleton className="h-9" />
  </Loading>
);

/** Lists followed hosts and saved searches, each with a button to remove it. */
export function Following() {
  const hosts = useRead(followRoutes.followedHosts, {});
  const searches = useRead(followRoutes.savedSearches, {});
  return (
    <Panel title="Following">
      <p className="mb-4 text-muted">
        You are notified when a host whom you follow posts a listing, and when one fits a saved search.
      </p>
      <h3 className="label mb-2">Hosts</h3>
      <QueryList
        of={hosts}
        what="hosts"
        failed="The hosts whom you follow did not load."
        loading={loading}
        empty={
          <p className="text-muted">
            None yet. Press <b className="font-semibold">Follow</b> on a listing or a host’s profile.
          </p>
        }
      >
        {(rows) => (
          <ul aria-label="Followed hosts" className="divide-y divide-line">
            {rows.map((host) => (
              <HostLine key={host.username} host={host} />
            ))}
          </ul>
        )}
      </QueryList>
      <h3 className="label mt-5 mb-2">Saved searches</h3>
      <QueryList
        of={searches}
        what="searches"
        failed="Your saved searches did not load."
        loading={loading}
        empty={
          <p className="text-muted">
            None yet. Filter{' '}
            <Link to={paths.clipperExplore()} className="link">
              Explore
            </Link>{' '}
            and press <b className="font-semibold">Save search</b>.
          </p>
        }
      >
        {(rows) => (
          <ul aria-label="Saved searches" className="divide-y divide-line">
            {rows.map((row) => (
              <SearchLine key={row.id} saved={row} />
            ))}
          </ul>
        )}
      </QueryList>
    </Panel>
  );
}

function HostLine({ host: { username, avatarUrl, activeListings } }: { host: FollowedHost }) {
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Avatar username={username} src={avatarUrl} />
      <span className="min-w-0 flex-1">
        <Link to={paths.profile(username)} className="wrap-anywhere font-semibold">
          @{username}
        </Link>
        <span className="block text-muted text-sm">
          {activeListings === 1 ? '1 active listing' : `${activeListings} active listings`}
        </span>
      </span>
      <FollowButton username={username} />
    </li>
  );
}

function SearchLine({ saved }: { saved: SavedSearch }) {
  const setAlerts = useAction(followRoutes.setSearchAlerts);
  const remove = useAction(followRoutes.removeSavedSearch);
  const params = { id: saved.id };
  const shown = setAlerts.isPending ? setAlerts.variables.body.alerts : saved.alerts;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2.5">
      <Checkbox
        className="min-w-0 flex-1"
        label={<bdi className="wrap-anywhere font-semibold">{saved.name}</bdi>}
        hint={<span className="wrap-anywhere">{filtersText(saved.filters)}</span>}
        aria-label={`Notify me of new listings for ${saved.name}`}
        checked={shown}
        onChange={(event) => setAlerts.mutate({ params, body: { alerts: event.target.checked } })}
      />
      <Button
        size="sm"
        aria-label={`Remove the saved search ${saved.name}`}
        busy={remove.isPending && 'Removing...'}
        onClick={() => remove.mutate({ params })}
      >
        Remove
      </Button>
    </li>
  );
}
