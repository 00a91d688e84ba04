import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CaptionsRefused, importCaptions } from './import-captions.ts';

const fileOf = (name: string, ...parts: (string | Uint8Array<ArrayBuffer>)[]): File => new File(parts, name);
const textsOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string[]> =>
  (await importCaptions(fileOf('night.srt', bytes))).cues.map(({ text }) => text);

const folder = join(import.meta.dirname, '../../contract/testing/pasted/subtitles');
const expected: Record<string, string[]> = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));

test.each(Object.entries(expected))('reads files that people upload: %s', async (name, texts) => {
  const { cues } = await importCaptions(fileOf(name, Uint8Array.from(readFileSync(join(folder, name)))));
  expect(cues.map(({ text }) => text)).toEqual(texts);
});

/**
 * Returns the bytes of each letter in an encoding. They are found by decoding all single bytes and all pairs.
 */
function bytesByLetter(label: string): Map<string, number[]> {
  const letters = new Map<string, number[]>();
  const keep = (bytes: number[]) => {
    const decoder = new TextDecoder(label);
    const letter = decoder.decode(Uint8Array.from(bytes), { stream: true }) + decoder.decode();
    if ([...letter].length === 1 && letter !== '\uFFFD' && !letters.has(letter)) letters.set(letter, bytes);
  };
  for (let byte = 0; byte < 256; byte += 1) keep([byte]);
  if (!/^(?:big5|euc|gb|shift)/.test(label)) return letters;
  for (let lead = 0x81; lead < 0xff; lead += 1)
    for (let next = 0x40; next < 0xff; next += 1) keep([lead, next]);
  return letters;
}

const subtitles = (rows: readonly string[]): string =>
  rows
    .map((row, at) => `${at + 1}\r\n00:00:0${at},000 --> 00:00:0${at},900\r\n<i>${row}</i>\r\n\r\n`)
    .join('');

const encodings: [label: string, language: string, rows: string[]][] = [
  ['windows-1252', 'French', ['Ça marche très bien.', 'J’espère que vous êtes prêts…']],
  ['windows-1252', 'German', ['Über die Straße können wir nicht gehen.']],
  ['windows-1252', 'Spanish', ['¿Qué pasa, señor?', '¡Mañana será otro día!']],
  ['windows-1252', 'Portuguese', ['Não é isso, você não está lá']],
  ['windows-1252', 'English', ['It’s a “café” — really…']],
  ['iso-8859-1', 'Swedish', ['Vi måste gå på en gång', 'Hör du mig?']],
  ['windows-1250', 'Polish', ['Zażółć gęślą jaźń']],
  ['iso-8859-2', 'Polish', ['Nie mogę tego zrobić, wiesz?', 'Już idę, poczekaj chwilę']],
  ['windows-1250', 'Czech', ['Děkuji, že jste přišli', 'Ještě není hotovo']],
  ['windows-1250', 'Hungarian', ['Köszönöm szépen, őrült vagy', 'Gyűrűk, tükörfúrógép']],
  ['windows-1251', 'Russian', ['Сегодня мы идём в прямой эфир']],
  ['koi8-r', 'Russian', ['Я не знаю, что сказать', 'Спасибо, до завтра']],
  ['ibm866', 'Russian', ['Привет, как дела?', 'Сегодня мы в эфире']],
  ['windows-1251', 'Ukrainian', ['Привіт, як справи?', 'Дякую, до зустрічі']],
  ['windows-1253', 'Greek', ['Γεια σου, τι κάνεις;', 'Ευχαριστώ πολύ']],
  ['windows-1254', 'Turkish', ['Bugün canlı yayındayız', 'Teşekkür ederim, görüşürüz']],
  ['windows-1255', 'Hebrew', ['שלום, מה שלומך?', 'תודה רבה']],
  ['windows-1256', 'Arabic', ['مرحبا، كيف حالك؟', 'شكرا جزيلا']],
  ['windows-1257', 'Estonian', ['Tere, mis sa täna teed?', 'Kõik läks hästi, aitäh']],
  ['windows-1257', 'Lithuanian', ['Ačiū, aš jau čia', 'Žmonės, važiuokime į Šiaulius']],
  ['iso-8859-6', 'Arabic', ['مرحبا بالجميع', 'شكرا على المشاهدة']],
  ['windows-874', 'Thai', ['สวัสดีครับ', 'ขอบคุณมาก']],
  ['shift_jis', 'Japanese', ['今日はライブ配信です']],
  ['euc-jp', 'Japanese', ['こんにちは', 'ありがとうございました']],
  ['euc-kr', 'Korean', ['안녕하세요', '오늘은 생방송입니다']],
  ['gb18030', 'Chinese', ['你好，今天我们直播', '谢谢大家']],
  ['gb18030', 'Chinese', ['大家好']],
  ['big5', 'Chinese', ['你好，今天我們直播', '謝謝大家']],
];

const knownLetters = new Map<string, Map<string, number[]>>();
function encode(label: string, text: string): Uint8Array<ArrayBuffer> {
  const letters = knownLetters.get(label) ?? bytesByLetter(label);
  knownLetters.set(label, letters);
  return Uint8Array.from([...text].flatMap((letter) => letters.get(letter)!));
}

test('reads a file the same in any encoding that has its letters, whatever its rows are', async () => {
  const file = fc.constantFrom(...encodings).chain(([label, , rows]) =>
    fc.record({
      label: fc.constant(label),
      rows: fc.array(fc.constantFrom(...rows), { minLength: 1, maxLength: 9 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(file, fc.boolean(), async ({ label, rows }, hasMark) => {
      const mark = hasMark ? [0xef, 0xbb, 0xbf] : [];
      const bytes = Uint8Array.from([...mark, ...encode(label, subtitles(rows))]);
      expect([label, await textsOf(bytes)]).toEqual([label, rows]);
    }),
  );
});

describe('a short file is read in its encoding', () => {
  test.each(encodings)('%s: %s', async (label, _language, rows) => {
    expect(await textsOf(encode(label, subtitles(rows)))).toEqual(rows);
  });

  const utf16 = (text: string, isBig: boolean): Uint8Array<ArrayBuffer> => {
    const bytes = Buffer.from(text, 'utf16le');
    return Uint8Array.from(isBig ? bytes.swap16() : bytes);
  };
  test.each([
    ['UTF-8', (text: string) => Uint8Array.from(Buffer.from(text))],
    ['UTF-8 with a mark', (text: string) => Uint8Array.from(Buffer.from(`\uFEFF${text}`))],
    ['UTF-16LE', (text: string) => utf16(text, false)],
    ['UTF-16LE with a mark', (text: string) => utf16(`\uFEFF${text}`, false)],
    ['UTF-16BE', (text: string) => utf16(text, true)],
    ['UTF-16BE with a mark', (text: string) => utf16(`\uFEFF${text}`, true)],
  ])('%s', async (_name, write) => {
    const rows = ['Café déjà vu', '今日は Привет', '👩\u200D💻 שלום'];
    expect(await textsOf(write(subtitles(rows)))).toEqual(rows);
  });

  test('ISO-2022-JP', async () => {
    const bytes = Buffer.from(subtitles(['\x1b$B$3$s$K$A$O\x1b(B']), 'latin1');
    expect(await textsOf(Uint8Array.from(bytes))).toEqual(['こんにちは']);
  });

  test('reads UTF-8 with one broken byte among few letters', async () => {
    const bytes = Buffer.from(subtitles(['héllo wörld', 'naïve café', 'oXk']));
    bytes[bytes.indexOf('X')] = 0xff;
    expect(await textsOf(Uint8Array.from(bytes))).toEqual(['héllo wörld', 'naïve café', 'o\uFFFDk']);
  });

  test('UTF-8 with a broken letter', async () => {
    const bytes = Buffer.from(subtitles(['Сегодня мы идём', 'Спасибо, до завтра']));
    bytes[bytes.indexOf('С') + 1] = 0x41;
    expect(await textsOf(Uint8Array.from(bytes))).toEqual(['\uFFFDAегодня мы идём', 'Спасибо, до завтра']);
  });
});

test('names the row of a caption that was skipped', async () => {
  const file = '1\n00:00:01,000 --> 00:00:02,000\nhi\n\n2\nlater --> 00:00:04,000\nlost\n';
  expect(await importCaptions(fileOf('night.srt', file))).toEqual({
    cues: [{ start: 1, end: 2, text: 'hi' }],
    skipped: [{ row: 6, why: 'times', written: 'later --> 00:00:04,000' }],
  });
});

test('refuses a file only when nothing in it can be read, and the message says which formats are expected', async () => {
  const refusal = async (text: string) => {
    const error: unknown = await importCaptions(fileOf('night.srt', text)).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(CaptionsRefused);
    return (error as Error).message;
  };
  const wanted =
    'Choose an SRT or VTT file: each caption has a row of times, such as 00:00:01,000 --> 00:00:03,500, and its text below.';
  expect(await refusal('')).toBe(`night.srt has no caption that can be read. ${wanted}`);
  expect(await refusal('just a text')).toBe(`night.srt has no caption that can be read. ${wanted}`);
  expect(await refusal('1\n00:00:03,000 --> 00:00:01,000\nhi\n')).toBe(
    `night.srt has no caption that can be read. Row 2: the caption ends before it begins. ${wanted}`,
  );
  expect(await refusal('x'.repeat(2_000_001))).toBe('night.srt is larger than 2 MB.');
});
