import { BASELINE } from '#db/migrations.ts';
import { type Finding, lineAt, type Rule, type SourceFile } from './source.ts';

const top = (path: string, fix: string): Finding => ({ path, line: 1, fix });
const textOf = (files: SourceFile[], path: string): string =>
  files.find((file) => file.path === path)?.text ?? '';

const required = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'LICENSE',
  '.env.example',
  '.ci/run',
  'docs/errors.md',
  'docs/spec-coverage.md',
  'docs/spec-deviations.md',
  'docs/decisions/0000-template.md',
];

/** The files for which a newcomer looks must exist. */
export const requiredFilesRule: Rule = (files) =>
  required
    .filter((path) => !textOf(files, path).trim())
    .map((path) => top(path, 'is missing or empty; write it'));

const named =
  /`((?:contract|server|web|db|simulator|e2e|bench|docs|scripts)\/[\w./-]*[\w/])`|\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g;

/**
 * Files that docs name must exist; `<…>` and `*` are placeholders. The product's texts are left out, because
 * they link to its pages.
 */
export const docsNameFilesRule: Rule = (files) => {
  const known = new Set(files.map(({ path }) => path));
  const exists = (path: string) => known.has(path) || files.some((file) => file.path.startsWith(`${path}/`));
  return files
    .filter(({ path }) => path.endsWith('.md') && !path.startsWith('server/texts/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(named)].flatMap((match) => {
        const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
        const target = match[1] ?? new URL(match[2]!, `file:///${folder}`).pathname.slice(1);
        const clean = target.replace(/\/$/, '').replace(/:\d+$/, '');
        if (/\.(?:png|jpg|webp)$/.test(clean) || exists(clean)) return [];
        return [{ path, line: lineAt(text, match.index), fix: `names ${clean}, which does not exist` }];
      }),
    );
};

const proof = /`([\w./-]+\.(?:test\.tsx?|story\.ts))`((?:,? (?:› )?"[^"]+")*)/g;

/** If a document quotes a test as `file` "title", that file must have a test with that title. */
export const quotedTestsRule: Rule = (files) =>
  files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(proof)].flatMap((match) => {
        const [, file = '', titles = ''] = match;
        const source = textOf(files, file);
        if (path === 'docs/spec-coverage.md' && titles === '')
          return [
            { path, line: lineAt(text, match.index), fix: `names ${file} without the title of a test` },
          ];
        return [...titles.matchAll(/"([^"]+)"/g)]
          .map(([, title = '']) => title)
          .filter((title) => !source.includes(title))
          .map((title) => ({
            path,
            line: lineAt(text, match.index),
            fix: `quotes "${title}", which ${file} does not have`,
          }));
      }),
    );

/** Every npm command that a document names must exist in package.json. */
export const docsNameCommandsRule: Rule = (files) => {
  const manifest = JSON.parse(textOf(files, 'package.json') || '{}') as { scripts?: Record<string, string> };
  return files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].flatMap((match) =>
        manifest.scripts?.[match[1]!]
          ? []
          : [
              {
                path,
                line: lineAt(text, match.index),
                fix: `names npm run ${match[1]}, which package.json lacks`,
              },
            ],
      ),
    );
};

/** Versions must be pinned, so that every machine installs the same. */
export const pinnedRule: Rule = (files) => {
  const text = textOf(files, 'package.json');
  const manifest = JSON.parse(text || '{}') as Record<string, Record<string, string> | undefined>;
  return ['dependencies', 'devDependencies', 'optionalDependencies']
    .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
    .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    .map(([name, version]) => ({
      path: 'package.json',
      line: lineAt(text, text.indexOf(`"${name}"`)),
      fix: `pin ${name} to one version instead of ${version}`,
    }));
};

/** Returns the files that make the tables: the baseline, and the migrations since. */
export const sqlOfTables = (files: SourceFile[]): SourceFile[] =>
  files.filter(({ path }) => /^db\/(?:baseline|migrations)\//.test(path));

/** Returns the tables that some migration drops. */
export const droppedTables = (migrations: readonly { text: string }[]): ReadonlySet<string> =>
  new Set(
    migrations.flatMap(({ text }) =>
      [...text.matchAll(/drop table (?:if exists )?(\w+)/gi)].map((match) => match[1]!),
    ),
  );

/**
 * Migrations must continue the baseline's number without gaps, and schema.sql must contain every table that
 * they make.
 */
export const migrationsRule: Rule = (files) => {
  const migrations = files.filter(({ path }) => path.startsWith('db/migrations/'));
  const schema = textOf(files, 'db/schema.sql');
  const misnumbered = migrations.flatMap(({ path }, index) => {
    const wanted = String(Number.parseInt(BASELINE.name, 10) + index + 1).padStart(4, '0');
    return path.startsWith(`db/migrations/${wanted}_`)
      ? []
      : [top(path, `must be number ${wanted}, without gaps`)];
  });
  const tables = sqlOfTables(files);
  const dropped = droppedTables(tables);
  const unlisted = tables.flatMap(({ path, text }) =>
    [...text.matchAll(/^create table (?:if not exists )?(\w+)/gim)]
      .filter(([, table]) => !dropped.has(table!) && !new RegExp(`\\b${table}\\b`).test(schema))
      .map((match) => ({
        path,
        line: lineAt(text, match.index),
        fix: `db/schema.sql does not know ${match[1]}; run npm run db:generate`,
      })),
  );
  return [...misnumbered, ...unlisted];
};
