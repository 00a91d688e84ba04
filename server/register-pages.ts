import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { VisitorPage } from './http/drawn-pages.ts';
import { stagingLabel } from './http/mode-label.ts';
import { registerPageRoutes } from './http/pages.ts';
import { SharedReads } from './infra/shared-reads.ts';
import type { Database } from './infra/transaction.ts';
import { cookieName } from './modules/accounts/accounts.ts';
import { listedPaths } from './modules/syndication/syndication.ts';
import { payoutWay } from './texts/facts.ts';
import type { Texts } from './texts.ts';
import { findVisitorPage } from './visitor-pages.ts';

export interface Shown {
  server: FastifyInstance;
  db: Database;
  config: Config;
  pages: Texts['pages'];
  webRoot: string | undefined;
  posts: string | undefined;
}

/** Serves the built web app with the facts about this installation. */
export function registerPages(of: Shown): void {
  const { db, config } = of;
  const offered = { demo: config.mode === 'demo', googleSignIn: config.google !== null };
  const found = new SharedReads<VisitorPage | 'unknown' | null>(db, { maxAgeMs: 1_000, maxKeys: 500 });
  registerPageRoutes(of.server, {
    webRoot: of.webRoot ?? join(fileURLToPath(new URL('..', import.meta.url)), 'web'),
    appUrl: config.appUrl,
    label: config.mode === 'staging' ? stagingLabel(config.simulatorPort !== null) : undefined,
    texts: { ...of.pages },
    payouts: payoutWay(config),
    posts: of.posts,
    findPage: (asked) => found.get(JSON.stringify(asked), () => findVisitorPage(db, asked, offered)),
    sessionCookie: cookieName(config.appUrl.startsWith('https:')),
    encodes: (path) => /^\/clipper\/studio\/[^/]+\/?$/.test(path),
    listed: listedPaths(db),
  });
}
