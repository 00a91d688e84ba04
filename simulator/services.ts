import type { FastifyInstance, FastifyReply } from 'fastify';
import { paths } from './addresses.ts';
import type { ConsentRules } from './consent/consent.ts';
import { addInstagram } from './instagram/api.ts';
import { instagramConsent } from './instagram/consent.ts';
import { sendGraphError } from './instagram/error.ts';
import type { Service } from './state.ts';
import { addTiktok, sendTiktokRateLimit } from './tiktok/api.ts';
import { tiktokConsent } from './tiktok/consent.ts';
import { addTiktokBusiness } from './tiktok-business/api.ts';
import { businessConsent } from './tiktok-business/consent.ts';
import { sendBusinessError } from './tiktok-business/reply.ts';
import { addTwitch } from './twitch/api.ts';
import { sendTwitchLimit, twitchConsent } from './twitch/consent.ts';
import type { World } from './world.ts';
import { addYoutubeAnalytics } from './youtube/analytics.ts';
import { addYoutube, sendRateLimit } from './youtube/api.ts';
import { googleConsent } from './youtube/consent.ts';

interface SimulatedService {
  /** Paths below which the service's faults apply. */
  paths: string[];
  /** Matches the calls that read posts, which may be answered with a documented error. */
  readsPosts: RegExp | null;
  consent: ConsentRules<string>;
  /** Adds what a token gives access to. */
  add(app: FastifyInstance, world: World): void;
  sendRateLimit(reply: FastifyReply, world: World): FastifyReply;
}

/** Each simulated platform API that has its own consents. */
export const services: Record<Service, SimulatedService> = {
  youtube: {
    paths: ['/youtube', '/google'],
    readsPosts: /^\/youtube(?:\/v3\/videos|-analytics\/)/,
    consent: googleConsent(paths.googleAuth, paths.googleToken, paths.googleRevoke),
    add(app, world) {
      addYoutube(app, world, paths.youtube);
      addYoutubeAnalytics(app, world, paths.youtubeAnalytics);
    },
    sendRateLimit,
  },
  tiktok: {
    paths: [paths.tiktokAuth, paths.tiktokApi, paths.tiktokPlayer, paths.short],
    readsPosts: /^\/tiktok-open\/v2\/video\//,
    consent: tiktokConsent(paths.tiktokAuth, paths.tiktokApi),
    add: (app, world) => addTiktok(app, world, paths.tiktokApi),
    sendRateLimit: sendTiktokRateLimit,
  },
  'tiktok-business': {
    paths: [paths.tiktokBusiness],
    readsPosts: /^\/tiktok-business\/open_api\/v1\.3\/business\//,
    consent: businessConsent(paths.tiktokBusiness),
    add: (app, world) => addTiktokBusiness(app, world, paths.tiktokBusiness),
    sendRateLimit: (reply, world) => sendBusinessError(world, reply, 'tooMany'),
  },
  instagram: {
    paths: ['/instagram'],
    readsPosts: /^\/instagram-graph\/.*\/(?:media|insights)\?/,
    consent: instagramConsent(paths.instagramAuth, paths.instagramApi, paths.instagramGraph),
    add: (app, world) => addInstagram(app, world, paths.instagramGraph),
    sendRateLimit: (reply) => sendGraphError(reply, 'throttled'),
  },
  twitch: {
    paths: ['/twitch'],
    readsPosts: null,
    consent: twitchConsent(paths.twitchId),
    add: (app, world) => addTwitch(app, world, paths.twitchId, paths.twitchApi),
    sendRateLimit: sendTwitchLimit,
  },
};

const all = Object.entries(services) as [Service, SimulatedService][];

/** Returns the service to which a path belongs; null for other paths. */
export const serviceAt = (url: string): Service | null =>
  all.find(([, service]) => service.paths.some((path) => url.startsWith(path)))?.[0] ?? null;

/** Returns the service whose posts a call reads; null for consents and everything else. */
export const serviceRead = (url: string): Service | null =>
  all.find(([, { readsPosts }]) => readsPosts?.test(url))?.[0] ?? null;
