import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import type { PostPlatform } from '#contract/platforms.ts';

/** What one platform answers in one situation, by path; `*` stands for every path. */
const fixture = z.strictObject({
  about: z.string(),
  replies: z.array(
    z.strictObject({
      path: z.string(),
      status: z.int(),
      type: z.string().default('application/json; charset=UTF-8'),
      body: z.json().optional(),
      /** In place of a body: what is sent is no JSON. */
      text: z.string().optional(),
    }),
  ),
});

/** A local server that answers as the recording that was put in last. */
export async function startReplay() {
  let playing: z.output<typeof fixture>['replies'] = [];
  const unrecorded: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://replay.invalid');
    const found = playing.find(({ path }) => path === '*' || path === pathname);
    if (!found) unrecorded.push(pathname);
    const { status, type, text, body } = found ?? { status: 501, type: 'text/plain', text: 'not recorded' };
    response.writeHead(status, { 'content-type': type }).end(text ?? JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Paths that were asked for and are in no recording. */
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
