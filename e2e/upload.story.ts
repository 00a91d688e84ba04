import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastingPort } from '../scripts/lasting-port.ts';
import { chooseFile } from './people.ts';
import { startServer } from './server.ts';
import { expect, test } from './story.ts';
import { startUploadProxy } from './upload-proxy.ts';

/**
 * The size is large compared with the bytes in transit when a connection is cut, which are some megabytes in
 * socket buffers.
 */
const SIZE = 128 * 1024 * 1024;
const fixture = readFileSync('e2e/fixtures/source.mp4');

/**
 * Returns the fixture with a box that players skip. All parts of the box differ, so that a misplaced part is
 * detected.
 */
function longVideo(): Buffer {
  const rest = Buffer.alloc(SIZE - fixture.length);
  for (let at = 8; at + 4 <= rest.length; at += 4) rest.writeUInt32LE((at * 2_654_435_761) >>> 0, at);
  rest.writeUInt32BE(rest.length, 0);
  rest.write('free', 4, 'latin1');
  return Buffer.concat([fixture, rest]);
}

test('an upload survives a cut connection, a killed server and a closed tab, and resends little', async ({
  page,
  context,
  complaints,
}, info) => {
  complaints.expect(/ERR_|Failed to load resource/);
  const name = `night-${info.workerIndex}-${info.repeatEachIndex}.mp4`;
  const path = join(tmpdir(), name);
  const video = longVideo();
  writeFileSync(path, video);
  const PORT = await lastingPort();
  const proxy = await startUploadProxy(Number(PORT));
  const server = await startServer({ APP_URL: proxy.url, PORT });
  try {
    await page.request.post(`${proxy.url}/api/auth/demo-login`, {
      headers: { origin: proxy.url },
      data: { role: 'host' },
    });
    await page.goto(`${proxy.url}/host/create`);
    proxy.allow(0.2 * SIZE);
    await chooseFile(page, 'Choose file', path);
    await proxy.reached();
    proxy.allow(0.2 * SIZE);
    proxy.cut();
    await proxy.reached();

    await page.getByRole('link', { name: 'My Listings' }).click();
    const tray = page.getByRole('region', { name: 'Uploads' });
    await expect(tray.getByRole('button', { name: `Pause ${name}` })).toBeVisible();
    proxy.allow(0.2 * SIZE);
    await server.crashAndRestart();
    await proxy.reached();
    await page.close({ runBeforeUnload: false });

    const next = await context.newPage();
    await next.goto(`${proxy.url}/host/listings`);
    await expect(
      next.getByText(new RegExp(`Choose ${name} again to continue: \\d\\d% of it is already uploaded`)),
    ).toBeVisible();
    await chooseFile(next, `Choose ${name} again`, 'e2e/fixtures/source.mp4');
    await expect(next.getByText('Another file.')).toBeVisible();
    proxy.allow(SIZE);
    await chooseFile(next, `Choose ${name} again`, path);
    await expect(next.getByText(`${name} has been uploaded successfully.`)).toBeVisible();
    expect(proxy.passed()).toBeLessThan(1.15 * SIZE);

    await next.goto(`${proxy.url}/host/create`);
    await next.getByRole('button', { name: `Use ${name}` }).click();
    const address = await next.getByLabel(`Preview of ${name}`).getAttribute('src');
    const bytes = await (await next.request.get(proxy.url + address)).body();
    const sha256 = (of: Buffer) => createHash('sha256').update(of).digest('hex');
    expect(sha256(bytes)).toBe(sha256(video));
    await next.goto('about:blank');
  } finally {
    await server.stop();
    proxy.close();
    rmSync(path);
  }
});
