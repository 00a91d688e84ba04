/** The pattern of `ilike` that finds a text anywhere, with its own signs taken as they are; null for no text. */
export const contains = (text: string | undefined): string | null =>
  text?.trim() ? `%${text.trim().replace(/[\\%_]/g, '\\$&')}%` : null;
