const names = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const shifted = (month: string, by: number): string => {
  const first = new Date(`${month}-01T00:00:00Z`);
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + by)).toISOString().slice(0, 7);
};

/** "2026-03": the UTC month of a moment, as statements use it. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);
export const monthBefore = (month: string): string => shifted(month, -1);
export const monthAfter = (month: string): string => shifted(month, 1);
/** "March 2026" */
export const monthName = (month: string): string => names.format(new Date(`${month}-01T00:00:00Z`));
