/** Whether the text looks like a complete email address. The server decides whether it is valid. */
export const isWholeEmail = (typed: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(typed);
