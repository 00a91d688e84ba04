import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import { isDeleted, isPhotos, urlOf } from './posts.ts';

/**
 * Simulates the hosts of share links. `<base>/<host>/<path>` redirects as `https://<host>/<path>` would, for
 * vm.tiktok.com, vt.tiktok.com, www.tiktok.com/t and www.instagram.com/share.
 */
export function addShortLinks(app: FastifyInstance, world: World, base: string): void {
  app.get(`${base}/:host/*`, (request, reply) => {
    const { host, '*': path } = request.params as { host: string; '*': string };
    const platform = host.endsWith('tiktok.com') ? 'tiktok' : 'instagram';
    const code = path.split('/').filter(Boolean).at(-1);
    const post = world.state.posts.find((one) => one.platform === platform && one.shortCode === code);
    if (post === undefined || isDeleted(world, post)) {
      return reply.code(404).type('text/html').send('Not found');
    }
    const url = urlOf(world, post);
    // Only TikTok's short link leads to the URL of a post with photos.
    const shown = platform === 'tiktok' && isPhotos(post) ? url.replace('/video/', '/photo/') : url;
    return reply.redirect(`${shown}?_r=1&_t=share`, 301);
  });
}
