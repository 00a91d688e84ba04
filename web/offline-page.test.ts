import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(join(import.meta.dirname, 'public', name));

test('the kept offline page is fetched anew whenever its page or its script is another', () => {
  const hash = createHash('sha256').update(read('offline.html')).update(read('offline.js')).digest('hex');
  expect(String(read('sw.js'))).toContain(`'offline-${hash.slice(0, 8)}'`);
});
