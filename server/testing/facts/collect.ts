import type { Place, Role, Statement } from './statements.ts';

/** What an address may name: `:clip`, `:listing` and `:person` by id, `:clipper` and `:host` by username. */
export type Named = Record<'clip' | 'listing' | 'person' | 'clipper' | 'host', string[]>;

interface Reader {
  /** A reply as its reader sees it: a list with all of its pages, a file with its lines as rows. */
  read(as: Role, url: string): Promise<unknown>;
  /** What each kind of address is asked for. */
  named: Named;
  /** Who reads as host and as clipper, by username: their own facts are theirs alone. */
  own: Partial<Record<'host' | 'clipper', string>>;
}

/** A file of one clip may be asked for so often a minute. */
const FILES_EACH = 10;

/** Everything that these places state. */
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
