import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import type { Reached } from '#server/infra/backup/dump-tools.ts';
import type { DatabaseSource } from '#server/infra/backup/make-backup.ts';
import { createDatabase } from '#server/infra/db.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { outsidePostgres } from './outside-postgres.ts';

/** An installation that is backed up, destroyed and restored, with either kind of database. */
export interface Installation {
  dataDir: string;
  db: Database;
  source: DatabaseSource;
  /** Destroys the installation, except the roles of its database server. */
  destroy(): Promise<void>;
}

/** Makes installations in separate folders; `open` starts a new one, or one from a restore. */
export interface Kind {
  name: string;
  /**
   * Returns the database into which the dump is restored in this round; null when it is restored into the
   * data folder.
   */
  target(round: number): Promise<Reached | null>;
  open(round: number): Promise<Installation>;
}

const quiet = { onConnectionError: () => undefined };

export const embeddedKind = (folder: string): Kind => ({
  name: 'embedded',
  target: async () => null,
  async open(round) {
    const dataDir = join(folder, `embedded-${round}`);
    const embedded = await startEmbedded({ dataDir });
    const { ownerUrl, appPassword } = embedded;
    const { db, close } = createDatabase((await migrate({ ownerUrl, appPassword })).appUrl, quiet);
    const destroy = async () => {
      await close();
      await embedded.stop();
      rmSync(dataDir, { recursive: true });
    };
    return { dataDir, db, source: { kind: 'embedded', ownerUrl }, destroy };
  },
});

export function ownKind(folder: string, { urlOf, bin }: Awaited<ReturnType<typeof outsidePostgres>>): Kind {
  const admin = createDatabase(urlOf('postgres'), { ...quiet, max: 1 });
  const reached = (round: number): Reached => ({
    url: urlOf(`round_${round}`),
    programs: `${bin}:/usr/bin:/bin`,
  });
  return {
    name: 'own',
    async target(round) {
      await sql`create database ${sql.id(`round_${round}`)}`.execute(admin.db);
      return reached(round);
    },
    async open(round) {
      const dataDir = join(folder, `own-${round}`);
      const { db, close } = createDatabase((await migrate({ ownerUrl: reached(round).url })).appUrl, quiet);
      const destroy = async () => {
        await close();
        await sql`drop database ${sql.id(`round_${round}`)} with (force)`.execute(admin.db);
        rmSync(dataDir, { recursive: true });
      };
      return { dataDir, db, source: { kind: 'external', ...reached(round) }, destroy };
    },
  };
}
