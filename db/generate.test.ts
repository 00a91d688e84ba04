import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '#server/testing/database.ts';
import { generatedFiles, outOfDate } from './generate.ts';

test('schema.sql and types.ts match the migrations', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const changed = outOfDate(await generatedFiles(database.ownerUrl));
  expect(changed, 'out of date: run npm run db:generate and commit what it writes').toEqual([]);
});
