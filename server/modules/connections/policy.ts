import type { Role } from '#contract/accounts.ts';
import type { ConnectablePlatform } from '#contract/connections.ts';

/** Hosts verify that they are creators; clippers connect the accounts that they post with. */
const connectable: Record<Role, ConnectablePlatform[]> = {
  host: ['youtube', 'twitch'],
  clipper: ['tiktok', 'youtube', 'instagram'],
  admin: [],
};

export const mayConnect = (role: Role | null, platform: ConnectablePlatform): boolean =>
  role !== null && connectable[role].includes(platform);
