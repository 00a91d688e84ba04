import type { DemoResetBy } from '#contract/demo.ts';
import type { ConnectablePlatform } from '#contract/platforms.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { ConnectDeps } from '#server/modules/connections/connections.ts';
import type { CurvePoint } from '#simulator/growth.ts';
import type { ScenarioName } from '#simulator/scenarios.ts';
import type { Film } from '#simulator/videos.ts';
import type { DemoPlatform } from './demo-listings.ts';

/** The simulator's posts, as the seed makes them. */
export interface DemoSimulator {
  createPost(input: {
    platform: DemoPlatform;
    handle: string;
    /** Either how its counts grow, or a scenario of the simulator with its seed and final views. */
    curve?: CurvePoint[];
    scenario?: ScenarioName;
    seed?: number;
    views?: number;
    caption: string;
    film?: Film;
    postedAt: Date;
  }): Promise<{ url: string; id: string; durationSeconds: number; posterUrl: string }>;
  /** The address at which this process reaches a page that browsers open elsewhere. */
  reachable(url: string): string;
  /** All others and their posts are forgotten. */
  forgetAccountsBut(kept: { platform: ConnectablePlatform; handle: string }[]): Promise<void>;
}

/** The simulated Stripe. */
export interface DemoStripe {
  /** A card payment and its dispute, as Stripe shows them. */
  makeDisputedPayment(input: {
    reference: string;
    email: string;
    cents: number;
    paidAt: Date;
    disputedAt: Date;
  }): Promise<{ session: object; dispute: object }>;
  /** What a bank decides; false without such an open dispute. */
  atStripe(action: { do: 'close-dispute'; reference: string; outcome: 'won' }): Promise<boolean>;
}

/** What seeding works with. */
export interface DemoWorld {
  db: Database;
  dataDir: string;
  /** The two demo accounts, made at every start. */
  demoIds: { host: string; clipper: string };
  connect: ConnectDeps;
  simulator: DemoSimulator;
  /** Null where cards are taken by Stripe itself. */
  stripe: DemoStripe | null;
  /** Null: nobody but the demo accounts and their circle. `spread`: its posts are counted at any minute, not all at once. */
  market: { spread: boolean } | null;
  /** Who wanted it to be made. */
  madeBy: DemoResetBy;
}
