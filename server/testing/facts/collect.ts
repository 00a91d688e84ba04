import type { Place, Role, Statement } from './statements.ts';

/** The placeholders of a URL: `:clip`, `:listing` and `:person` by id, `:clipper` and `:host` by username. */
export type Named = Record<'clip' | 'listing' | 'person' | 'clipper' | 'host', string[]>;

interface Reader {
  /** A reply as its reader sees it: a list with all of its pages, a file with its lines as rows. */
  read(as: Role, url: string): Promise<unknown>;
  /** The values of each placeholder. */
  named: Named;
  /** The usernames of the host and the clipper who read; their facts are compared as their own. */
  own: Partial<Record<'host' | 'clipper', string>>;
}

/** Limit per minute for the files of one clip. */
const FILES_EACH = 10;

/** Collects all statements of these places. */
export async function collect(places: readonly Place[], { read, named, own }: Reader): Promise<Statement[]> {
  const statements: Statement[] = [];
  for (const { as, url, read: stated } of places) {
    const [, kind] = /:(clip|listing|person|clipper|host)\b/.exec(url) ?? [];
    const all = kind ? named[kind as keyof Named] : [''];
    for (const id of kind && url.endsWith('.csv') ? all.slice(0, FILES_EACH) : all) {
      const body = await read(as, kind ? url.replace(`:${kind}`, id) : url);
      for (const { subject, ...claim } of stated(body, id)) {
        const whose = own[subject as 'host' | 'clipper'];
        statements.push({
          ...claim,
          subject: whose ? `${subject} ${whose}` : subject,
          where: `${as} ${url}`,
        });
      }
    }
  }
  return statements;
}
