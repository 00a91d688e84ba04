/** An encoding, with the non-ASCII characters that are usual in its texts. */
export interface LegacyEncoding {
  /** The encoding's name in the Encoding Standard. */
  label: string;
  /** The encoding's name in chardet; absent if chardet doesn't know it. */
  detected?: string;
  /** The lower-case letters of each language. A text is in one of the languages. */
  alphabets?: readonly string[];
  /** Matches the letters of the encoding's script. */
  script?: RegExp;
  /** The range of lead bytes of the characters in ordinary texts, and the smallest second byte. */
  leads?: { from: number; to: number; second: number };
  /**
   * Matches the most frequent characters. Bytes may be valid in two scripts, but few of them are frequent
   * characters of the wrong script.
   */
  common?: RegExp;
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
const hangul =
  /[이다는의에가을하고지은로사기한도자어서나를니들아리그과안해요세녕감습보시만대인게정오늘여러분있없저우같제일수와주거구면마음전생부무말네것때라상선야]/gu;
const hanzi =
  /[的一是不了人我在有他这這中大来來上个個国國说說们們为為子和你地出道也时時年得就那要下以生会會自着著去之过過家学學对對可她里後后么麼小心多天而能好都然没沒日于起还還发發成事只想看文开開手用什谢謝今新现現们點点話话聽听很請请让讓吗嗎吧呢啊歡欢迎頻频観观看]/gu;

/**
 * The encodings, more common ones first. If a text fits two encodings equally well, the first one is used.
 */
export const legacyEncodings: readonly LegacyEncoding[] = [
  { label: 'windows-1252', detected: 'ISO-8859-1', alphabets: western },
  { label: 'windows-1250', detected: 'ISO-8859-2', alphabets: central },
  { label: 'windows-1254', detected: 'ISO-8859-9', alphabets: ['çğıöşüâîûi̇'] },
  // Estonian has š and ž only in foreign words; with them Turkish ş would pass for ž.
  { label: 'windows-1257', alphabets: ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöü'] },
  { label: 'iso-8859-2', alphabets: central },
  { label: 'windows-1251', detected: 'windows-1251', script: cyrillic },
  { label: 'koi8-u', detected: 'KOI8-R', script: cyrillic },
  { label: 'iso-8859-5', detected: 'ISO-8859-5', script: cyrillic },
  { label: 'ibm866', script: cyrillic },
  { label: 'windows-1253', detected: 'ISO-8859-7', script: greek },
  { label: 'iso-8859-7', script: greek },
  { label: 'windows-1255', detected: 'ISO-8859-8', script: /[\u0591-\u05f4]/gu },
  { label: 'windows-1256', script: /[\u060c-\u06d2]/gu },
  { label: 'iso-8859-6', detected: 'ISO-8859-6', script: /[\u060c-\u06d2]/gu },
  { label: 'windows-874', script: /[\u0e01-\u0e5b]/gu },
  { label: 'euc-kr', detected: 'EUC-KR', leads: { from: 0xb0, to: 0xc8, second: 0xa1 }, common: hangul },
  { label: 'gb18030', detected: 'GB18030', leads: { from: 0xb0, to: 0xd7, second: 0xa1 }, common: hanzi },
  { label: 'big5', detected: 'Big5', leads: { from: 0xa4, to: 0xc6, second: 0x40 }, common: hanzi },
  { label: 'shift_jis', detected: 'Shift_JIS', leads: { from: 0x82, to: 0x97, second: 0x40 }, common: kana },
  { label: 'euc-jp', detected: 'EUC-JP', leads: { from: 0xa4, to: 0xcf, second: 0xa1 }, common: kana },
];
