import { foreignKeysBetweenHomes, type Refused, refused } from './distributed-exceptions.ts';
import { type Finding, isTest, lineAt, type Rule, type SourceFile } from './source.ts';

const SCHEMA = 'db/schema.sql';
const LIST = 'scripts/tidy/distributed-exceptions.ts';

interface Use {
  /** The name in the list of exceptions: a table or function of the schema, or a file. */
  subject: string;
  path: string;
  line: number;
}

const usesOf = (files: SourceFile[], { schema, code }: Refused): Use[] =>
  files.flatMap(({ path, text }) => {
    const pattern =
      path === SCHEMA ? schema : /^server\/.*\.tsx?$/.test(path) && !isTest(path) ? code : undefined;
    return [...text.matchAll(pattern ?? /$^/g)].map((match) => ({
      subject: match[1] ?? match[2] ?? path,
      path,
      line: lineAt(text, match.index),
    }));
  });

/** Finds new uses of features that distributed PostgreSQL refuses, and exceptions without a use. */
export const distributedSqlRule: Rule = (files) => {
  if (!files.some(({ path }) => path === SCHEMA)) return [];
  const found = refused.flatMap((feature) =>
    compare(feature.name, usesOf(files, feature), feature.exceptions, `refused by ${feature.by}`),
  );
  const keys = keysBetweenHomes(files);
  return [...found, ...compare('foreign key', keys, foreignKeysBetweenHomes, 'no shard can check it')];
};

function compare(name: string, uses: Use[], exceptions: Record<string, string>, why: string): Finding[] {
  const known = new Set(uses.map(({ subject }) => subject));
  return [
    ...uses
      .filter(({ subject }) => !(subject in exceptions))
      .map(({ subject, path, line }) => ({
        path,
        line,
        fix: `do without ${name} in ${subject} (${why}), or name the reason in ${LIST}`,
      })),
    ...Object.keys(exceptions)
      .filter((subject) => !known.has(subject))
      .map((subject) => ({ path: LIST, line: 1, fix: `${name}: ${subject} is no exception any more` })),
  ];
}

/**
 * Matches tables stored with their listing. All others are stored with their account or on one node; users
 * and accounts are on every node.
 */
const WITH_LISTING =
  /^(listings|listing_\w+|submissions|submission_messages|clip_\w+|accruals|fraud_holds|appeals|attestation\w*|view_\w+|proof_requests|declarations|caption_checks)$/;
const EVERYWHERE: readonly string[] = ['users', 'accounts'];

function keysBetweenHomes(files: SourceFile[]): Use[] {
  const text = files.find(({ path }) => path === SCHEMA)!.text;
  return [...text.matchAll(/^create table (\w+) \(([\s\S]*?)\n\)/gm)].flatMap((table) =>
    [...table[2]!.matchAll(/FOREIGN KEY \([^)]*\) REFERENCES (\w+)/g)]
      .filter(
        ([, other]) =>
          !EVERYWHERE.includes(other!) && WITH_LISTING.test(table[1]!) !== WITH_LISTING.test(other!),
      )
      .map((key) => ({
        subject: `${table[1]}>${key[1]}`,
        path: SCHEMA,
        line: lineAt(text, table.index + table[0].indexOf(table[2]!) + key.index),
      })),
  );
}
