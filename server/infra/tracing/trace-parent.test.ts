import { expect, test } from 'vitest';
import { readTraceParent, writeTraceParent } from './trace-parent.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

test.each([
  [`00-${TRACE}-${SPAN}-01`, true],
  [`00-${TRACE}-${SPAN}-00`, false],
  [`00-${TRACE}-${SPAN}-03`, true],
  // A later version of the header may have more fields.
  [`cc-${TRACE}-${SPAN}-01`, true],
  [`cc-${TRACE}-${SPAN}-01-what-comes-later`, true],
])('%s is read', (header, isSampled) => {
  expect(readTraceParent(header)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled });
});

test.each([
  undefined,
  '',
  TRACE,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-1`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.slice(1)}-${SPAN}-01`,
  // The header was sent twice; Node joins both values.
  `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
  [`00-${TRACE}-${SPAN}-01`],
  `00-${TRACE}-${SPAN}-01\n`,
])('%j is not valid', (header) => {
  expect(readTraceParent(header)).toBeNull();
});

test('a written header is read back unchanged', () => {
  const parent = { traceId: TRACE, spanId: SPAN, isSampled: true };
  expect(writeTraceParent(parent)).toBe(`00-${TRACE}-${SPAN}-01`);
  expect(readTraceParent(writeTraceParent(parent))).toEqual(parent);
});
