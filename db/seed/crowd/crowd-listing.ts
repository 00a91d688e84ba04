import type { ListingCategory } from '#contract/listings/categories.ts';
import type { ListingTerms } from '#contract/listings/listing-terms.ts';
import type { Film } from '#simulator/videos.ts';
import type { DemoPlatform } from '../demo-listings.ts';

/** A listing of the crowd at the moment of seeding. */
export interface CrowdListing {
  title: string;
  /** The film that the listing's clips show; absent for the host's usual one. */
  film?: Film;
  /** Absent for the host's usual one. */
  category?: ListingCategory;
  about: string;
  platforms: DemoPlatform[];
  rateCentsPerMille: number;
  budgetDollars: number;
  /** Days since the listing was posted. */
  age: number;
  /**
   * The number of approved clips. They earn about `spent` of the budget, or all of it when `spent` is 1 or
   * more.
   */
  clips: number;
  spent: number;
  /** Absent for an active listing, or one that is paused by the settlement that finds its budget spent. */
  state?: 'paused' | { endedDaysAgo: number };
  rules?: Partial<Omit<ListingTerms['rules'], 'maxPayoutMicros' | 'endsAt'>> & {
    maxPayoutDollars?: number;
    endsInDays?: number;
  };
}

export interface CrowdHost {
  username: string;
  film: Film;
  category: ListingCategory;
  /** This host's instructions for every clip. */
  instructions: string;
  /** The source of the listings: the host's page on the web, or an uploaded video. */
  source: `https://${string}` | 'upload';
  /** The hours that this host takes to decide on a clip. */
  decidesInHours: number;
  /** Dollars that remain on the balance besides the listings' budgets. */
  balanceDollars: number;
  listings: CrowdListing[];
}

export const tiktok: DemoPlatform[] = ['tiktok'];
export const youtube: DemoPlatform[] = ['youtube'];
export const shortForms: DemoPlatform[] = ['tiktok', 'youtube'];
export const vertical: DemoPlatform[] = ['tiktok', 'instagram'];
export const everywhere: DemoPlatform[] = ['tiktok', 'youtube', 'instagram'];
