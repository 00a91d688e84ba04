import type { Role } from '#contract/accounts.ts';
import type { ConnectablePlatform } from '#contract/connections.ts';

/** Hosts prove that they are creators; clippers connect the accounts that they post with. */
const connectable: Record<Role, ConnectablePlatform[]> = {
  host: ['youtube', 'twitch'],
  clipper: ['tiktok', 'youtube', 'instagram'],
  admin: [],
};

export const mayConnect = (role: Role | null, platform: ConnectablePlatform): boolean =>
  role !== null && connectable[role].includes(platform);

/** A path of ours to come back to; anything that a browser could take for another site is refused. */
export const isOwnPath = (path: string): boolean =>
  /^\/(?![/\\])[\x21-\x7e]*$/.test(path) &&
  !path.includes('\\') &&
  // "/.//elsewhere.example" is read as "//elsewhere.example" once its dots are resolved.
  !new URL(path, 'http://own.invalid').pathname.startsWith('//');
