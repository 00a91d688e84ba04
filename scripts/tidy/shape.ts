import { isCode, isTest, type Rule } from './source.ts';

const MOST_LINES = 300;
const MOST_FUNCTION_LINES = 70;

/** Paths of generated files, which are not checked. */
const generated = new Set([
  'db/types.ts',
  'db/schema.sql',
  'package-lock.json',
  'packages/client/operations.mjs',
  'packages/client/operations.d.mts',
]);

/** A file must be about one idea, so its length is limited. */
export const fileSizeRule: Rule = (files) =>
  files
    .filter((file) => (isCode(file) || file.path.endsWith('.css')) && !generated.has(file.path))
    .flatMap(({ path, text }) => {
      const lines = text.trimEnd().split('\n').length;
      if (lines <= MOST_LINES) return [];
      return [
        { path, line: MOST_LINES, fix: `has ${lines} lines; split it by idea (at most ${MOST_LINES})` },
      ];
    });

/**
 * A function must fit on a screen. The rule relies on the formatter: a function's last line has the indent of
 * its first.
 */
export const functionSizeRule: Rule = (files) =>
  files
    .filter((file) => isCode(file) && !isTest(file.path))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n');
      return lines.flatMap((line, start) => {
        const begins = /^( *)(?:export )?(?:async )?(?:function\b|const \w+ = (?:async )?\(.*=> \{$)/.exec(
          line,
        );
        if (!begins) return [];
        const closing = `${begins[1]}}`;
        const length =
          lines
            .slice(start)
            .findIndex((next) => next.startsWith(closing) && !next.startsWith(`${closing})`)) + 1;
        if (length <= MOST_FUNCTION_LINES) return [];
        const fix = `is a function of ${length} lines; take a part out (at most ${MOST_FUNCTION_LINES})`;
        return [{ path, line: start + 1, fix }];
      });
    });

const vague = /^(utils?|helpers?|lib|common|shared|misc|types)$/;
/**
 * Files whose names are allowed: one is the common part of a catalogue, the other is named by the tool that
 * reads it.
 */
const allowedNames = new Set(['contract/errors/common.ts', 'db/types.ts']);
const fileName = /^[a-z0-9]+(?:[.-][a-z0-9]+)*\.(?:tsx?|mjs|css)$/;

/** Names must describe the content. */
export const nameRule: Rule = (files) =>
  files.flatMap(({ path, ...file }) => {
    if (allowedNames.has(path) || path.startsWith('node_modules/')) return [];
    const parts = path.split('/');
    const base = parts.at(-1)!;
    const vaguePart = [...parts.slice(0, -1), base.split('.')[0]!].find((part) => vague.test(part));
    const at = { path, line: 1 };
    if (vaguePart) return [{ ...at, fix: `rename "${vaguePart}" after what it holds` }];
    if (/^index\.tsx?$/.test(base))
      return [{ ...at, fix: 'name the file after its idea; there are no index files' }];
    if (isCode({ path, ...file }) && !fileName.test(base))
      return [{ ...at, fix: `rename ${base} in kebab-case` }];
    return [];
  });

/** Files must not only re-export, because that hides where things are defined. */
export const barrelRule: Rule = (files) =>
  files.filter(isCode).flatMap(({ path, text }) => {
    const statements = text
      .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      .split(';')
      .map((part) => part.trim())
      .filter(Boolean);
    const passesOn = statements.filter((part) =>
      /^export\s+(?:type\s+)?(?:\*|\{[^}]*\})\s*(?:as \w+\s*)?from\b/.test(part),
    );
    if (passesOn.length === 0 || passesOn.length < statements.length) return [];
    return [{ path, line: 1, fix: 'remove this barrel and import the files themselves' }];
  });

const moduleFile = /^server\/modules\/([^/]+)\/([^/]+)\.ts$/;
const readOnly = /^(?:routes|policy|rules)$/;

/** SQL may only be in queries and in files named by a verb. */
export const sqlPlaceRule: Rule = (files) =>
  files.flatMap(({ path, text }) => {
    const [, , name] = moduleFile.exec(path) ?? [];
    if (!name || !readOnly.test(name)) return [];
    return text.split('\n').flatMap((line, index) => {
      if (!/\bsql`|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/.test(line)) return [];
      return [{ path, line: index + 1, fix: 'move the SQL to queries.ts or to the file of its verb' }];
    });
  });
