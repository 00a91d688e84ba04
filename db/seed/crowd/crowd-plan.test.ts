import { expect, test } from 'vitest';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { hasDisclosure } from '#server/modules/submissions/caption.ts';
import { crowdHosts, planCrowd } from './crowd-plan.ts';

/** Moments at the edges of days, months and years, and between. */
const moments = Array.from({ length: 60 }, (_, nth) =>
  after(new Date('2027-12-20T23:59:00Z'), nth * (DAY + 5 * HOUR)),
);

test('nine hosts offer 53 listings, and no two have the same title', () => {
  expect(crowdHosts).toHaveLength(9);
  const titles = crowdHosts.flatMap(({ listings }) => listings.map(({ title }) => title));
  expect(new Set(titles).size).toBe(53);
});

test.each([true, false])(
  'no clip is older than its listing or later than the present (spread: %s)',
  (spread) => {
    for (const now of moments) {
      const { listings, clips } = planCrowd(now, spread);
      expect(listings).toHaveLength(53);
      for (const { listing, postedAt, submittedAt, decision, drawn } of clips) {
        expect(postedAt >= listing.postedAt).toBe(true);
        expect(submittedAt > postedAt).toBe(true);
        expect((decision?.at ?? submittedAt) <= (listing.endedAt ?? now)).toBe(true);
        if (decision) expect(decision.at > submittedAt).toBe(true);
        expect(listing.spec.platforms).toContain(drawn.platform);
      }
    }
  },
);

test('no two clips of a listing have the same caption, which would mark one as a copy', () => {
  const { clips } = planCrowd(moments[0]!, true);
  const named = clips.map(({ listing, caption }) => `${listing.spec.title}: ${caption}`);
  expect(named).toEqual([...new Set(named)]);
});

test('a clip is rejected for a missing disclosure exactly if its caption has none', () => {
  const { clips } = planCrowd(moments[0]!, true);
  const undisclosed = clips.filter(
    ({ decision }) => decision?.kind === 'rejected' && decision.reason === 'missing_disclosure',
  );
  expect(undisclosed).toHaveLength(1);
  expect(clips.filter(({ caption }) => !hasDisclosure(caption))).toEqual(undisclosed);
});
