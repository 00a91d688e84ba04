import { type ErrorRow, errorCatalogue } from '#contract/errors.ts';

/** Escapes words of the error catalogue, which are not Markdown. */
const plain = (words: string): string => words.replace(/[!-/:-@[-`{-~]/g, '\\$&');

const paragraph = ([code, { status, title, detail }]: [string, ErrorRow]): string =>
  `## ${plain(code)} {#${code}}\n\n**${plain(title)}** (${status}). ${plain(detail)}\n`;

/** Lists every error code in alphabetical order, under the anchor of the URL in a problem's `type`. */
export const errorsText = (): string =>
  [
    'Each refusal names one of these codes, with its HTTP status. Codes stay the same for good; the words may change. [How the API works](/docs/api)\n',
    ...Object.entries<ErrorRow>(errorCatalogue)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(paragraph),
  ].join('\n');
