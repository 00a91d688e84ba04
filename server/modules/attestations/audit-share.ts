/** The clipper's history, which sets how often the clipper's screenshots are audited. */
export interface TrackRecord {
  /** Number of approved clips without any view found to be bought. */
  good: number;
  /**
   * Number of findings of bought views, and of clips rejected for an invalid attestation or fake views, in
   * the last half year.
   */
  bad: number;
}

const NEW = 30;
const KNOWN = { from: 3, share: 15 };
const TRUSTED = { from: 10, share: 5 };
const FIRST_BAD = 50;
const EACH_BAD = 25;

/** Returns the percentage of this person's confirmed screenshots that are audited. */
export function auditShare({ good, bad }: TrackRecord): number {
  if (bad > 0) return Math.min(100, FIRST_BAD + EACH_BAD * (bad - 1));
  if (good >= TRUSTED.from) return TRUSTED.share;
  return good >= KNOWN.from ? KNOWN.share : NEW;
}
