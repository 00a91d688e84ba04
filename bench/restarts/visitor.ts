import { Agent, type IncomingMessage, request } from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const GIVE_UP_MS = 30_000;

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  /** The request's body; a stream is sent as it arrives. */
  body?: string | Readable;
}

/** Requests a path. Rejects without an answer, and for a fault of the server or its proxy. */
export type Ask = (path: string, asked?: Asked) => Promise<IncomingMessage>;

let made = 0;

/** Makes a visitor with a separate loopback address, whose requests a proxy sends to one process. */
export function visitorOf(url: string, origin: string): Ask {
  made += 1;
  const localAddress = `127.0.${3 + (made >> 7)}.${1 + (made & 127)}`;
  const agent = new Agent({ keepAlive: true, localAddress } as ConstructorParameters<typeof Agent>[0]);
  return async (path, { method = 'GET', headers = {}, body } = {}) => {
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      const own = { origin, ...headers };
      const sent = request(url + path, { method, agent, localAddress, headers: own }, resolve);
      sent.once('error', reject);
      sent.setTimeout(GIVE_UP_MS, () => sent.destroy(new Error('no answer in time')));
      if (typeof body === 'object') body.pipe(sent);
      else sent.end(body);
    });
    if (reply.statusCode! >= 500)
      throw new Error(`answered ${reply.statusCode}: ${(await text(reply)).slice(0, 120)}`);
    return reply;
  };
}
