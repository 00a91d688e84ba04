import fc from 'fast-check';

const which = fc.nat({ max: 3 });
const views = fc.integer({ min: 0, max: 12_000 });
export const counts = fc.array(views, { minLength: 4, maxLength: 4 });
export const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('count' as const), views: counts }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('release' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      clip: which,
      range: fc.option(fc.tuple(views, views)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('decide' as const), clip: which, upheld: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('finish' as const), clip: which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('figures' as const),
      clip: which,
      views: fc.integer({ min: 1, max: 9_000 }),
      part: fc.nat({ max: 9_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bank' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('fund' as const), cents: fc.integer({ min: 1, max: 900 }) }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

export const terms = fc.record({
  rateCents: fc.constantFrom(10, 150, 200, 333),
  budgetCents: fc.integer({ min: 100, max: 4_000 }),
  minViews: fc.constantFrom(0, 1_000, 5_000),
  policy: fc.constantFrom('first_approved' as const, 'capped' as const, 'reserved' as const),
  clips: fc.integer({ min: 2, max: 4 }),
  byFigures: fc.boolean(),
});
export type Terms = typeof terms extends fc.Arbitrary<infer T> ? T : never;

/** Histories that once found a fault. */
export const settlementExamples: [Terms, number[], Step[]][] = [
  // Money that one clip frees goes to the clip that was approved first, not to another clip of the locked
  // clipper.
  [
    {
      rateCents: 10,
      budgetCents: 100,
      minViews: 0,
      policy: 'first_approved',
      byFigures: false,
      clips: 4,
    },
    [0, 10_123, 11_997, 384],
    [{ do: 'count', views: [4_488, 5_666, 8, 7_733] }],
  ],
  // Money freed by a clip whose views fell is reserved for another contested clip before a third clip is
  // paid, even without a free budget.
  [
    {
      rateCents: 150,
      budgetCents: 561,
      minViews: 0,
      policy: 'first_approved',
      byFigures: false,
      clips: 3,
    },
    [3_738, 0, 3, 11_993],
    [
      { do: 'hold', clip: 1, range: [0, 450] },
      { do: 'count', views: [1_395, 450, 1_896, 0] },
    ],
  ],
  // A clip is not finished while its last earnings are pending, because a bank that then questions the
  // payment can still reach them.
  [
    {
      rateCents: 10,
      budgetCents: 100,
      minViews: 0,
      policy: 'first_approved',
      byFigures: false,
      clips: 2,
    },
    [0, 1, 0, 0],
    [{ do: 'finish', clip: 1 }, { do: 'bank' }],
  ],
];
