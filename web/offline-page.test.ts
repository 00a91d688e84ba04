import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(join(import.meta.dirname, 'public', name));

test('browsers fetch the stored offline page again whenever its page or script changes', () => {
  const hash = createHash('sha256').update(read('offline.html')).update(read('offline.js')).digest('hex');
  expect(String(read('sw.js'))).toContain(`'offline-${hash.slice(0, 8)}'`);
});
