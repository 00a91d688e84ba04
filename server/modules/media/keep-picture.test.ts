import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pngOf, redrawInProcess } from '#server/testing/pictures.ts';
import { createDiskStorage } from './disk-storage.ts';
import { asPhoto, keepPicture } from './keep-picture.ts';
import type { MediaStorage } from './storage.ts';

const picture = pngOf(1, 1, deflateSync(Buffer.from([0, 9, 9, 9])));

test('if a picture’s second form can’t be stored, nothing is left behind', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'permille-pictures-'));
  const whole = createDiskStorage(dataDir);
  const storage: MediaStorage = {
    ...whole,
    keep: (key, part, form) =>
      form === 'small' ? Promise.reject(new Error('ENOSPC')) : whole.keep(key, part, form),
  };
  await expect(keepPicture({ storage, redraw: redrawInProcess }, picture, asPhoto)).rejects.toThrow('ENOSPC');
  expect(readdirSync(join(dataDir, 'media'))).toEqual([]);
  const kept = await keepPicture({ storage: whole, redraw: redrawInProcess }, picture, asPhoto);
  expect(kept).toHaveProperty('sha256');
  const [folder] = readdirSync(join(dataDir, 'media'));
  expect(readdirSync(join(dataDir, 'media', folder!)).sort()).toEqual(['file', 'small']);
  rmSync(dataDir, { recursive: true });
});
