import { expect, test } from 'vitest';
import { decodeCursor, decodeMomentCursor, encodeCursor } from './cursor.ts';
import { newId } from './id.ts';
import { InvalidInput } from './invalid-input.ts';

test('a cursor is read back as it was made, and any other text is not a cursor', () => {
  const position = { value: '2026-03-02T10:00:00.000Z', id: newId() };
  expect(decodeCursor(encodeCursor(position))).toEqual(position);
  expect(decodeMomentCursor(encodeCursor(position))).toEqual(position);
  for (const id of ['-'.repeat(36), 'f'.repeat(36), '']) {
    expect(decodeCursor(encodeCursor({ ...position, id }))).toBeNull();
  }
});

test.each(['yesterday', '', '2026-13-41T99:99:99.000Z', 'infinity'])(
  '%j is not a moment of a cursor',
  (value) => {
    expect(decodeMomentCursor(encodeCursor({ value, id: newId() }))).toBeNull();
  },
);

test.each(['0000-01-01T00:00:00.000Z', '-271821-04-20T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])(
  'a cursor of %s is refused, because no row has that time',
  (value) => {
    expect(() => decodeMomentCursor(encodeCursor({ value, id: newId() }))).toThrow(InvalidInput);
  },
);
