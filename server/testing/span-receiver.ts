import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span in OTLP's JSON form. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, string | number> }[];
  status: { code: number };
}

interface Exported {
  resourceSpans: {
    resource: { attributes: ReceivedSpan['attributes'] };
    scopeSpans: { spans: ReceivedSpan[] }[];
  }[];
}

export const attributesOf = ({ attributes }: Pick<ReceivedSpan, 'attributes'>): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** An OTLP receiver on this machine that keeps the spans it receives. */
export async function spanReceiver() {
  const state = {
    bodies: [] as string[],
    paths: [] as string[],
    headers: [] as IncomingHttpHeaders[],
    answer: 200,
  };
  const server = createServer(async (request, reply) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    state.bodies.push(body);
    state.paths.push(request.url ?? '');
    state.headers.push(request.headers);
    reply.writeHead(state.answer, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const exported = () => state.bodies.flatMap((body) => (JSON.parse(body) as Exported).resourceSpans);
  return {
    state,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    resources: () => exported().map(({ resource }) => attributesOf(resource)),
    spans: (): ReceivedSpan[] =>
      exported().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}
