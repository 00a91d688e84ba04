import type { Module } from '#server/http/module.ts';
import type { KeepPhoto } from '#server/modules/media/media.ts';
import { registerPhotoRoutes } from './photo-routes.ts';
import { registerProfileRoutes } from './routes.ts';

export { eraseProfile } from './erase.ts';
export { type HostStatsColumns, hostRecord } from './host-record.ts';
export { normalizeUsername } from './rules.ts';
export { findPublicProfile } from './show-profile.ts';

/** Manages usernames, photos, onboarding and the public profile. */
export const createProfilesModule = ({ keepPhoto }: { keepPhoto: KeepPhoto }): Module => ({
  name: 'profiles',
  routes: (api) => {
    registerProfileRoutes(api);
    registerPhotoRoutes(api, keepPhoto);
  },
});
