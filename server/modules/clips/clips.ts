import type { Module } from '#server/http/module.ts';
import { registerClipRoutes } from './routes.ts';

/**
 * Creates the module that returns all facts about one clip in one reply, for its clipper, its host and
 * admins.
 */
export const createClipsModule = (): Module => ({ name: 'clips', routes: registerClipRoutes });
