import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  id: string;
  headers: Record<string, string>;
  body: string;
}

/** Answers a message; the first argument counts all messages from 1. */
type Answer = (count: number, reply: ServerResponse, message: Received) => void;

/** Starts a webhook receiver on this machine, which keeps its messages. */
export async function webhookReceiver() {
  const received: Received[] = [];
  const paths: string[] = [];
  let answer: Answer = (_count, reply) => void reply.end();
  const server = createServer(async (request, reply) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const message = { id: headers['webhook-id'] ?? '', headers, body };
    received.push(message);
    paths.push(request.url ?? '');
    answer(received.length, reply, message);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    /** Paths of the messages since its start. */
    paths,
    /** Sets the function that answers from now on. */
    answers(next: Answer): void {
      answer = next;
    },
    answersWith(status: number, headers: Record<string, string> = {}, text = ''): void {
      answer = (_count, reply) => void reply.writeHead(status, headers).end(text);
    },
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

export type WebhookReceiver = Awaited<ReturnType<typeof webhookReceiver>>;

/**
 * Returns a message's content after the library of Standard Webhooks verified it. Throws when the secret did
 * not sign it.
 */
export const verified = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers) as {
    type: string;
    timestamp: string;
    data: {
      subjectId: string | null;
      submissionId: string | null;
      listingId: string | null;
      url: string;
      apiUrl: string | null;
    };
  };
