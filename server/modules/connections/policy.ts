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
 * Whether the owner may release an account's analytics. Only clippers release them, because only clips are
 * judged by analytics, and only for accounts that were connected by sign-in.
 */
export const mayRelease = ({ platform, state, verified_by, role }: Account): boolean =>
  role === 'clipper' &&
  state === 'active' &&
  verified_by === 'oauth' &&
  hasAnalytics(platform as ConnectablePlatform);
