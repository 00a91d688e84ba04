import type { MediaFile } from '#contract/media.ts';
import type { Platform } from '#contract/primitives.ts';

/** The form of a new listing as it was typed: amounts and counts are text until they are read. */
export interface ListingDraft {
  title: string;
  description: string;
  instructions: string;
  platforms: Platform[];
  sourceKind: 'upload' | 'link';
  media: MediaFile | null;
  sourceUrl: string;
  rate: string;
  budget: string;
  minViews: string;
  maxPayout: string;
  clipsPerClipper: string;
  trackingDays: string;
  reviewHours: string;
  allocation: string;
  requiredTags: string;
  disclosureRequired: boolean;
  minSeconds: string;
  maxSeconds: string;
  language: string;
  /** YYYY-MM-DD; empty without an end. */
  endsOn: string;
}

export const emptyDraft: ListingDraft = {
  title: '',
  description: '',
  instructions: '',
  platforms: [],
  sourceKind: 'upload',
  media: null,
  sourceUrl: '',
  rate: '',
  budget: '',
  minViews: '0',
  maxPayout: '',
  clipsPerClipper: '5',
  trackingDays: '30',
  reviewHours: '24',
  allocation: 'first_approved',
  requiredTags: '',
  disclosureRequired: true,
  minSeconds: '',
  maxSeconds: '',
  language: 'any',
  endsOn: '',
};

const keyOf = (of: string) => `listing-draft:${of}`;

/**
 * What was typed survives the visit to a platform's consent page and a reload; it ends with the tab. Storage may be
 * full or switched off: then there is no draft, and nothing else changes.
 */
export const drafts = {
  load(of: string, otherwise: ListingDraft = emptyDraft): ListingDraft {
    try {
      const saved: unknown = JSON.parse(sessionStorage.getItem(keyOf(of)) ?? 'null');
      return saved && typeof saved === 'object' ? { ...otherwise, ...saved } : otherwise;
    } catch {
      return otherwise;
    }
  },
  save(of: string, draft: ListingDraft): void {
    try {
      sessionStorage.setItem(keyOf(of), JSON.stringify(draft));
    } catch {}
  },
  clear(of: string): void {
    try {
      sessionStorage.removeItem(keyOf(of));
    } catch {}
  },
};
