/** The result of one check; `detail` is a sentence, with the remedy when something is wrong. */
export interface Finding {
  part: string;
  state: 'ok' | 'warning' | 'wrong';
  detail: string;
}

export const ok = (part: string, detail: string): Finding => ({ part, state: 'ok', detail });
export const warning = (part: string, detail: string): Finding => ({ part, state: 'warning', detail });
export const wrong = (part: string, detail: string): Finding => ({ part, state: 'wrong', detail });

export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return error.message || code || error.name;
};
