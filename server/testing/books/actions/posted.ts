const HOUR = 3_600_000;
const POSTED_MS = 3 * 60_000;

/** Returns a post time that puts every later count at :03 or :33, when no other job is due. */
export const postedBefore = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / HOUR) * HOUR + POSTED_MS);
