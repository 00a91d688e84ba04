import type { Module } from '#server/http/module.ts';
import { registerClipRoutes } from './routes.ts';

/** Returns everything about one clip in one reply, for its clipper, its host and admins. */
export const createClipsModule = (): Module => ({ name: 'clips', routes: registerClipRoutes });
