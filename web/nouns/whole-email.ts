/** Whether somebody typed all of an email address. The server decides whether it is one. */
export const isWholeEmail = (typed: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(typed);
