const KEY = 'cookieConsent';

/** The optional cookies that a person allows. Before a choice none are allowed. */
export interface Consent {
  analytics: boolean;
  marketing: boolean;
}

/** The consent before any choice. */
export const noConsent = { chosen: false, consent: { analytics: false, marketing: false } };

/** Returns the choice stored in this browser. An unreadable value counts as no choice. */
export function readConsent(): { chosen: boolean; consent: Consent } {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (isConsent(stored)) return { chosen: true, consent: stored };
  } catch {
    // Blocked storage or invalid JSON also counts as no choice.
  }
  return noConsent;
}

/** Stores the choice in this browser. Returns false if the browser allows no storage. */
export function saveConsent(consent: Consent): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(consent));
    return true;
  } catch {
    return false;
  }
}

function isConsent(stored: unknown): stored is Consent {
  const { analytics, marketing } = (stored ?? {}) as Partial<Record<keyof Consent, unknown>>;
  return typeof analytics === 'boolean' && typeof marketing === 'boolean';
}
