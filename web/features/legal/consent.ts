import { z } from 'zod';

const KEY = 'cookieConsent';

const consentSchema = z.object({ analytics: z.boolean(), marketing: z.boolean() });

/** What a person allows beyond the essential; nothing is allowed until they say so. */
export type Consent = z.infer<typeof consentSchema>;

const nothing: Consent = { analytics: false, marketing: false };

/** The choice remembered in this browser; whatever can't be read counts as no choice. */
export function readConsent(): { chosen: boolean; consent: Consent } {
  try {
    const consent = consentSchema.parse(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    return { chosen: true, consent };
  } catch {
    return { chosen: false, consent: nothing };
  }
}

/** Remembers the choice in this browser; false when the browser allows no storage. */
export function saveConsent(consent: Consent): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(consent));
    return true;
  } catch {
    return false;
  }
}
