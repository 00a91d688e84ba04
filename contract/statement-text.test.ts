import { expect, test } from 'vitest';
import { statementText } from './statement-text.ts';

test('the euro sign of a Windows-1252 file is read as a euro sign, whatever runs this', () => {
  expect(statementText(Uint8Array.from([0x80, 0x39, 0x2c, 0x35, 0x30, 0x20, 0xfc]))).toBe('€9,50 ü');
});
