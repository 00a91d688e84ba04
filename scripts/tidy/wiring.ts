import { isCode, isTest, lineAt, type Rule } from './source.ts';

/** The files in which the app builds its modules. */
const builders = ['server/app.ts', 'server/build-modules.ts', 'server/build-clip-modules.ts'];

/** Tests that build other modules directly. For each, the reason. */
const excepted: Record<string, string> = {
  'server/testing/accounts.ts':
    'the app builds accounts before the others; passwords are hashed quickly here',
  'server/testing/attested-clips.ts': 'chance is chosen, and pictures are redrawn in this process',
  'server/modules/payouts/called-back.test.ts': 'earnings as they were before payouts were called back',
};

const construction = /(?<!function )\bcreate[A-Z]\w*Module\(/g;

/**
 * Only the app's files may assemble a module; tests must use `testModules`. A module's own tests may assemble
 * it differently.
 */
export const wiringRule: Rule = (files) => {
  const faces = new Map(files.map(({ path, text }) => [path, text]));
  const isOwn = (path: string, name: string): boolean => {
    const [, module] = /^server\/modules\/([^/]+)\//.exec(path) ?? [];
    return (
      isTest(path) &&
      (faces.get(`server/modules/${module}/${module}.ts`)?.includes(name.slice(0, -1)) ?? false)
    );
  };
  return files
    .filter((file) => isCode(file) && /^(?:server|db|bench)\//.test(file.path))
    .filter(({ path }) => !builders.includes(path) && !excepted[path])
    .flatMap(({ path, text }) =>
      [...text.matchAll(construction)]
        .filter(([name]) => !isOwn(path, name))
        .map(({ 0: name, index }) => ({
          path,
          line: lineAt(text, index),
          fix: `builds a module by ${name.slice(0, -1)}; take it from testModules (server/testing/modules.ts)`,
        })),
    );
};
