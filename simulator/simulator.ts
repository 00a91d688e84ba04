import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify from 'fastify';
import { paths, urlsAt } from './addresses.ts';
import { browserDoor } from './browser-pages.ts';
import { addConsent } from './consent/consent.ts';
import { notifyConsentEnded } from './consent/events.ts';
import { disconnectAccount, withdrawScope } from './consent/tokens.ts';
import { addControl, type Control, controlOf } from './control.ts';
import { addDiscordApi } from './discord/api.ts';
import { Discord } from './discord/discord.ts';
import { addDiscordPage } from './discord/page.ts';
import { type RefusalInput, refusalHook, setRefusal } from './errors/refusals.ts';
import { type FaultInput, faultHook, setFault } from './faults.ts';
import { forgetAccountsBut } from './forget.ts';
import { addPaypal } from './paypal/api.ts';
import { type PaypalWebhook, sendPaypalEvents } from './paypal/webhooks.ts';
import { addPostPages } from './posts/post-pages.ts';
import { changePost, createPost, type MadePost, type PostChange, type PostInput } from './posts/posts.ts';
import { addShortLinks } from './posts/short-links.ts';
import { serviceAt, services } from './services.ts';
import type { Account, FaultService, Service } from './state.ts';
import { loadState, stateWriter } from './state-file.ts';
import { addStripeApi } from './stripe/api.ts';
import { addCheckoutPage } from './stripe/checkout-page.ts';
import { doAtStripe, type StripeAction } from './stripe/control.ts';
import { type DisputedInput, makeDisputedPayment } from './stripe/disputed.ts';
import { runStripe, stripeDueAt } from './stripe/due.ts';
import type { ConsentTargets, StripeTarget } from './webhook-targets.ts';
import {
  type AccountInput,
  type Clock,
  ensureAccount,
  type Limits,
  type RandomErrors,
  type World,
} from './world.ts';

export interface SimulatorOptions {
  clock: Clock;
  /** The file that keeps accounts, posts and tokens across restarts; null when nothing is kept. */
  stateFile: string | null;
  host?: string;
  /** The port; 0, the default, picks any free one. */
  port?: number;
  seed?: number;
  /**
   * Origin and path at which browsers reach the pages, through `answerBrowser` or a proxy; absent for the
   * simulator's own address.
   */
  publicBaseUrl?: string;
  /** The app's origin, to which consents may redirect; absent when they may redirect anywhere. */
  appOrigin?: string;
  /** The app's URL for Stripe's webhooks, and the secret that signs them. */
  stripeTarget?: StripeTarget;
  /** Receivers of TikTok's and Instagram's reports of a removed consent; absent when none are sent. */
  consentTargets?: ConsentTargets;
  limits?: Partial<Limits>;
  /** Milliseconds of real time by which a service with the fault `slow` answers late. */
  slowMilliseconds?: number;
  /** Random errors; absent when there are none. */
  randomErrors?: RandomErrors;
  /** The app's URL for Discord commands; absent without one. */
  discordTarget?: string;
  /** The app's URL for PayPal's webhooks; absent when none are sent. */
  paypalWebhook?: PaypalWebhook;
}

/** Base URLs that replace the real services'. */
export type SimulatorUrls = ReturnType<typeof urlsAt>;

export interface Simulator {
  baseUrl: string;
  /**
   * Answers a page request that another server received, for this path and query. Routes that are not for
   * browsers answer 404.
   */
  answerBrowser(request: IncomingMessage, response: ServerResponse, url: string): void;
  urls: SimulatorUrls;
  /** The Discord application, and the base URL of Discord. */
  discord: Pick<Discord, 'applicationId' | 'publicKey' | 'botToken'> & {
    base: string;
    /** Discord's page on which a person installs the commands in a Discord server. */
    addUrl: string;
  };
  /** The acts of people on Discord. */
  onDiscord: Discord;
  /** Returns the URL by which this process reaches a page that browsers open under another URL. */
  reachable(url: string): string;
  createPost(input: PostInput): Promise<MadePost>;
  /** Changes a post. Returns false for an unknown one. */
  setPostState(platform: MadePost['platform'], id: string, change: PostChange): Promise<boolean>;
  ensureAccount(input: AccountInput): Promise<Account>;
  forgetAccountsBut: Control['forgetAccountsBut'];
  /** Removes the app as the user does in the platform's settings. */
  disconnect(service: Service, accountId: string): Promise<void>;
  /** Withdraws one permission of a consent, as the platform. */
  withdrawScope(service: Service, accountId: string, scope: string): Promise<void>;
  setFault(fault: FaultInput): Promise<void>;
  /** Makes a platform answer with one of its errors. Returns false when it has no such error. */
  setRefusal(refusal: RefusalInput): Promise<boolean>;
  makeDisputedPayment(input: DisputedInput): Promise<ReturnType<typeof makeDisputedPayment>>;
  /** Performs an act of a cardholder, a bank or the operator at Stripe. */
  atStripe(action: StripeAction): Promise<boolean>;
  /** Sends Stripe's webhooks to this target from now on. */
  sendStripeTo(target: StripeTarget): void;
  /** Runs everything that is due by the clock. */
  runDue(): Promise<void>;
  nextDueAt(): Date | null;
  /** The same operations for tools, whose input is not validated yet. */
  control: Control;
  stop(): Promise<void>;
}

const usualLimits: Limits = {
  youtubeUnitsPerDay: 10_000,
  tiktokRequestsPerMinute: 600,
  tiktokBusinessPerMinute: 600,
  tiktokBusinessPerAccount: 40,
};

/**
 * Simulates YouTube, TikTok, Instagram, Twitch, Stripe, PayPal and Discord on one loopback port. Throws when
 * the state file can't be read.
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const state = await loadState(options.stateFile, options.seed ?? 1);
  const { stripeTarget = null, consentTargets = {}, slowMilliseconds: slow = 15_000 } = options;
  const limits = { ...usualLimits, ...options.limits };
  const save = stateWriter(options.stateFile, state);
  const world: World = {
    ...{ state, clock: options.clock, limits, stripeTarget, consentTargets, save },
    posters: '',
    appOrigin: options.appOrigin ?? null,
    randomErrors: options.randomErrors ?? null,
  };
  let baseUrl = '';
  const linkBase = () => baseUrl + paths.paypal;
  const publicBase = () => options.publicBaseUrl ?? baseUrl;
  const discord = new Discord(world, options.discordTarget ?? null);
  const { app, answerBrowser } = buildServer(world, slow, {
    linkBase,
    publicBase,
    discord,
    apiBase: () => baseUrl,
  });
  const stopNotifying =
    options.paypalWebhook &&
    sendPaypalEvents(app, world, paths.paypal, { webhook: options.paypalWebhook, linkBase });
  baseUrl = await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 });
  world.posters = baseUrl + paths.videos;
  const saved = async <T>(change: () => T): Promise<T> => {
    const result = change();
    await world.save();
    return result;
  };
  return {
    baseUrl,
    answerBrowser,
    reachable: (url) => url.replace(publicBase(), baseUrl),
    urls: urlsAt(baseUrl, options.publicBaseUrl ?? baseUrl),
    discord: {
      applicationId: discord.applicationId,
      publicKey: discord.publicKey,
      botToken: discord.botToken,
      base: baseUrl + paths.discordApi,
      addUrl: (options.publicBaseUrl ?? baseUrl) + paths.discord,
    },
    onDiscord: discord,
    createPost: (input) => saved(() => createPost(world, input)),
    setPostState: (platform, id, change) => saved(() => changePost(world, platform, id, change)),
    forgetAccountsBut: (kept) => saved(() => forgetAccountsBut(world, kept)),
    ensureAccount: (input) => saved(() => ({ ...ensureAccount(world, input) })),
    async disconnect(service, accountId) {
      await saved(() => disconnectAccount(world, service, accountId));
      await notifyConsentEnded(world, service, accountId);
    },
    withdrawScope: (service, accountId, scope) =>
      saved(() => withdrawScope(world, service, accountId, scope)),
    setFault: (fault) => saved(() => setFault(world, fault)),
    setRefusal: (refusal) => saved(() => setRefusal(world, refusal)),
    makeDisputedPayment: (input) => saved(() => makeDisputedPayment(world, input)),
    atStripe: (action) => doAtStripe(world, action),
    sendStripeTo: (target) => {
      world.stripeTarget = target;
    },
    runDue: () => runStripe(world),
    nextDueAt: () => stripeDueAt(world),
    control: controlOf(world),
    async stop() {
      await stopNotifying?.();
      await app.close();
    },
  };
}

function serviceOf(path: string): FaultService | null {
  if (path.startsWith('/v1/')) return 'stripe';
  if (path.startsWith('/paypal/v1/notifications/certs')) return null;
  if (path.startsWith(paths.paypal)) return 'paypal';
  return path.startsWith(paths.discordApi) ? 'discord' : serviceAt(path);
}

function buildServer(
  world: World,
  slowMilliseconds: number,
  {
    linkBase,
    publicBase,
    apiBase,
    discord,
  }: Record<'linkBase' | 'publicBase' | 'apiBase', () => string> & { discord: Discord },
) {
  const app = Fastify({
    bodyLimit: 64 * 1024,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
  });
  const answerBrowser = browserDoor(app);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof RangeError ? 400 : ((error as { statusCode?: number }).statusCode ?? 500);
    return reply.code(status).send({ message: error instanceof Error ? error.message : 'Failed' });
  });
  app.addHook('preHandler', faultHook(world, serviceOf, slowMilliseconds));
  app.addHook('preHandler', refusalHook(world));
  for (const service of Object.values(services)) {
    addConsent(app, world, service.consent);
    service.add(app, world);
  }
  addShortLinks(app, world, paths.short);
  addPostPages(app, world, () => publicBase() + paths.videos);
  addDiscordApi(app, discord, paths.discordApi);
  addDiscordPage(app, discord, {
    page: paths.discord,
    base: publicBase,
    api: () => apiBase() + paths.discordApi,
  });
  addPaypal(app, world, paths.paypal, linkBase);
  addStripeApi(app, world, ({ id }) => `${publicBase()}${paths.checkout}/${id}`);
  addCheckoutPage(app, world, paths.checkout);
  addControl(app, world);
  return { app, answerBrowser };
}
