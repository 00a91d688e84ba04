import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Heard {
  headers: Record<string, string>;
  model: string;
  /** Duration of the received sound in seconds. */
  seconds: number;
}

type Answer = (heard: Heard, reply: ServerResponse) => void;

/** Answers with a line for every two seconds, in the form of `verbose_json`. */
const listens: Answer = ({ seconds }, reply) => {
  const segments = Array.from({ length: Math.ceil(seconds / 2) }, (_, line) => ({
    id: line,
    start: 2 * line,
    end: Math.min(seconds, 2 * line + 1.5),
    text: ` Line ${line + 1} of what is said.`,
  }));
  reply.setHeader('content-type', 'application/json');
  reply.end(
    JSON.stringify({ task: 'transcribe', language: 'english', duration: seconds, text: '', segments }),
  );
};

/** Starts a server on this machine that transcribes speech with OpenAI's API, and keeps its requests. */
export async function transcriptionServer() {
  const heard: Heard[] = [];
  let answer = listens;
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(new Uint8Array(Buffer.concat(chunks)), { headers }).formData();
    const file = form.get('file') as File;
    const wav = Buffer.from(await file.arrayBuffer());
    const one: Heard = {
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      model: String(form.get('model')),
      seconds: (wav.length - 44) / wav.readUInt32LE(28),
    };
    heard.push(one);
    answer(one, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1/audio/transcriptions`,
    heard,
    /** Sets the function that answers from now on; without one, the server transcribes again. */
    answers(next: Answer = listens): void {
      answer = next;
    },
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}
