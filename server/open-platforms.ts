import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { DemoSimulator, DemoStripe } from '#db/seed/demo-world.ts';
import type { Config } from './config.ts';
import type { SimulatorControl } from './http/dev-tools.ts';
import type { Clock } from './infra/clock.ts';
import type { Job } from './infra/tick.ts';
import {
  type Adapters,
  type BookCall,
  createAdapters,
  type PlatformEndpoints,
  type PlatformKeys,
  platformEndpoints,
  simulatorKeys,
} from './modules/connections/connections.ts';
import type { StripeAccess } from './modules/deposits/deposits.ts';
import { type DiscordAccess, discordCommands } from './modules/discord/discord.ts';
import type { PaypalAccount } from './modules/payouts/payouts.ts';
import { type AnswerBrowser, SIMULATOR_PATH } from './simulated-pages.ts';

/** The outside platforms that this installation uses. */
export interface OpenPlatforms {
  adapters: Adapters;
  endpoints: PlatformEndpoints;
  /** Keys that verify the platforms' messages. */
  keys: PlatformKeys;
  /** The card processor; null when none is configured. */
  stripe: StripeAccess | null;
  /** The simulator's time-dependent jobs. */
  jobs: Job[];
  /** The simulator's operations for tools; null outside demo mode. */
  simulator: (SimulatorControl & DemoSimulator) | null;
  /** The simulated Stripe; null when Stripe itself takes cards. */
  simulatedStripe: DemoStripe | null;
  /** The simulator's pages for browsers; absent when nothing is simulated. */
  pages?: { posts: string; answer: AnswerBrowser };
  /** Null when Discord is not offered. */
  discord: DiscordAccess | null;
  /** Null when payouts are paid by hand. */
  paypal: PaypalAccount | null;
  stop(): Promise<void>;
}

/** Opens the built-in simulator for every platform, or the real platforms that have keys. */
export async function openPlatforms(config: Config, clock: Clock, book: BookCall): Promise<OpenPlatforms> {
  if (config.simulatorPort === null) {
    return connectTo(config.platformKeys, platformEndpoints(config.endpoints, null), {
      clock,
      book,
      paypal: paypalAccount(config),
      stripe: ownStripe(config),
      discord: discordAccess(config),
    });
  }
  const { startSimulator } = await import('#simulator/simulator.ts');
  // The secret is new at every start, because with a constant one anyone could confirm a deposit.
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`;
  const keys = ownSimulatorKeys();
  const simulator = await startSimulator({
    clock,
    port: config.simulatorPort,
    stateFile: join(config.dataDir, 'simulator.json'),
    publicBaseUrl: config.appUrl + SIMULATOR_PATH,
    appOrigin: config.appUrl,
    ...(config.port === 0
      ? {}
      : {
          discordTarget: `${ownOrigin(config)}/webhooks/discord`,
          paypalWebhook: { url: `${ownOrigin(config)}/webhooks/paypal`, id: SIMULATOR_WEBHOOK },
          consentTargets: {
            tiktok: { url: `${ownOrigin(config)}/webhooks/tiktok`, ...keys.tiktok },
            instagram: { url: `${ownOrigin(config)}/webhooks/instagram/deauthorize`, ...keys.instagram },
          },
          stripeTarget: { url: `${ownOrigin(config)}/webhooks/stripe`, secret: webhookSecret },
        }),
  });
  simulator.onDiscord.register(discordCommands);
  const endpoints = platformEndpoints(config.endpoints, simulator.urls);
  const simulated: StripeAccess = {
    secretKey: 'sk_test_simulator',
    webhookSecret,
    base: simulator.urls.stripeApi,
    livemode: false,
    simulated: true,
  };
  return {
    ...connectTo(keys, endpoints, {
      clock,
      book,
      paypal: paypalAccount(config) ?? simulatedAccount(config.endpoints.paypal ?? simulator.urls.paypal),
      stripe: ownStripe(config) ?? simulated,
      discord: simulator.discord,
    }),
    jobs: [
      {
        name: 'simulator.stripe',
        run: () => simulator.runDue(),
        isIdleUntilDue: true,
        nextDueAt: async () => simulator.nextDueAt(),
      },
    ],
    simulator: config.mode === 'demo' ? { ...simulator.control, reachable: simulator.reachable } : null,
    simulatedStripe: ownStripe(config) ? null : simulator,
    pages: { posts: simulator.urls.posts, answer: simulator.answerBrowser },
    stop: () => simulator.stop(),
  };
}

/**
 * Returns keys that are new at every start, because with constant ones anyone could revoke a person's
 * consent.
 */
function ownSimulatorKeys() {
  const clientSecret = randomBytes(24).toString('hex');
  return {
    ...simulatorKeys,
    tiktok: { ...simulatorKeys.tiktok, clientKey: 'simulated', clientSecret },
    instagram: { clientId: 'simulated', clientSecret },
  } satisfies PlatformKeys;
}

const SIMULATOR_WEBHOOK = 'WH-SIMULATOR';

/** Returns the address at which the simulator reaches this process. */
function ownOrigin({ host, port }: Config): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  return `http://${everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Returns the configured account. The configuration's check has already separated test and live hosts. */
function paypalAccount({ paypal, endpoints }: Config): PaypalAccount | null {
  if (!paypal) return null;
  const base = endpoints.paypal ?? 'https://api-m.paypal.com';
  const host = base.includes('sandbox') ? 'sandbox.paypal.com' : 'paypal.com';
  const certificateOrigins = [new URL(base).origin, `https://api.${host}`, `https://api-m.${host}`];
  return { ...paypal, base, certificateOrigins };
}

const simulatedAccount = (base: string): PaypalAccount => ({
  base,
  clientId: 'simulator',
  clientSecret: 'simulator-secret',
  webhookId: SIMULATOR_WEBHOOK,
  certificateOrigins: [new URL(base).origin],
});

/** Returns Stripe itself if it has keys: with real money on a live system, otherwise in its test mode. */
const ownStripe = ({ stripe, mode, endpoints }: Config): StripeAccess | null =>
  stripe && { ...stripe, base: endpoints.stripeApi, livemode: mode === 'live', simulated: false };

/** Returns Discord's own API, unless a setting replaces its URL. */
export const discordAccess = ({ discord, endpoints }: Config): DiscordAccess | null =>
  discord && {
    ...discord,
    base: endpoints.discord ?? 'https://discord.com/api',
    addUrl: `https://discord.com/oauth2/authorize?client_id=${discord.applicationId}&scope=applications.commands`,
  };

const connectTo = (
  keys: PlatformKeys,
  endpoints: PlatformEndpoints,
  {
    clock,
    book,
    paypal,
    stripe,
    discord,
  }: {
    clock: Clock;
    book: BookCall;
    paypal: PaypalAccount | null;
    stripe: StripeAccess | null;
    discord: DiscordAccess | null;
  },
): OpenPlatforms => ({
  adapters: createAdapters(keys, endpoints, clock, { book }),
  endpoints,
  keys,
  paypal,
  stripe,
  discord,
  jobs: [],
  simulator: null,
  simulatedStripe: null,
  stop: async () => undefined,
});
