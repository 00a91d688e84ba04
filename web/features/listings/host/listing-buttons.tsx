import { Ellipsis, Pause, Play } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { HostListingRow } from '#contract/listings/listings.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import type { ApiError } from '#web/api/client.ts';
import { paths } from '#web/routes/paths.ts';
import { Menu } from '#web/ui/dialogs/menu.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { actionsOf } from './listing-actions.ts';

export interface ListingButtonsProps {
  listing: HostListingRow;
  onTopUp: (listing: HostListingRow) => void;
  onInvite: (listing: HostListingRow) => void;
  onEnd: (listing: HostListingRow) => void;
}

export function ListingButtons({ listing, onTopUp, onInvite, onEnd }: ListingButtonsProps) {
  const can = actionsOf(listing);
  const navigate = useNavigate();
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
        <Button size="sm" aria-label={`Top up ${listing.title}`} onClick={() => onTopUp(listing)}>
          Top up
        </Button>
      ) : null}
      {can.includes('end') ? (
        <Menu
          trigger={
            <Button size="sm" square variant="quiet" aria-label={`More for ${listing.title}`}>
              <Ellipsis aria-hidden />
            </Button>
          }
          items={[
            ...(can.includes('invite')
              ? [{ label: 'Invite a clipper', onPress: () => onInvite(listing) }]
              : []),
            { label: 'Edit terms', onPress: () => navigate(paths.hostListingEdit(listing.id)) },
            { label: 'End listing', danger: true, onPress: () => onEnd(listing) },
          ]}
        />
      ) : null}
    </span>
  );
}
