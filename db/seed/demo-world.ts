import type { AccountId } from '#contract/accounts/ids.ts';
import type { DemoResetBy } from '#contract/demo.ts';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { ConnectDeps } from '#server/modules/connections/connections.ts';
import type { CurvePoint } from '#simulator/growth/growth.ts';
import type { ScenarioName } from '#simulator/growth/scenarios.ts';
import type { Film } from '#simulator/videos.ts';
import type { DemoPlatform } from './demo-listings.ts';

/** The simulator's operations that the seed uses. */
export interface DemoSimulator {
  createPost(input: {
    platform: DemoPlatform;
    handle: string;
    /**
     * The growth of the post's counts. A scenario of the simulator, with its seed and final views, can
     * replace it.
     */
    curve?: CurvePoint[];
    scenario?: ScenarioName;
    seed?: number;
    views?: number;
    caption: string;
    film?: Film;
    postedAt: Date;
  }): Promise<{ url: string; id: string; durationSeconds: number; posterUrl: string }>;
  /** Returns the URL by which this process reaches a simulated page; browsers may use another one. */
  reachable(url: string): string;
  /** Deletes all other accounts and their posts. */
  forgetAccountsBut(kept: { platform: ConnectablePlatform; handle: string }[]): Promise<void>;
}

/** The simulated Stripe. */
export interface DemoStripe {
  /** A card payment and its dispute, as Stripe has them. */
  makeDisputedPayment(input: {
    reference: string;
    email: string;
    cents: number;
    paidAt: Date;
    disputedAt: Date;
  }): Promise<{ session: object; dispute: object }>;
  /** Decides a dispute as the bank does. Returns false when there is no such open dispute. */
  atStripe(action: { do: 'close-dispute'; reference: string; outcome: 'won' }): Promise<boolean>;
}

/** The dependencies of seeding. */
export interface DemoWorld {
  db: Database;
  dataDir: string;
  /** The two demo accounts, created at every start. */
  demoIds: { host: AccountId; clipper: AccountId };
  connect: ConnectDeps;
  simulator: DemoSimulator;
  /** Null when Stripe itself takes cards. */
  stripe: DemoStripe | null;
  /**
   * Null for a demo with only the demo accounts and their circle. If `spread`, posts are counted at any
   * minute, not all at once.
   */
  market: { spread: boolean } | null;
  /** The person or event that requested the demo. */
  madeBy: DemoResetBy;
}
