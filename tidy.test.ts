import { expect, test } from 'vitest';
import { errorCatalogue } from '#contract/errors.ts';
import { checksAreTestedRule } from './scripts/tidy/checks.ts';
import { childEnvironmentRule } from './scripts/tidy/children.ts';
import { distributedSqlRule } from './scripts/tidy/distributed-sql.ts';
import { errorRowsRule, uniqueCodesRule } from './scripts/tidy/error-catalogue.ts';
import {
  faceRule,
  featureNameRule,
  importRules,
  moduleListRule,
  specifierRule,
} from './scripts/tidy/imports.ts';
import { platformTablesRule } from './scripts/tidy/platform-tables.ts';
import { glossaryPageRule, privateWordsRule } from './scripts/tidy/private-words.ts';
import { releasedMigrationsRule, releasesNamedRule } from './scripts/tidy/releases.ts';
import {
  docsNameCommandsRule,
  docsNameFilesRule,
  migrationsRule,
  pinnedRule,
  quotedTestsRule,
  requiredFilesRule,
} from './scripts/tidy/repository.ts';
import { schemaRule } from './scripts/tidy/schema.ts';
import { barrelRule, fileSizeRule, functionSizeRule, nameRule, sqlPlaceRule } from './scripts/tidy/shape.ts';
import { type Rule, readTree, report } from './scripts/tidy/source.ts';
import { tableFilesRule } from './scripts/tidy/table-files.ts';
import { tableLivesRule } from './scripts/tidy/table-lives.ts';
import { everyTableOwnedRule, tableOwnerRule } from './scripts/tidy/table-owners.ts';
import { voiceRule } from './scripts/tidy/voice.ts';
import { wiringRule } from './scripts/tidy/wiring.ts';
import { wordRules } from './scripts/tidy/words.ts';

const files = readTree(import.meta.dirname);

const rules: Record<string, Rule> = {
  'imports keep to the layers': importRules,
  'a module is entered by its face': faceRule,
  'every module has its place in the order': moduleListRule,
  'a feature of the web has the name of its module': featureNameRule,
  'imports name files as they are': specifierRule,
  'a file is one idea': fileSizeRule,
  'a function fits on a screen': functionSizeRule,
  'names say what is inside': nameRule,
  'names and texts use the words of the glossary': privateWordsRule,
  'the glossary lists what is refused': glossaryPageRule,
  'comments, titles and documents are read once': voiceRule,
  'there are no barrels': barrelRule,
  'SQL stands where it is looked for': sqlPlaceRule,
  'SQL keeps to what distributed PostgreSQL takes': distributedSqlRule,
  'only its owner writes a table': tableOwnerRule,
  'every table has an owner': everyTableOwnedRule,
  'every table has its file': tableFilesRule,
  'every record by platform is in the list of a new platform': platformTablesRule,
  'every table says how long its rows are kept': tableLivesRule,
  'modules are built where the app builds them': wiringRule,
  'what a newcomer looks for is there': requiredFilesRule,
  'docs name files that exist': docsNameFilesRule,
  'docs name commands that exist': docsNameCommandsRule,
  'docs quote tests that exist': quotedTestsRule,
  'every security check has its test': checksAreTestedRule,
  'a child process gets an environment of its own': childEnvironmentRule,
  'dependencies are pinned': pinnedRule,
  'migrations are numbered and known': migrationsRule,
  'a released migration is never edited': releasedMigrationsRule,
  'a release has a section, a list of migrations and a commit': releasesNamedRule,
  'the schema explains itself': schemaRule,
  'error codes are unique': uniqueCodesRule,
  'every error code has its row in docs/errors.md': errorRowsRule(errorCatalogue),
  ...Object.fromEntries(Object.entries(wordRules).map(([name, rule]) => [`forbidden: ${name}`, rule])),
};

test.each(Object.entries(rules))('%s', (_name, rule) => {
  expect(report(rule(files))).toBe('');
});
