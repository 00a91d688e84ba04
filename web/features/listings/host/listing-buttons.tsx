import { Ellipsis, Pause, Play } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { HostListingRow } from '#contract/listings/listings.ts';
import { formatUsd, type Micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import type { ApiError } from '#web/api/client.ts';
import { paths } from '#web/routes/paths.ts';
import { Menu } from '#web/ui/dialogs/menu.tsx';
import type { MenuItem } from '#web/ui/dialogs/menu-props.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { actionsOf, type ListingAction } from './listing-actions.ts';

export interface ListingButtonsProps {
  listing: HostListingRow;
  /** The top-up that the listing needs. If present, its button names the amount. */
  suggested?: Micros | undefined;
  onTopUp: (listing: HostListingRow) => void;
  onInvite: (listing: HostListingRow) => void;
  onEnd: (listing: HostListingRow) => void;
}

export function ListingButtons({ listing, suggested, onTopUp, onInvite, onEnd }: ListingButtonsProps) {
  const can = actionsOf(listing);
  const error = (problem: ApiError) => toast.error(problem.title, problem.message);
  const pause = useAction(routes.pauseListing, {
    success: () => toast.success('Listing paused', 'It accepts no new clips until you resume it.'),
    error,
  });
  const resume = useAction(routes.resumeListing, {
    success: () => toast.success('Listing resumed', 'It takes new clips again.'),
    error,
  });
  const params = { id: listing.id };
  return (
    <span className="flex flex-wrap justify-end gap-1.5">
      {can.includes('pause') ? (
        <Button
          size="sm"
          aria-label={`Pause ${listing.title}`}
          busy={pause.isPending && 'Pausing...'}
          onClick={() => pause.mutate({ params })}
        >
          <Pause aria-hidden />
          Pause
        </Button>
      ) : null}
      {can.includes('resume') ? (
        <Button
          size="sm"
          aria-label={`Resume ${listing.title}`}
          busy={resume.isPending && 'Resuming...'}
          onClick={() => resume.mutate({ params })}
        >
          <Play aria-hidden />
          Resume
        </Button>
      ) : null}
      {can.includes('top-up') ? (
        <Button
          size="sm"
          {...(suggested && { variant: 'primary' })}
          aria-label={suggested ? undefined : `Top up ${listing.title}`}
          onClick={() => onTopUp(listing)}
        >
          {suggested ? `Top up ${formatUsd(suggested)}` : 'Top up'}
        </Button>
      ) : null}
      {can.includes('duplicate') ? <More listing={listing} onInvite={onInvite} onEnd={onEnd} /> : null}
    </span>
  );
}

function More({ listing, onInvite, onEnd }: Pick<ListingButtonsProps, 'listing' | 'onInvite' | 'onEnd'>) {
  const can = actionsOf(listing);
  const navigate = useNavigate();
  const of = (act: ListingAction, item: MenuItem) => (can.includes(act) ? [item] : []);
  return (
    <Menu
      trigger={
        <Button size="sm" square variant="quiet" aria-label={`More for ${listing.title}`}>
          <Ellipsis aria-hidden />
        </Button>
      }
      items={[
        ...of('invite', { label: 'Invite a clipper', onPress: () => onInvite(listing) }),
        ...of('edit', { label: 'Edit terms', onPress: () => navigate(paths.hostListingEdit(listing.id)) }),
        { label: 'Duplicate', onPress: () => navigate(paths.hostCreate({ from: listing.id })) },
        ...of('end', { label: 'End listing', danger: true, onPress: () => onEnd(listing) }),
      ]}
    />
  );
}
