import { sql } from 'kysely';
import type { StatementRail } from '#contract/external-statements/external-statements.ts';
import type { StatementMapping } from '#contract/external-statements/statement-preview.ts';
import type { Clock } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { OpenPlatforms } from '#server/open-platforms.ts';
import { testApi, testPerson } from './api.ts';
import { testModules } from './modules.ts';

type Answers = { mapping?: Partial<StatementMapping> | undefined; layoutId?: string | undefined };
type Sources = Partial<Pick<OpenPlatforms, 'stripe' | 'paypal'>>;

/** The statements of an installation, through its HTTP routes. */
export async function statementApi(db: Database, clock: Clock, sources: Sources = {}) {
  const [module] = testModules(db, clock, ['external-statements'], { platforms: sources });
  const api = await testApi(db, clock, [module]);
  const admin = await testPerson(db, 'admin');
  const rows = async (path: string) => {
    const { body } = await api.send('GET', path, { as: admin });
    return body.rows as Record<string, unknown>[];
  };
  return {
    api,
    admin,
    module,
    preview: (rail: StatementRail, text: string, more: Answers = {}) =>
      api.send('POST', '/api/admin/external-statements/preview', {
        as: admin,
        body: { rail, text, ...more },
      }),
    /** Previews a file, then imports it in the way that the preview chose. */
    async import(rail: StatementRail, text: string, more: Answers & { bank?: string; digest?: string } = {}) {
      const { mapping, layoutId } = more;
      const shown = await this.preview(rail, text, { mapping, layoutId });
      const body = {
        rail,
        fileName: 'statement.csv',
        text,
        digest: shown.body.understood?.digest ?? '',
        ...more,
      };
      return await api.send('POST', '/api/admin/external-statements', { as: admin, body });
    },
    forget: (layoutId: string) =>
      api.send('DELETE', `/api/admin/statement-layouts/${layoutId}`, { as: admin }),
    fetch: (rail: StatementRail) =>
      api.send('POST', '/api/admin/external-statements/fetch', { as: admin, body: { rail } }),
    lines: (query = 'state=open') => rows(`/api/admin/external-lines?${query}`),
    missing: (query = '') => rows(`/api/admin/missing-movements?${query}`),
    async summary(rail: string) {
      const { body } = await api.send('GET', '/api/admin/external-statements', { as: admin });
      return body.rails.find((one: { rail: string }) => one.rail === rail);
    },
    /** Returns the matches of lines and movements, without ids, which differ in each import. */
    async matches(): Promise<string[]> {
      const { rows: found } = await sql<{ match: string }>`
        select l.external_id || ' ' || l.part || ' ' || l.state || ' ' || coalesce(m.entry_id::text || m.is_equal, '-')
          || ' ' || coalesce(c.external_id, '-') as match
        from external_lines l left join external_matches m on m.line_id = l.id
        left join external_lines c on c.id = l.counter_line_id order by 1`.execute(db);
      return found.map(({ match }) => match);
    },
  };
}
