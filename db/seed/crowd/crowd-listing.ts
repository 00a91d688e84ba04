import type { ListingTerms } from '#contract/listings/listing-terms.ts';
import type { Film } from '#simulator/videos.ts';
import type { DemoPlatform } from '../demo-listings.ts';

/** A listing of the crowd at the moment of seeding. */
export interface CrowdListing {
  title: string;
  /** The film of its clips; absent: the host's usual one. */
  film?: Film;
  about: string;
  platforms: DemoPlatform[];
  rateCentsPerMille: number;
  budgetDollars: number;
  /** Days since it was posted. */
  age: number;
  /** Number of approved clips; they earn about `spent` of the budget, all of it when it is 1 or more. */
  clips: number;
  spent: number;
  /** Absent: active, or paused by the settlement that finds the budget spent. */
  state?: 'paused' | { endedDaysAgo: number };
  rules?: Partial<Omit<ListingTerms['rules'], 'maxPayoutMicros' | 'endsAt'>> & {
    maxPayoutDollars?: number;
    endsInDays?: number;
  };
}

export interface CrowdHost {
  username: string;
  film: Film;
  /** This host's instructions for every clip. */
  instructions: string;
  /** The sources: the host's page on the web, or an uploaded video. */
  source: `https://${string}` | 'upload';
  /** Hours that this host takes to decide. */
  decidesInHours: number;
  /** Dollars left on the balance besides the listings' budgets. */
  balanceDollars: number;
  listings: CrowdListing[];
}

export const tiktok: DemoPlatform[] = ['tiktok'];
export const youtube: DemoPlatform[] = ['youtube'];
export const shortForms: DemoPlatform[] = ['tiktok', 'youtube'];
export const vertical: DemoPlatform[] = ['tiktok', 'instagram'];
export const everywhere: DemoPlatform[] = ['tiktok', 'youtube', 'instagram'];
