import { migrate } from '#db/migrate.ts';
import type { LoneCommand } from './command.ts';

export const migrateDatabase: LoneCommand = {
  says: 'migrate              brings the database of DATABASE_URL up to date, for processes that have APP_DATABASE_URL alone',
  async runAlone({ env, print }) {
    const ownerUrl = env.DATABASE_URL?.trim();
    if (!ownerUrl) {
      print('Name the owner of the tables in DATABASE_URL. The embedded database is migrated by each start.');
      return 1;
    }
    const appUrl = env.APP_DATABASE_URL?.trim() || undefined;
    const { applied } = await migrate({ ownerUrl, appUrl, log: print });
    if (applied.length === 0) print('The database is up to date.');
    if (!appUrl)
      print(
        'Only the owner knows the login of the app: name your own in APP_DATABASE_URL for processes without DATABASE_URL.',
      );
    return 0;
  },
};
