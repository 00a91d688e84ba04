const full = new Intl.NumberFormat('en-US');

/** "847,293" */
export const formatCount = (count: number): string => full.format(count);
