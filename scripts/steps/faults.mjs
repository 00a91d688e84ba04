import { stripVTControlCharacters } from 'node:util';

/** The most lines that are printed of a fault: the message and the expected value. */
const MOST_LINES = 12;

/**
 * Returns a paragraph for each story that failed at first: its title, whether the second try passed, and the
 * failure. Reads the report of Playwright's `json` reporter.
 */
export function storyFaults(report) {
  return (report?.suites ?? []).flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky' || status === 'unexpected')
      .map(({ status, results }) => {
        const failed = results.find(({ errors }) => errors.length > 0);
        const messages = (failed?.errors ?? []).map(({ message }) => message ?? '');
        const outcome = status === 'flaky' ? 'passed at the second try' : 'failed';
        return paragraph(`${file}: ${title}: ${outcome}.`, messages);
      }),
  );
}

/** Returns the test files with a failure, from the report of Vitest's `json` reporter. */
export const failedFiles = (report) =>
  (report?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);

/**
 * Returns a paragraph for each failed unit test, and for each file that could not run: its title and the
 * failure.
 */
export function unitFaults(report) {
  return (report?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [paragraph(`${name}: failed.`, [message])];
      return failed.map(({ fullName, failureMessages }) =>
        paragraph(`${name}: ${fullName}: failed.`, failureMessages),
      );
    });
}

function paragraph(title, messages) {
  const lines = stripVTControlCharacters(messages.join('\n'))
    .split('\n')
    .filter((line) => !/^ +at .*node_modules/.test(line))
    .slice(0, MOST_LINES);
  return `\n${title}\n${lines.join('\n')}`;
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
