import type { Database } from '#server/infra/transaction.ts';
import type { ConnectDeps } from '#server/modules/connections/connections.ts';
import type { DemoPlatform } from './demo-listings.ts';

/** The simulator's posts, as the seed makes them. */
export interface DemoSimulator {
  createPost(input: {
    platform: DemoPlatform;
    handle: string;
    curve: { hours: number; views: number; likes: number; comments: number; shares: number }[];
    caption: string;
    postedAt: Date;
  }): Promise<{ url: string; id: string; durationSeconds: number; posterUrl: string }>;
}

/** What seeding works with. */
export interface DemoWorld {
  db: Database;
  dataDir: string;
  /** The two demo accounts, made at every start. */
  demoIds: { host: string; clipper: string };
  connect: ConnectDeps;
  simulator: DemoSimulator;
}
