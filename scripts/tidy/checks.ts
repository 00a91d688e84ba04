import { isTest, lineAt, type Rule } from './source.ts';

const row = /^\| (\d+) \|[^|]*\| (\w[\w ]*?) \|/gm;

/** Each of the 40 security checks that is marked as done must have a test with its number in the title. */
export const checksAreTestedRule: Rule = (files) => {
  const tested = new Set(
    files
      .filter((file) => isTest(file.path) || file.path.endsWith('.story.ts'))
      .flatMap(({ text }) => [...text.matchAll(/['"`(]checks? (\d+(?:(?:, | and )\d+)*)/g)])
      .flatMap(([, numbers = '']) => numbers.match(/\d+/g) ?? []),
  );
  const page = files.find(({ path }) => path === 'docs/security.md');
  if (!page) return [];
  return [...page.text.matchAll(row)]
    .filter(([, number = '', state]) => state === 'done' && !tested.has(number))
    .map((match) => ({
      path: page.path,
      line: lineAt(page.text, match.index),
      fix: `calls check ${match[1]} done, but no test's title begins with "check ${match[1]}:"`,
    }));
};
