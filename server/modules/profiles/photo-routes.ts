import { PHOTO_MAX_BYTES } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { registerPictureRoute } from '#server/http/picture-route.ts';
import { type Api, implement } from '#server/http/route.ts';
import type { KeepPhoto } from '#server/modules/media/media.ts';
import { changePhoto, removePhoto } from './change-photo.ts';

const PHOTOS_PER_MINUTE = 10;

export function registerPhotoRoutes(api: Api, keepPhoto: KeepPhoto): void {
  implement(api, routes.removePhoto, async ({ actor, now }) => {
    await removePhoto(api.db, actor, now);
    return {};
  });
  registerPictureRoute(api, {
    url: '/api/profiles/me/photo',
    access: 'session',
    changesAccount: true,
    maxBytes: PHOTO_MAX_BYTES,
    tooLarge: 'photo_too_large',
    name: 'photo',
    perMinute: PHOTOS_PER_MINUTE,
    take: (sent, actor) => changePhoto({ db: api.db, keepPhoto }, actor, sent, api.clock.now()),
  });
}
