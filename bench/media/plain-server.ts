import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * The baseline of an upload pipes a request's body to a file. It sends its port, then for each message the
 * processor seconds that it has used.
 */
const folder = mkdtempSync(join(tmpdir(), 'permille-bench-upload-'));
const server = createServer(async (request, response) => {
  await pipeline(request, createWriteStream(join(folder, 'plain')));
  response.end();
});
process.once('disconnect', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!((user + system) / 1e6);
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
