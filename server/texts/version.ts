import { ConfigError } from '#server/config/config-error.ts';

/** Three lines at the top: `---`, the version, `---`. */
const front = /^---\r?\nversion: *([\w.-]{1,40}) *\r?\n---\r?\n/;

/**
 * The version in a text's first lines, and the text without them.
 * @throws ConfigError when it states none
 */
export function splitVersion(file: string, text: string): { version: string; text: string } {
  const [whole, version] = front.exec(text) ?? [];
  if (whole !== undefined && version !== undefined) return { version, text: text.slice(whole.length) };
  throw new ConfigError(
    `${file} must begin with the lines "---", "version: 2026-01-31" (yours) and "---", because the version is recorded with every acceptance.`,
  );
}
