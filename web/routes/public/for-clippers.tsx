import { FollowButton } from '#web/features/follows/follow-button.tsx';

/** What a clipper may do with a host. */
export const ForClippers = ({ username }: { username: string }) => <FollowButton username={username} />;
