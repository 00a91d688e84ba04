/** Pattern for `ilike` that matches a text anywhere, with `%`, `_` and `\` escaped; null for no text. */
export const contains = (text: string | undefined): string | null =>
  text?.trim() ? `%${text.trim().replace(/[\\%_]/g, '\\$&')}%` : null;
