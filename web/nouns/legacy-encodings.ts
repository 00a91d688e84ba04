/** The characters beyond ASCII in texts of one encoding. */
export interface LegacyEncoding {
  /** Name in the Encoding Standard. */
  label: string;
  /** Name of the encoding in chardet, if chardet has one. */
  detected?: string;
  /** Lower-case letters, one string per language; a text has one language. */
  alphabets?: readonly string[];
  /** The letters of its script. */
  script?: RegExp;
  /** Lead bytes of the characters in ordinary texts, and the smallest second byte. */
  leads?: { from: number; to: number; second: number };
  /** Japanese letters: a text with many of them is not Chinese. */
  kana?: RegExp;
}

const western = [
  'àâæçéèêëîïôœùûüÿ',
  'äöüßé',
  'áéíóúñü',
  'áâãàçéêíóôõúü',
  'àèéìíîòóùú',
  'éëïóöüáèê',
  'åäöéà',
  'åæøéòóô',
  'áéíóúýþæöð',
  'àçèéíïòóúü',
];
const central = ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'čćđšž', 'ăâîşţ'];
const cyrillic = /[а-яёіїєґўђјљњћџА-ЯЁІЇЄҐЎЂЈЉЊЋЏ]/gu;
const greek = /[α-ωά-ώΐΰΑ-ΩΆΈΉΊΌΎΏΪΫ]/gu;

const kana = /[ぁ-んァ-ヶ]/gu;

/** When a text fits two encodings equally well, the earlier and more common one wins. */
export const legacyEncodings: readonly LegacyEncoding[] = [
  { label: 'windows-1252', detected: 'ISO-8859-1', alphabets: western },
  { label: 'windows-1250', detected: 'ISO-8859-2', alphabets: central },
  { label: 'windows-1254', detected: 'ISO-8859-9', alphabets: ['çğıöşüâîûi̇'] },
  { label: 'windows-1257', alphabets: ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž'] },
  { label: 'iso-8859-2', alphabets: central },
  { label: 'windows-1251', detected: 'windows-1251', script: cyrillic },
  { label: 'koi8-u', detected: 'KOI8-R', script: cyrillic },
  { label: 'iso-8859-5', detected: 'ISO-8859-5', script: cyrillic },
  { label: 'ibm866', script: cyrillic },
  { label: 'windows-1253', detected: 'ISO-8859-7', script: greek },
  { label: 'iso-8859-7', script: greek },
  { label: 'windows-1255', detected: 'ISO-8859-8', script: /[\u0591-\u05f4]/gu },
  { label: 'windows-1256', detected: 'ISO-8859-6', script: /[\u060c-\u06d2]/gu },
  { label: 'windows-874', script: /[\u0e01-\u0e5b]/gu },
  { label: 'euc-kr', detected: 'EUC-KR', leads: { from: 0xb0, to: 0xc8, second: 0xa1 } },
  { label: 'gb18030', detected: 'GB18030', leads: { from: 0xb0, to: 0xd7, second: 0xa1 } },
  { label: 'big5', detected: 'Big5', leads: { from: 0xa4, to: 0xc6, second: 0x40 } },
  { label: 'shift_jis', detected: 'Shift_JIS', leads: { from: 0x82, to: 0x97, second: 0x40 }, kana },
  { label: 'euc-jp', detected: 'EUC-JP', leads: { from: 0xa4, to: 0xcf, second: 0xa1 }, kana },
];
