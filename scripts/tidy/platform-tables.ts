import { isCode, lineAt, type Rule } from './source.ts';

const page = 'CONTRIBUTING.md';
/** A record that must have a row for each platform, or for each service of the simulator. */
const table =
  /(?:const \w+: |satisfies )Record<\s*(?:PostPlatform|ConnectablePlatform|Service|Exclude<Service)\b/g;

/** The list of files that a new platform touches must name every file with a row per platform. */
export const platformTablesRule: Rule = (files) => {
  const text = files.find(({ path }) => path === page)?.text ?? '';
  const list = text.split('## Adding a platform')[1]?.split('\n## ')[0] ?? '';
  return files
    .filter((file) => isCode(file) && !/\.test\.tsx?$/.test(file.path) && !list.includes(`\`${file.path}\``))
    .flatMap(({ path, text }) =>
      [...text.matchAll(table)].map(({ index }) => ({
        path,
        line: lineAt(text, index),
        fix: `has a row per platform: use a record that ${page} lists under "Adding a platform", or list this file`,
      })),
    );
};
