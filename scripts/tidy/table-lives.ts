import type { Rule } from './source.ts';

const HEADING = '## How long rows are kept';

/** Personal data must not be kept for ever, so a new table must document when its rows are deleted. */
export const tableLivesRule: Rule = (files) => {
  const schema = files.find(({ path }) => path === 'db/schema.sql');
  const page = files.find(({ path }) => path === 'docs/security.md');
  if (!schema || !page) return [];
  const [, section = ''] = page.text.split(`${HEADING}\n`);
  const named = new Set([...section.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  const tables = [...schema.text.matchAll(/^create table (\w+)/gm)].map(([, name]) => name!);
  return tables
    .filter((table) => !named.has(table))
    .map((table) => ({
      path: page.path,
      line: page.text.split('\n').indexOf(HEADING) + 1,
      fix: `say how long rows of ${table} are kept; the privacy policy (server/texts) says the same of personal data`,
    }));
};
