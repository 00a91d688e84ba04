import { createHash } from 'node:crypto';
import { BASELINE } from '#db/migrations.ts';
import type { Finding, Rule, SourceFile } from './source.ts';

const CHANGELOG = 'CHANGELOG.md';
const PAGE = 'docs/releases.md';

/**
 * Returns the releases listed in db/releases, oldest first: the migrations that each added, with their
 * SHA-256.
 */
function releasesOf(files: SourceFile[]): { version: string; migrations: Record<string, string> }[] {
  return files
    .flatMap(({ path, text }) => {
      const version = /^db\/releases\/(\d+\.\d+\.\d+)\.json$/.exec(path)?.[1];
      return version ? [{ version, migrations: JSON.parse(text) as Record<string, string> }] : [];
    })
    .toSorted((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
}

/** Returns the SHA-256 of a text, ignoring line endings, which Git may change when it checks files out. */
const sumOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');

/**
 * A released migration must never be edited, and each newer one must follow it. The baseline contains the
 * older ones.
 */
export const releasedMigrationsRule: Rule = (files) => {
  const texts = new Map(
    files
      .filter(({ path }) => path.startsWith('db/migrations/'))
      .map(({ path, text }) => [path.slice('db/migrations/'.length), text]),
  );
  const released = releasesOf(files)
    .flatMap(({ version, migrations }) =>
      Object.entries(migrations).map(([name, sum]) => ({ version, name, sum })),
    )
    .filter(({ name }) => name > BASELINE.name);
  const edited = released
    .filter(({ name, sum }) => !texts.has(name) || sumOf(texts.get(name)!) !== sum)
    .map(({ version, name }) =>
      finding(
        `db/migrations/${name}`,
        `is not what release ${version} contains; restore it and write a new one`,
      ),
    );
  const last =
    released
      .map(({ name }) => name)
      .toSorted()
      .at(-1) ?? '';
  const names = new Set(released.map(({ name }) => name));
  const early = [...texts.keys()]
    .filter((name) => name < last && !names.has(name))
    .map((name) => finding(`db/migrations/${name}`, `comes before ${last}, which is released`));
  return [...edited, ...early];
};

/**
 * Each release must have a section of the changelog, a list of migrations and, except the newest, a row with
 * its commit.
 */
export const releasesNamedRule: Rule = (files) => {
  const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? '';
  const versions = releasesOf(files).map(({ version }) => version);
  const sections = new Set(
    [...textOf(CHANGELOG).matchAll(/^## (\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)$/gm)].map(([, one]) => one!),
  );
  const rows = new Set(
    [...textOf(PAGE).matchAll(/^\| (\d+\.\d+\.\d+) \| [\d-]+ \| `[0-9a-f]{40}` \|/gm)].map(([, one]) => one!),
  );
  const { version } = JSON.parse(textOf('package.json') || '{}') as { version?: string };
  return [
    ...versions
      .filter((one) => !sections.has(one))
      .map((one) => finding(CHANGELOG, `lacks a section ${one}`)),
    ...[...sections, version]
      .filter((one) => one !== undefined && !versions.includes(one))
      .map((one) => finding(`db/releases/${one}.json`, 'is missing; npm run release writes it')),
    ...versions
      .filter((one) => !rows.has(one) && one !== version)
      .map((one) => finding(PAGE, `lacks the commit of ${one}`)),
    ...[...rows]
      .filter((one) => !versions.includes(one))
      .map((one) => finding(PAGE, `names ${one}, which is no release`)),
  ];
};

const finding = (path: string, fix: string): Finding => ({ path, line: 1, fix });
