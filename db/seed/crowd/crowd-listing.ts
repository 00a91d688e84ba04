import type { ListingTerms } from '#contract/listing-terms.ts';
import type { Film } from '#simulator/videos.ts';
import type { DemoPlatform } from '../demo-listings.ts';

/** What a listing of the crowd is like at the moment of seeding. */
export interface CrowdListing {
  title: string;
  /** What its clips show, where it is not what the host's usually do. */
  film?: Film;
  about: string;
  platforms: DemoPlatform[];
  rateCentsPerMille: number;
  budgetDollars: number;
  /** Days since it was posted. */
  age: number;
  /** Approved clips; what they earn is about `spent` of the budget, all of it where it is 1 or more. */
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
  /** What this host asks of every clip. */
  instructions: string;
  /** Where the sources are: the host's own place in the web, or uploaded here. */
  source: `https://${string}` | 'upload';
  /** How long this host takes to decide. */
  decidesInHours: number;
  /** What is left on the balance beside the listings' budgets. */
  balanceDollars: number;
  listings: CrowdListing[];
}

export const tiktok: DemoPlatform[] = ['tiktok'];
export const youtube: DemoPlatform[] = ['youtube'];
export const shortForms: DemoPlatform[] = ['tiktok', 'youtube'];
export const vertical: DemoPlatform[] = ['tiktok', 'instagram'];
export const everywhere: DemoPlatform[] = ['tiktok', 'youtube', 'instagram'];
