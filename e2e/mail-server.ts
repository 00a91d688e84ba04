import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Mail } from './tools.ts';

export interface MailServer {
  url: string;
  /** All mails that arrived, oldest first. */
  mails: Mail[];
  close(): Promise<void>;
}

/** Starts a mail server on this machine that keeps its mails. */
export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        mails.push(await read(Buffer.concat(chunks)));
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

async function read(message: Buffer): Promise<Mail> {
  const { to = [], subject = '', text = '' } = await PostalMime.parse(message);
  return { to: to[0]?.address ?? '', subject, text, links: text.match(/https?:\/\/\S+/g) ?? [] };
}
