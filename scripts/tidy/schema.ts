import { type Finding, lineAt, type Rule } from './source.ts';

const PATH = 'db/schema.sql';

/** Constraints must have names that state their rule, and every table must have a comment. */
export const schemaRule: Rule = (files) => {
  const text = files.find(({ path }) => path === PATH)?.text ?? '';
  const at = (match: RegExpMatchArray, fix: string): Finding => ({
    path: PATH,
    line: lineAt(text, match.index ?? 0),
    fix,
  });
  return [
    ...[...text.matchAll(/constraint (\w+_(?:check\d*|(?:key|fkey|pkey)\d+)) /g)].map((match) =>
      at(match, `name ${match[1]} by what it demands, such as listings_rate_positive`),
    ),
    ...[...text.matchAll(/^create table (\w+)/gm)]
      .filter(([, table]) => !text.includes(`\ncomment on table ${table} is `))
      .map((match) => at(match, `say what ${match[1]} is for by "comment on table"`)),
  ];
};
