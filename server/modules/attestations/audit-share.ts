/** What a clipper's past says of the next screenshot. */
export interface TrackRecord {
  /** Approved clips of which no views were found bought. */
  good: number;
  /** In the last half year: views found not real, and clips rejected for an invalid attestation or for fake views. */
  bad: number;
}

const NEW = 30;
const KNOWN = { from: 3, share: 15 };
const TRUSTED = { from: 10, share: 5 };
const FIRST_BAD = 50;
const EACH_BAD = 25;

/** In how many of a hundred cases a confirmed screenshot of this person is looked at again. */
export function auditShare({ good, bad }: TrackRecord): number {
  if (bad > 0) return Math.min(100, FIRST_BAD + EACH_BAD * (bad - 1));
  if (good >= TRUSTED.from) return TRUSTED.share;
  return good >= KNOWN.from ? KNOWN.share : NEW;
}
