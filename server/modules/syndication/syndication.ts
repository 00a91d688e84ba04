import type { Module } from '#server/http/module.ts';
import { callerBucket, refuseBeyond } from '#server/http/rate-limit.ts';
import type { Database } from '#server/infra/transaction.ts';
import { registerCardRoutes } from './card-routes.ts';
import { registerFeedRoutes } from './feed-routes.ts';
import { drawPicture } from './picture/draw.ts';
import { PreviewPictures } from './picture/previews.ts';
import { registerPictureRoutes } from './picture-routes.ts';

export { listedPaths } from './listed-paths.ts';

/**
 * Requests per minute from one network for feeds, cards, oEmbed and pictures together, since other software makes
 * them for many readers.
 */
export const SHARED_PAGES_PER_MINUTE = 300;

interface SyndicationDeps {
  db: Database;
  /** Public address of this installation, to which links lead. */
  appUrl: string;
}

/** Listings in other software: feeds, cards in other sites' pages, pictures of shared links, and the sitemap. */
export const createSyndicationModule = ({ db, appUrl }: SyndicationDeps): Module => ({
  name: 'syndication',
  routes: ({ server, replica }) => {
    server.register(async (scope) => {
      // A request is counted before anything is read, so that answers without a body count too.
      scope.addHook('onRequest', async (request, reply) => {
        const bucket = `shared pages ${callerBucket(request.ip)}`;
        return await refuseBeyond(db, bucket, SHARED_PAGES_PER_MINUTE, reply);
      });
      registerFeedRoutes(scope, { db, replica, appUrl });
      registerCardRoutes(scope, { db, appUrl });
      registerPictureRoutes(scope, { db, pictures: new PreviewPictures(drawPicture) });
    });
  },
});
