import type { Role } from '#contract/accounts/accounts.ts';
import { hasAnalytics } from '#contract/platforms/platform-permissions.ts';
import { type ConnectablePlatform, connectedBy } from '#contract/platforms/platforms.ts';

export const mayConnect = (role: Role | null, platform: ConnectablePlatform): boolean =>
  role !== null && role !== 'admin' && connectedBy(role).includes(platform);

interface Account {
  platform: string;
  state: string;
  verified_by: string;
  role: string | null;
}

/**
 * Only clips are judged by analytics, so only clippers release them, for accounts connected by their consent.
 */
export const mayRelease = ({ platform, state, verified_by, role }: Account): boolean =>
  role === 'clipper' &&
  state === 'active' &&
  verified_by === 'oauth' &&
  hasAnalytics(platform as ConnectablePlatform);
