import { ConfigError } from '#server/config/config-error.ts';

/** Matches the three lines at the top of a text: `---`, the version, `---`. */
const front = /^---\r?\nversion: *([\w.-]{1,40}) *\r?\n---\r?\n/;

/**
 * Returns the version in a text's first lines, and the text without these lines.
 * @throws ConfigError when there is no version
 */
export function splitVersion(file: string, text: string): { version: string; text: string } {
  const [whole, version] = front.exec(text) ?? [];
  if (whole !== undefined && version !== undefined) return { version, text: text.slice(whole.length) };
  throw new ConfigError(
    `${file} must begin with the lines "---", "version: 2026-01-31" (yours) and "---", because the version is recorded with every acceptance.`,
  );
}
