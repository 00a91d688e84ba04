import type { Place, Role, Statement } from './statements.ts';

/**
 * The values for the placeholders of a URL: ids for `:clip`, `:listing` and `:person`, usernames for
 * `:clipper` and `:host`.
 */
export type Named = Record<'clip' | 'listing' | 'person' | 'clipper' | 'host', string[]>;

interface Reader {
  /** Returns a reply as its reader sees it. A list includes all of its pages; a file is split into rows. */
  read(as: Role, url: string): Promise<unknown>;
  /** The values that replace each placeholder. */
  named: Named;
  /**
   * The usernames of the host and the clipper who read. Facts about "host" or "clipper" are compared as facts
   * about these people.
   */
  own: Partial<Record<'host' | 'clipper', string>>;
}

/** The number of files that one clip may request in a minute. */
const FILES_EACH = 10;

/** Reads all of these places and collects the facts that they state. */
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
