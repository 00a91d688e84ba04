import { join } from 'node:path';
import { closure } from './chunks.mjs';
import { layouts } from './page-modules.mjs';
import { root } from './project.mjs';
import { uniteShared } from './unite-shared.mjs';
import { firstVisits } from './web-sizes.mjs';

/**
 * Returns the bundler's options for the scripts that pages share.
 * @param output the bundler's output without these options
 */
export function sharedScripts(output) {
  const scripts = output.filter(({ type }) => type === 'chunk');
  const chunks = Object.fromEntries(
    scripts.map((chunk) => [chunk.fileName, { ...chunk, file: chunk.fileName }]),
  );
  const names = uniteShared(chunks, visitsOf(chunks));
  const name = (module) => names.get(module) ?? null;
  // The imports of a merged script stay in their own files, because no two of these files import each other.
  const group = { name, debugName: 'shared scripts', includeDependenciesRecursively: false };
  return { codeSplitting: { groups: [group] } };
}

/**
 * Returns the sets of scripts that are loaded together: each page or part with its layout, and whether a
 * first visit can load it.
 */
function visitsOf(chunks) {
  const nameOf = (module) => module?.slice(join(root, 'web/').length);
  const files = new Map(
    Object.values(chunks).map(({ facadeModuleId, file }) => [nameOf(facadeModuleId), file]),
  );
  const filesOf = (modules) =>
    new Set(['index.html', ...modules].flatMap((module) => [...closure(chunks, files.get(module))]));
  const visits = firstVisits.map(({ modules }) => ({ files: filesOf(modules), isFirst: true }));
  for (const { isDynamicEntry, facadeModuleId } of Object.values(chunks)) {
    if (!isDynamicEntry) continue;
    const module = nameOf(facadeModuleId);
    const [, area] = /^routes\/([^/]+)\//.exec(module) ?? [];
    const isFirst = area === 'public' || area === 'auth';
    visits.push({ files: filesOf([...(layouts[area] ?? []), module]), isFirst });
  }
  return visits;
}
