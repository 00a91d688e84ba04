import { FollowButton } from '#web/features/follows/follow-button.tsx';

/** Actions of a clipper on a host's profile: follow the host. */
export const ForClippers = ({ username }: { username: string }) => <FollowButton username={username} />;
