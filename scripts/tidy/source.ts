import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SourceFile {
  /** Path from the project's folder, with forward slashes. */
  path: string;
  text: string;
}

/** One violation of a rule: its place and its remedy. */
export interface Finding {
  path: string;
  line: number;
  fix: string;
}

/** A rule reads the whole tree, because some rules compare files. */
export type Rule = (files: SourceFile[]) => Finding[];

const leftOut = /^(node_modules|dist|\.git|\.data|coverage|test-results|playwright-report)$/;
const isText =
  /\.(ts|tsx|mjs|js|json|md|sql|css|html|svg|yml|yaml|sh)$|^\.[a-z.]+$|^\.ci\/run$|^LICENSE$|^ops\//;

/** Returns every text file of the project, ordered by path, without generated and ignored files. */
export function readTree(root: string): SourceFile[] {
  const found: SourceFile[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (leftOut.test(entry.name) || entry.name === '.env') continue;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile() && isText.test(/^(\.ci|ops)\//.test(path) ? path : entry.name))
        found.push({ path, text: readFileSync(join(root, path), 'utf8') });
    }
  };
  walk('');
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

export const isCode = ({ path }: SourceFile): boolean => /\.(ts|tsx|mjs)$/.test(path);
/** Whether a file is a test or the setup of tests. */
export const isTest = (path: string): boolean =>
  /\.test\.tsx?$|^e2e\/|^(server|web)\/testing\/|^db\/test-[\w-]+\.ts$/.test(path);

/** Returns the number of the line at this offset, counted from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Formats findings for people as `path:line  how to fix it`, one per line. */
export const report = (findings: Finding[]): string =>
  findings.map(({ path, line, fix }) => `${path}:${line}  ${fix}`).join('\n');
