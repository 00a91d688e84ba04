import type { ListingCategory } from '#contract/listings/categories.ts';
import { createListingBody } from '#contract/listings/listing-terms.ts';
import type { MediaFile } from '#contract/media/media.ts';
import type { Platform } from '#contract/wire/primitives.ts';
import { type RulesDraft, writeRules } from './rule-fields.ts';

/**
 * A new listing as the host has typed it: amounts and counts are text. Its fields have the names of the
 * request's fields, so that the server's errors appear at the right place.
 */
export interface ListingDraft extends RulesDraft {
  title: string;
  description: string;
  /** Empty: no category. */
  category: ListingCategory | '';
  instructions: string;
  platforms: Platform[];
  sourceKind: 'upload' | 'link';
  media: MediaFile | null;
  /** Id of the upload that becomes the source. */
  uploadId: string | null;
  sourceUrl: string;
  rateCentsPerMille: string;
  budgetMicros: string;
}

export const emptyDraft: ListingDraft = {
  title: '',
  description: '',
  category: '',
  instructions: '',
  platforms: [],
  sourceKind: 'upload',
  media: null,
  uploadId: null,
  sourceUrl: '',
  rateCentsPerMille: '',
  budgetMicros: '',
  ...writeRules(createListingBody.shape.rules.parse({})),
};

const keyOf = (of: string) => `listing-draft:${of}`;

/**
 * Stores drafts in this tab, so that they survive a platform's consent page and a reload. If storage is full
 * or switched off, drafts are not stored.
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
