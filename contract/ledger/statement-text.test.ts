import { expect, test } from 'vitest';
import { statementText } from './statement-text.ts';

test('reads the euro sign of a Windows-1252 file on every runtime', () => {
  expect(statementText(Uint8Array.from([0x80, 0x39, 0x2c, 0x35, 0x30, 0x20, 0xfc]))).toBe('€9,50 ü');
});

test('reads a row in Windows-1252 the same whatever other rows its file has', () => {
  const rows = ['Søren', 'José Núñez', 'Café Noël', '§ 5', 'Müller'];
  for (const row of rows)
    for (const other of rows) {
      const text = `Amount;Name\n12,50;${row}\n12,50;${other}\n`;
      expect(statementText(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))).toBe(text);
    }
});
