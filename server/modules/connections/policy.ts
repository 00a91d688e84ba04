import type { Role } from '#contract/accounts.ts';
import { type ConnectablePlatform, connectedBy } from '#contract/platforms.ts';

export const mayConnect = (role: Role | null, platform: ConnectablePlatform): boolean =>
  role !== null && role !== 'admin' && connectedBy(role).includes(platform);
