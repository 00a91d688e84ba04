const full = new Intl.NumberFormat('en-US');

/** Formats a number: "847,293". */
export const formatCount = (count: number): string => full.format(count);

/** Formats a share from 0 to 1 as a percentage with two significant digits: "0.031%", "4.2%", "64%". */
export const formatShare = (part: number): string => `${Number((100 * part).toPrecision(2))}%`;
