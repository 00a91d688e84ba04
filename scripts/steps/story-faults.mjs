import { stripVTControlCharacters } from 'node:util';

/** How many lines of a fault are printed: the message and what was expected. */
const MOST_LINES = 12;

/**
 * A paragraph for each story that failed at its first try, from the report of Playwright's `json` reporter: which one, whether
 * it passed at the second, and why it failed.
 */
export function storyFaults(report) {
  return (report?.suites ?? []).flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky' || status === 'unexpected')
      .map(({ status, results }) => {
        const failed = results.find(({ errors }) => errors.length > 0);
        const messages = (failed?.errors ?? []).map(({ message }) => stripVTControlCharacters(message ?? ''));
        const lines = messages.join('\n').split('\n').slice(0, MOST_LINES);
        const outcome = status === 'flaky' ? 'passed at the second try' : 'failed';
        return `\n${file}: ${title}: ${outcome}.\n${lines.join('\n')}`;
      }),
  );
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
