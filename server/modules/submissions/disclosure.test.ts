import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasDisclosure } from './caption.ts';

const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
const spellings = (caption: string): string[] => [
  ...forms.map((form) => caption.normalize(form)),
  caption.toUpperCase(),
  caption.toLowerCase(),
];
const expectJudged = (caption: string, isPaid: boolean): void => {
  expect(spellings(caption).filter((one) => hasDisclosure(one) !== isPaid)).toEqual([]);
};

const paid: Record<string, string[]> = {
  'a label in signs of any kind': [
    ...['-Anzeige- neuer Clip', '*Sponsored*', '_Werbung_', '~ad~', '«Реклама»', '（広告）新しい'],
    ...['〈PR〉新しい動画', 'ＰＲ｜新しい動画', '(광고)새 영상', '💰 Sponsored', '#Werbung/Anzeige', '#𝐚𝐝'],
  ],
  'a phrase in other endings, joined by signs or written as a hashtag': [
    ...['cette vidéo est sponsorisée par @host', 'paid-partnership with host', '#paid_partnership'],
    ...['#betaaldesamenwerking', '#sponsoredContent', '#광고포함', '유료광고를 포함합니다', '#إعلان_مدفوع'],
    ...['この動画には広告が含まれます', '협찬을 받았습니다', '本 #廣告'],
  ],
  // YouTube shows these labels: https://support.google.com/youtube/answer/154235
  'the label of YouTube in another language': [
    ...['Inclut une communication commerciale', 'Enthält bezahlte Werbung', 'Incluye promociones pagadas'],
    ...['Inclui promoção paga', 'プロモーションを含みます', '유료 광고 포함'],
  ],
  // The source of each word is in disclosure-words-further.ts.
  'a word of a language that no listing names': [
    ...[
      'Reklam för @host',
      'I betalt samarbete med @host',
      'Reklame | klipp',
      '#annonse',
      'Mainos: uusi klippi',
    ],
    ...[
      'Kaupallinen yhteistyö',
      '#placenépartnerství',
      'Hirdetés',
      '#fizetettpartnerség',
      '#ParteneriatPlătit',
    ],
    ...['#Oglas', 'ΔΙΑΦΗΜΙΣΗ', '#διαφήμιση', 'Реклама. ООО Ромашка', 'На правах реклами', '【广告】新视频'],
    ...['#إعلان', 'مادة إعلانية', '#פרסומת', 'Quảng cáo', '#বিজ্ঞাপন', '#விளம்பரம்', '#inserzioneapagamento'],
  ],
  'a disclosure after a sentence with "no" or "not"': [
    ...["I can't even #ad", 'Oh no #ad', 'Believe it or not #ad', 'He was not ready #ad', 'Maybe not #ad'],
    ...["Don't miss this (ad)", 'Not clickbait, paid partnership with @host', 'I have no words #ad #gaming'],
    ...[
      'Das gibt es nicht #anzeige',
      'Werbung | kein Witz',
      'Il ne l’a pas vu #publicité',
      'Hoje no canal #publi',
    ],
    ...['Vi isso no TikTok em parceria paga com @host', 'Non ci credo #adv', 'これは笑うしかない #広告'],
    ...[
      '#광고 이거 없으면 못 살아',
      '[광고] 안 보면 후회',
      '못 참겠다 #광고',
      'Nie wierzę #reklama',
      '#AD #NoFilter',
    ],
  ],
};

const unpaid: Record<string, string[]> = {
  'a denial in English': [
    ...[
      'Not #ad',
      'this is NOT #ad',
      'not an #ad',
      '#notanad #ad',
      "This isn't even an #ad",
      '(not sponsored)',
    ],
    ...['not "sponsored"', 'This video isn’t sponsored by anyone', 'I wish this was sponsored by Nike'],
    ...['Sponsored by absolutely no one', 'no paid partnership here', 'zero paid promotion', 'unpaid ad'],
    ...['I did not make this in a paid partnership', 'never been sponsored by anyone', 'Not an ad lol #ad'],
  ],
  'a denial in another language': [
    ...[
      'Werbung, unbezahlt',
      'Werbung (unbezahlt)',
      '#werbung #unbezahlt',
      'Unbezahlte Werbung | toll #werbung',
    ],
    ...[
      'Das ist wirklich keine bezahlte Partnerschaft',
      'Ceci n’est pas une #publicité',
      'sponsorisé par personne',
    ],
    ...['Aucune collaboration commerciale', 'No es una colaboración pagada', 'Patrocinado por nadie'],
    ...[
      'Isso não é #publi',
      'Non è una partnership pubblicizzata',
      'Dit is geen #advertentie',
      'Ikke #reklame',
    ],
    ...[
      'Tämä ei ole #mainos',
      'To nie #reklama',
      'Это не #реклама',
      'Bu #reklam değil',
      'Δεν είναι #διαφήμιση',
    ],
    ...['هذا ليس #إعلان', 'זו לא #פרסומת', 'Không phải #quảngcáo', 'यह #विज्ञापन नहीं है', '这不是#广告'],
  ],
  'a denial in text without spaces': [
    ...[
      'プロモーションを含みません',
      '広告を含んでいません',
      '#広告 じゃない',
      '【広告なし】',
      '非#広告',
      '#PR ではありません',
    ],
    ...[
      '유료광고를 포함하지 않습니다',
      '유료광고아닙니다',
      '협찬받지 않았습니다',
      '제작비를 지원받지 않았습니다',
    ],
    ...[
      '광고가 포함되어 있지 않습니다',
      '광고나 협찬이 아닙니다',
      '#광고 아님',
      '내돈내산 #협찬 후기 #내돈내산',
    ],
  ],
  'a sentence about advertisements': [
    ...['Anzeige ist raus! Polizei kommt', 'Anzeige gegen Unbekannt', 'Werbung der 90er', 'Werbung nervt'],
    ...['Publicité mensongère !', 'Publicidad engañosa de Nike', 'Pubblicità ingannevole', '광고 보고 빡침'],
    ...[
      'Реклама бесит',
      'reklam filmi çok komik',
      '广告太多',
      '広告費の話',
      'ad blocker test',
      'the best ad ever',
    ],
  ],
  'a word that means something else in another language or in another place': [
    ...['Anúncio: live amanhã', '¡Anuncio! Nuevo directo', 'Annonce: live ce soir', 'إعلان: بث مباشر'],
    ...[
      'PR! 200 kg',
      'PR | squat day',
      'Ad hoc clip',
      'Ad astra',
      '1066 AD',
      'Pub crawl in Dublin',
      '#publication',
    ],
    ...['Bewerbung', 'Werbungskosten', 'reklamation', 'mainostauko', 'рекламация', '#Paid_Partnership_Host'],
  ],
};

describe('a caption is disclosed by', () => {
  it.each(Object.entries(paid))('%s', (_kind, captions) => {
    for (const caption of captions) expectJudged(caption, true);
  });
});

describe('a caption is not disclosed by', () => {
  it.each(Object.entries(unpaid))('%s', (_kind, captions) => {
    for (const caption of captions) expectJudged(caption, false);
  });
});

it('rejects a caption with a denied disclosure anywhere in it, in any spelling', () => {
  const around = fc.array(
    fc.constantFrom('new clip', '🔥', '@host', '#fyp', '#gaming', '新しい動画', 'كليب'),
  );
  const denied = fc.constantFrom(
    ...Object.entries(unpaid).flatMap(([kind, all]) => (/denial/.test(kind) ? all : [])),
  );
  const between = fc.constantFrom('\n', ' | ', '. ', '\r\n\r\n');
  fc.assert(
    fc.property(around, denied, around, between, (before, denial, after, mark) => {
      for (const caption of spellings([...before, denial, ...after].join(mark))) {
        expect([caption, hasDisclosure(caption)]).toEqual([caption, false]);
      }
    }),
  );
});

it('accepts a disclosing hashtag with any text around it that denies nothing', () => {
  const around = fc.array(
    fc.constantFrom(
      'new clip',
      '🔥',
      '@host',
      '#fyp',
      'no way',
      'not again',
      '新しい動画',
      'كليب',
      'ad',
      'bold',
    ),
  );
  const tag = fc.constantFrom(
    '#ad',
    '＃ＡＤ',
    '#Werbung',
    '#広告',
    '#광고',
    '#publicité',
    '#reklama',
    '#إعلان',
  );
  fc.assert(
    fc.property(around, tag, around, fc.constantFrom('\n', ', ', ' 🎮 '), (before, found, after, mark) => {
      expectJudged([...before, found, ...after].join(mark), true);
    }),
  );
});
