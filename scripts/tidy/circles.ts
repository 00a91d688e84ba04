import { importsOf } from './imports.ts';
import { isCode, type Rule } from './source.ts';

/** No file imports itself by way of others, for types neither: what two files need of each other is a file of its own. */
export const circleRule: Rule = (files) => {
  const imports = new Map(
    files
      .filter(isCode)
      .map((file) => [file.path, importsOf(file).map(({ target, line }) => ({ target, line }))]),
  );
  const done = new Set<string>();
  const way: string[] = [];
  const circles: { path: string; line: number; fix: string }[] = [];
  const walk = (path: string): void => {
    way.push(path);
    for (const { target, line } of imports.get(path) ?? []) {
      if (!target || !imports.has(target) || done.has(target)) continue;
      const start = way.indexOf(target);
      if (start < 0) walk(target);
      else
        circles.push({
          path,
          line,
          fix: `imports in a circle: ${[...way.slice(start), target].join(' → ')}`,
        });
    }
    way.pop();
    done.add(path);
  };
  for (const path of imports.keys()) if (!done.has(path)) walk(path);
  return circles;
};
