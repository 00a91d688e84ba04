import { posix } from 'node:path';
import { featuresWithoutModule, layers, moduleOrder } from './layers.ts';
import { type Finding, isCode, isTest, lineAt, type Rule, type SourceFile } from './source.ts';

interface Import {
  /** The specifier as written in the source. */
  specifier: string;
  /** Path in the project, or null for a package. */
  target: string | null;
  line: number;
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

/** Returns a file's imports, static and dynamic. */
function importsOf({ path, text }: SourceFile): Import[] {
  return [...text.matchAll(importPattern)].map((match) => {
    const specifier = (match[1] ?? match[2])!;
    const line = lineAt(text, match.index + match[0].length - 1);
    if (specifier.startsWith('#')) return { specifier, target: specifier.slice(1), line };
    if (!specifier.startsWith('.')) return { specifier, target: null, line };
    return { specifier, target: posix.join(posix.dirname(path), specifier.replace(/\?.*$/, '')), line };
  });
}

/** Imports must follow the table of layers; an import that the table does not allow is a finding. */
export const importRules: Rule = (files) =>
  files.filter(isCode).flatMap((file) => {
    const layer = layers.find(({ from }) => from.test(file.path));
    if (!layer) return [];
    const own = layer.from.exec(file.path)?.[1] ?? '';
    const allowed = layer.may.map((prefix) => prefix.replace('$1', own));
    return importsOf(file).flatMap(({ specifier, target, line }): Finding[] => {
      if (target?.startsWith('server/testing/') && !mayUseTestSupport(file.path))
        return [{ path: file.path, line, fix: `imports ${specifier}, which is for tests alone` }];
      if (target === null) {
        if (!layer.packages || layer.packages.test(specifier)) return [];
      } else if (allowed.some((prefix) => target.startsWith(prefix)) || isAllowedFace(file.path, target)) {
        return [];
      }
      return [{ path: file.path, line, fix: `imports ${specifier}; it may import ${layer.says}` }];
    });
  });

/** Only tests and benches may import test support. */
const mayUseTestSupport = (path: string): boolean =>
  isTest(path) || path.startsWith('bench/') || path === 'vitest.config.ts';

/** Later modules, and the tests of every module, may import a module's face. */
function isAllowedFace(path: string, target: string): boolean {
  const own = /^server\/modules\/([^/]+)\//.exec(path)?.[1];
  const [, other, face] = /^server\/modules\/([^/]+)\/([^/]+)\.ts$/.exec(target) ?? [];
  if (!own || !other || other !== face) return false;
  return isTest(path) || moduleOrder.indexOf(other) < moduleOrder.indexOf(own);
}

/** Code outside the modules may import only a module's face. */
export const faceRule: Rule = (files) =>
  files
    .filter((file) => isCode(file) && /^(server\/(?!modules\/)|db\/)/.test(file.path) && !isTest(file.path))
    .flatMap((file) =>
      importsOf(file).flatMap(({ target, line }): Finding[] => {
        const [, module, rest] = /^server\/modules\/([^/]+)\/(.+)$/.exec(target ?? '') ?? [];
        if (!module || rest === `${module}.ts`) return [];
        return [
          { path: file.path, line, fix: `import server/modules/${module}/${module}.ts, the module's face` },
        ];
      }),
    );

/** Every module must be in the list that defines the order of modules. */
export const moduleListRule: Rule = (files) => {
  const modules = new Map(
    files.flatMap(({ path }) => {
      const name = /^server\/modules\/([^/]+)\//.exec(path)?.[1];
      return name ? [[name, path] as const] : [];
    }),
  );
  return [...modules]
    .filter(([name]) => !moduleOrder.includes(name))
    .map(([name, path]) => ({
      path,
      line: 1,
      fix: `put ${name} into moduleOrder of scripts/tidy/layers.ts`,
    }));
};

/** A feature must have the name of its module, and so must each folder of the admin's screens. */
export const featureNameRule: Rule = (files) => {
  const known = new Set([...moduleOrder, ...featuresWithoutModule]);
  const folders = new Map(
    files.flatMap(({ path }) => {
      const [, feature, area] = /^web\/features\/([^/]+)\/(?:([^/]+)\/)?/.exec(path) ?? [];
      if (!feature) return [];
      return [[feature, path] as const, ...(feature === 'admin' && area ? [[area, path] as const] : [])];
    }),
  );
  return [...folders]
    .filter(([name]) => !known.has(name))
    .map(([name, path]) => ({
      path,
      line: 1,
      fix: `move ${name} into the folder of its noun, or name it in featuresWithoutModule with a reason in ARCHITECTURE.md`,
    }));
};

/** Whether a file is left out, because it tests these rules and contains forbidden imports. */
const isFixture = (path: string): boolean => path === 'scripts/tidy/guards.test.ts';

/** Import paths must name the file exactly as on the disk. */
export const specifierRule: Rule = (files) => {
  const known = new Set(files.map(({ path }) => path));
  return files
    .filter((file) => isCode(file) && !isFixture(file.path))
    .flatMap((file) =>
      importsOf(file).flatMap(({ specifier, target, line }): Finding[] => {
        const at = { path: file.path, line };
        if (/^(\.\.\/){3}/.test(specifier))
          return [{ ...at, fix: `write ${specifier} as a subpath import such as #contract/…` }];
        if (target && !/\.[a-z0-9]+$/.test(target))
          return [{ ...at, fix: `name the file with its extension instead of ${specifier}` }];
        if (target && /\.tsx?$/.test(target) && !known.has(target))
          return [{ ...at, fix: `${specifier} does not exist` }];
        return [];
      }),
    );
};
