/** The history of a clipper that decides how often their screenshots are audited. */
export interface TrackRecord {
  /** Approved clips without any views found to be bought. */
  good: number;
  /** In the last half year: findings of bought views, and clips rejected for an invalid attestation or fake views. */
  bad: number;
}

const NEW = 30;
const KNOWN = { from: 3, share: 15 };
const TRUSTED = { from: 10, share: 5 };
const FIRST_BAD = 50;
const EACH_BAD = 25;

/** The percentage of this person's confirmed screenshots that are audited. */
export function auditShare({ good, bad }: TrackRecord): number {
  if (bad > 0) return Math.min(100, FIRST_BAD + EACH_BAD * (bad - 1));
  if (good >= TRUSTED.from) return TRUSTED.share;
  return good >= KNOWN.from ? KNOWN.share : NEW;
}
