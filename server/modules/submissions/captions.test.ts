import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listingLanguages } from '#contract/listings/listing-terms.ts';
import { hasDisclosure, missingTags } from './caption.ts';
import { disclosureWords } from './disclosure.ts';
import given from './fixtures/captions.json' with { type: 'json' };

const cases = z
  .array(
    z.object({
      kind: z.enum(['tag', 'disclosure']),
      required: z.string().optional(),
      caption: z.string(),
      found: z.boolean(),
    }),
  )
  .parse(given);
const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
const isFound = ({ required }: (typeof cases)[number], caption: string): boolean =>
  required === undefined ? hasDisclosure(caption) : missingTags(caption, [required]).length === 0;

describe('captions that people posted', () => {
  it.each(cases)('judges $kind $required in "$caption" as $found', (one) => {
    for (const form of forms) expect(isFound(one, one.caption.normalize(form))).toBe(one.found);
  });
});

it.each([
  'look at this #ad',
  '#AD first',
  '(#sponsored)',
  'Paid partnership with @host',
  'Ad | the run',
  'AD: the run',
  '[Ad] the run',
  'Ad - the run',
  'Ad #fyp #gaming',
  'the run (ad)',
  'the run\nAdvertisement',
  'Sponsored by Marlow',
  'Includes paid promotion',
  'Anzeige: neuer Clip',
  'ANZEIGE neuer Clip',
  'Werbung',
  'Video enthält Werbung',
  'This video contains sponsored content',
  'Werbung | neuer Clip',
  'neuer Clip | Werbung',
  'Bezahlte Partnerschaft mit @host',
  'Publicité - le clip',
  'Collaboration commerciale',
  'COLLABORATION COMMERCIALE avec @host',
  'Partenariat rémunéré',
  'Colaboración pagada con @host',
  'Publi: el clip',
  'parceria paga com @host',
  '#publi novo clipe',
  '#adv nuovo clip',
  'Sponsorizzato da @host',
  '新しい動画#PR',
  '【PR】新しい動画',
  '【広告】新しい動画',
  'プロモーションを含みます',
  '[광고] 새 영상',
  '새 영상#광고',
  '유료광고 포함',
  '#reklama nowy klip',
  '#REKLAM yeni klip',
  'Betaald partnerschap met @host',
  '#विज्ञापन नया क्लिप',
  '#ＡＤ',
  '#ad🔥',
  '🔥#ad',
])('reads %j as paid, in every normalisation form', (caption) => {
  for (const form of forms) expect(hasDisclosure(caption.normalize(form))).toBe(true);
});

it.each([
  '',
  'advert in the middle of a sentence',
  'this ad is wild',
  'Ad astra',
  'Ad-free stream',
  'ad.example is a site',
  '#adventure awaits',
  '#bad #adhd',
  '#notad',
  'not a paid partnership',
  'Unbezahlte Werbung',
  'keine bezahlte Werbung',
  'Die Werbung im Stream',
  'https://x.example/#ad',
  'me@ad.example',
  '#publicity',
  '#prank #project',
  'on the road, no ads',
  '광고 아님',
  '광고가 아닙니다',
  '유료광고 아님',
  '#広告ではない',
  'thanks to @host #collab #gifted',
])('reads %j as not paid, in every normalisation form', (caption) => {
  for (const form of forms) expect(hasDisclosure(caption.normalize(form))).toBe(false);
});

it('has words for each language of the listings, each with its source', () => {
  const known = new Set(disclosureWords.map(({ language }) => language));
  expect(listingLanguages.filter((language) => !known.has(language))).toEqual([]);
  for (const { by, source } of disclosureWords) {
    expect(by).not.toBe('');
    expect(URL.canParse(source)).toBe(true);
  }
});

it('finds every word of the list in its listed spelling', () => {
  for (const { tags, labels, openings, phrases } of disclosureWords) {
    for (const tag of tags) expect(hasDisclosure(`clip #${tag}`), tag).toBe(true);
    for (const label of [...labels, ...openings])
      expect(hasDisclosure(`クリップ | ${label}`), label).toBe(true);
    for (const opening of openings) expect(hasDisclosure(`${opening} clip`), opening).toBe(true);
    for (const phrase of phrases) expect(hasDisclosure(`clip ${phrase} clip`), phrase).toBe(true);
  }
});

it('judges a caption the same in every normalisation form', () => {
  const words = disclosureWords.flatMap(({ tags, phrases }) => [...tags.map((tag) => `#${tag}`), ...phrases]);
  const part = fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary', maxLength: 6 }));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      const caption = parts.join('');
      const judged = hasDisclosure(caption);
      for (const form of forms) expect(hasDisclosure(caption.normalize(form))).toBe(judged);
    }),
  );
});
