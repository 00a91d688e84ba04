import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { figuresOf } from '#server/testing/figures.ts';
import { simulateS3 } from '#simulator/servers/s3.ts';
import { openFileStorage } from './media.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'permille-storage-ready-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

test('the check of a disk writes a file and leaves nothing of it', async () => {
  const files = await openFileStorage({ bucket: null, dataDir });
  expect(await files.ready!.problem()).toBeNull();
  expect(await figuresOf(files.metrics, 'permille_storage_reachable')).toEqual({ '': 1 });
  expect(readdirSync(join(dataDir, 'media'))).toEqual([]);
});

test('an unreachable bucket makes the process not ready, and many probes cause one request', async () => {
  const KEYS = { bucket: 'permille-tests', accessKeyId: 'test-key', secretAccessKey: 'test-secret' };
  const open = async () => {
    const simulated = await simulateS3(KEYS);
    const settings = { ...KEYS, endpoint: simulated.endpoint, region: 'us-east-1' };
    const files = await openFileStorage({ bucket: { settings, publicEndpoint: null }, dataDir });
    return { simulated, files };
  };
  const [well, gone] = [await open(), await open()];
  expect(await well.files.ready!.problem()).toBeNull();
  well.simulated.close();
  // The earlier result is used, because the last check was less than ten seconds ago.
  expect(await well.files.ready!.problem()).toBeNull();
  gone.simulated.close();
  expect(await gone.files.ready!.problem()).toMatch(/^The storage at http\S+ does not answer: /);
});
