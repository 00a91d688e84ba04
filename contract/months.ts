const names = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const shifted = (month: string, by: number): string => {
  const first = new Date(`${month}-01T00:00:00Z`);
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + by)).toISOString().slice(0, 7);
};

/** Returns the UTC month of a time, as statements write it: "2026-03". */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);
export const monthBefore = (month: string): string => shifted(month, -1);
export const monthAfter = (month: string): string => shifted(month, 1);
/** Formats a month like "March 2026". */
export const monthName = (month: string): string => names.format(new Date(`${month}-01T00:00:00Z`));
