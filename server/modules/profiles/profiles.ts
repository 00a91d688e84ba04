import type { Module } from '#server/http/module.ts';
import { profilesRoutes } from './routes.ts';

/** Usernames, onboarding and the public profile. */
export const createProfilesModule = (): Module => ({ name: 'profiles', routes: profilesRoutes });
