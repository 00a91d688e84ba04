import { Bell, BellOff } from 'lucide-react';
import { followRoutes } from '#contract/follows.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

/**
 * A button that turns notifications about a host's new listings on or off. Its label names which of both it
 * does.
 */
export function FollowButton({ username }: { username: string }) {
  const followed = useRead(followRoutes.followedHosts, {});
  const follow = useAction(followRoutes.followHost, {
    success: () =>
      toast.success(`You follow @${username}`, 'You are notified when this host posts a listing.'),
  });
  const unfollow = useAction(followRoutes.unfollowHost, {
    success: () => toast.success(`You no longer follow @${username}`),
  });
  if (!followed.data) return null;
  const input = { params: { username } };
  return followed.data.rows.some((host) => host.username === username) ? (
    <Button
      size="sm"
      aria-label={`Unfollow @${username}`}
      busy={unfollow.isPending && 'Unfollowing...'}
      onClick={() => unfollow.mutate(input)}
    >
      <BellOff aria-hidden />
      Unfollow
    </Button>
  ) : (
    <Button
      size="sm"
      aria-label={`Follow @${username}`}
      busy={follow.isPending && 'Following...'}
      onClick={() => follow.mutate(input)}
    >
      <Bell aria-hidden />
      Follow
    </Button>
  );
}
