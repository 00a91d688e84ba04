import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import type { PostPlatform } from '#contract/platforms/platforms.ts';

/**
 * A platform's recorded replies in one situation, by path and relevant parameters; `*` matches every path.
 */
const fixture = z.strictObject({
  about: z.string(),
  replies: z.array(
    z.strictObject({
      path: z.string(),
      status: z.int(),
      type: z.string().default('application/json; charset=UTF-8'),
      body: z.json().optional(),
      /** The reply's text if it is not JSON; it replaces `body`. */
      text: z.string().optional(),
    }),
  ),
});

function isAnswerTo(path: string, asked: URL): boolean {
  const recorded = new URL(path, asked);
  const named = [...recorded.searchParams];
  return (
    recorded.pathname === asked.pathname &&
    named.every(([name, value]) => asked.searchParams.get(name) === value)
  );
}

/** Starts a local server that replays the recording that was loaded last. */
export async function startReplay() {
  let playing: z.output<typeof fixture>['replies'] = [];
  const unrecorded: string[] = [];
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://replay.invalid');
    const found = playing.find(({ path }) => path === '*' || isAnswerTo(path, asked));
    if (!found) unrecorded.push(asked.pathname);
    const { status, type, text, body } = found ?? { status: 501, type: 'text/plain', text: 'not recorded' };
    response.writeHead(status, { 'content-type': type }).end(text ?? JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Requested paths that no recording contains. */
    unrecorded,
    play(platform: PostPlatform, kind: string): void {
      const file = join(
        import.meta.dirname,
        '../modules/connections/platforms/fixtures',
        platform,
        `${kind}.json`,
      );
      playing = fixture.parse(JSON.parse(readFileSync(file, 'utf8'))).replies;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
