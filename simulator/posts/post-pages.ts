import { send } from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fullMoment } from '#contract/dates.ts';
import { type PostPlatform, platforms, postPlatforms } from '#contract/platforms/platforms.ts';
import { parsePostUrl } from '#contract/platforms/post-url.ts';
import { paths } from '../addresses.ts';
import { FOR_BROWSERS } from '../browser-pages.ts';
import { asPage, escapeHtml, page } from '../page.ts';
import { simulatedPosts } from '../platforms.ts';
import type { Post } from '../state.ts';
import { videoFolder, videoOf } from '../videos.ts';
import { queryOf } from '../wire.ts';
import { accountById, type World } from '../world.ts';
import { countsNow, isPhotos, watchablePost } from './posts.ts';

/** Serves a post's page, and the player that other sites show in a frame. */
export function addPostPages(app: FastifyInstance, world: World, videosUrl: () => string): void {
  const play = (platform: PostPlatform) => (request: FastifyRequest, reply: FastifyReply) => {
    const { id } = request.params as { id: string };
    return asPlayer(reply).send(playerPage(watchablePost(world, platform, id), videosUrl()));
  };
  for (const platform of postPlatforms)
    app.get(simulatedPosts[platform].playerPath, FOR_BROWSERS, play(platform));
  app.get(paths.posts, FOR_BROWSERS, (request, reply) => {
    const link = parsePostUrl(queryOf(request).get('url') ?? '');
    const post = link.ok ? watchablePost(world, link.platform, link.id) : null;
    const shown = asPage(reply.code(post ? 200 : 404), "; media-src 'self'; img-src 'self'");
    return shown.send(post ? postPage(world, post, videosUrl()) : gonePage);
  });
  app.get(`${paths.videos}/:file`, FOR_BROWSERS, (request, reply) => sendFile(request, reply));
}

const gonePage = page(
  'Post unavailable',
  '<h1>This post is unavailable</h1><p>It was removed, is private, or was never there.</p>',
);

const asPlayer = (reply: FastifyReply) => asPage(reply, "; media-src 'self'; img-src 'self'", '*');

function playerPage(post: Post | null, videos: string): string {
  const body = post ? screen(post, videos, 'autoplay') : '<p role="alert">This video is unavailable.</p>';
  const style =
    'html,body{margin:0;height:100%;background:#000;color:#fff;font:1rem system-ui}body{display:grid;place-items:center}video,img{width:100%;height:100%;object-fit:contain}';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Player</title><style>${style}</style></head><body>${body}</body></html>`;
}

function postPage(world: World, post: Post, videos: string): string {
  const account = accountById(world, post.platform, post.accountId);
  const counts = countsNow(world, post);
  const number = (count: number) => count.toLocaleString('en-US');
  const platform = platforms[post.platform].name;
  const counted = counts
    ? `${number(counts.views)} views, ${number(counts.likes)} likes, ${number(counts.comments)} comments, ${number(counts.shares)} shares`
    : 'Its counts have not arrived yet.';
  return page(
    `Simulated ${platform}`,
    `<h1>${escapeHtml(titleOf(post))}</h1>
<p>@${escapeHtml(account?.handle ?? '')}, ${fullMoment(post.postedAt)}</p>
${screen(post, videos, '')}
<p>${counted}</p>
<small>This page simulates ${platform}, where the real post would be.</small>`,
  );
}

const titleOf = (post: Post): string => post.caption.split('\n')[0] || 'Untitled';

function screen(post: Post, videos: string, autoplay: string): string {
  const { name } = videoOf(post);
  const poster = `${videos}/${name}.jpg`;
  const title = escapeHtml(titleOf(post));
  if (isPhotos(post)) return `<img src="${poster}" alt="${title}">`;
  return `<video controls playsinline ${autoplay} poster="${poster}" src="${videos}/${name}.webm" aria-label="${title}"></video>`;
}

async function sendFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { file } = request.params as { file: string };
  const sent = await send(request.raw, encodeURIComponent(file), { root: videoFolder, maxAge: '1h' });
  return reply.headers(sent.headers).status(sent.statusCode).send(sent.stream);
}
