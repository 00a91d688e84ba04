import { type IncomingMessage, request } from 'node:http';
import type { Event } from '#contract/events/events.ts';

/** A message of a stream; `data` is set when the message contains an event. */
export interface Message {
  id: string | null;
  event: string | null;
  data: Event | null;
}

/** An open stream of events, read message by message. */
export interface EventSource {
  status: number;
  headers: IncomingMessage['headers'];
  /** Resolves with the next message except heartbeats; null once the stream has ended. */
  next(): Promise<Message | null>;
  /** Resolves with the kinds of the next `count` messages. */
  kinds(count: number): Promise<string[]>;
  /** Resolves with the whole body, when the reply is a refusal. */
  text(): Promise<string>;
  close(): void;
}

/** Opens a stream as a browser does. */
export async function openEvents(
  url: string,
  headers: Record<string, string>,
  lastEventId?: string,
): Promise<EventSource> {
  const asked = request(`${url}/api/events`, {
    agent: false,
    headers: {
      ...headers,
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).once('error', reject).end();
  });
  response.setEncoding('utf8');
  const messages = readMessages(response);
  const next = async (): Promise<Message | null> => {
    const { value } = await messages.next();
    return value ?? null;
  };
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    next,
    async kinds(count) {
      const found: string[] = [];
      while (found.length < count) {
        const message = await next();
        if (!message) break;
        found.push(message.data?.kind ?? message.event ?? '');
      }
      return found;
    },
    async text() {
      let text = '';
      for await (const part of response) text += part;
      return text;
    },
    close: () => response.destroy(),
  };
}

async function* readMessages(response: IncomingMessage): AsyncGenerator<Message, undefined> {
  let text = '';
  try {
    for await (const part of response) {
      text += part;
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const message of blocks.map(readBlock)) {
        if (message.event !== 'beat' && (message.event ?? message.data)) yield message;
      }
    }
  } catch {
    // An error means that the connection was cut.
  }
  return undefined;
}

function readBlock(block: string): Message {
  const fields = new Map(block.split('\n').map((line) => splitOnce(line)));
  const data = fields.get('data');
  return {
    id: fields.get('id') ?? null,
    event: fields.get('event') ?? (fields.has('retry') ? 'retry' : null),
    data: data ? (JSON.parse(data) as Event) : null,
  };
}

const splitOnce = (line: string): [string, string] => {
  const at = line.indexOf(':');
  return [line.slice(0, at), line.slice(at + 1).trimStart()];
};
