import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import { registerCardRoutes } from './card-routes.ts';
import { registerFeedRoutes } from './feed-routes.ts';
import { drawPicture } from './picture/draw.ts';
import { PreviewPictures } from './picture/previews.ts';
import { registerPictureRoutes } from './picture-routes.ts';

export { listedPaths } from './listed-paths.ts';

interface SyndicationDeps {
  db: Database;
  /** The public address: what is shown elsewhere leads there. */
  appUrl: string;
}

/** Listings where other software shows them: feeds, cards in other people's pages, pictures of shared links, the sitemap. */
export const createSyndicationModule = ({ db, appUrl }: SyndicationDeps): Module => ({
  name: 'syndication',
  routes: ({ server, replica }) => {
    registerFeedRoutes(server, { db, replica, appUrl });
    registerCardRoutes(server, { db, appUrl });
    registerPictureRoutes(server, { db, pictures: new PreviewPictures(drawPicture) });
  },
});
