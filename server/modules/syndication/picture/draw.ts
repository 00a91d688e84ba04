import { fileURLToPath } from 'node:url';
import { escapeXml } from '#server/infra/markup.ts';

export const PREVIEW_WIDTH = 1200;
export const PREVIEW_HEIGHT = 630;
const EDGE = 64;

/** Texts of a picture. They are plain text by untrusted people. */
export interface PreviewTexts {
  /** Small text above the title. */
  over: string;
  title: string;
  /** Figures at the bottom, each with its meaning. */
  figures: readonly { value: string; meaning: string }[];
}

export type DrawPicture = (texts: PreviewTexts) => Promise<Buffer>;

/** Fonts are beside the bundle, or one folder up when running from sources. */
const fonts = new URL(import.meta.url.endsWith('.ts') ? '../fonts/' : './fonts/', import.meta.url);
const fontFile = (name: 'text' | 'display'): string => fileURLToPath(new URL(`archivo-${name}.ttf`, fonts));

interface Line {
  text: string;
  size: number;
  colour: string;
  bold?: boolean;
  width: number;
}

/** Returns a text for the drawing library. The library's markup is XML, so the text is escaped. */
const textInput = ({ text, size, colour, bold = false, width }: Line) => ({
  text: {
    text: `<span font_family="Archivo SemiBold" insert_hyphens="false" weight="${bold ? 800 : 500}" size="${size * 1024}" foreground="${colour}">${escapeXml(text) || ' '}</span>`,
    fontfile: fontFile(bold ? 'display' : 'text'),
    rgba: true,
    width,
    wrap: 'word-char' as const,
    dpi: 72,
  },
});

/** The shape of the favicon. */
const mark = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="56" height="56" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#C8F04B"/><g fill="#12160A"><rect x="4" y="4.2" width="4.1" height="7.2" rx="1"/><rect x="10.4" y="12.6" width="4.1" height="7.2" rx="1"/><rect x="16" y="12.6" width="4.1" height="7.2" rx="1"/><path d="M15.6 4.2h2.5L8.6 19.8H6.1z"/></g></svg>',
);

const ink = '#f4f4f0';
const muted = '#a3a4ad';
const signal = '#c8f04b';

/** Returns the title to draw. A long title is drawn smaller and truncated. */
const titleOf = (title: string) => {
  const letters = [...title.replaceAll(/\s+/g, ' ').trim()];
  const text = letters.length > 110 ? `${letters.slice(0, 108).join('').trimEnd()}…` : letters.join('');
  return { text, size: letters.length > 60 ? 52 : letters.length > 28 ? 66 : 88 };
};

/** Draws a preview as PNG. Loads the drawing library on first use. */
export const drawPicture: DrawPicture = async ({ over, title, figures }) => {
  const { default: sharp } = await import('sharp');
  const inner = PREVIEW_WIDTH - 2 * EDGE;
  const draw = async (line: Line) => await sharp(textInput(line)).png().toBuffer({ resolveWithObject: true });
  const column = Math.floor(inner / Math.max(1, figures.length));
  const head = await draw({ text: over, size: 30, colour: muted, width: inner - 80 });
  const name = await draw({ ...titleOf(title), colour: ink, bold: true, width: inner });
  const feet = await Promise.all(
    figures.map(async ({ value, meaning }, at) => ({
      left: EDGE + at * column,
      value: await draw({ text: value, size: 56, colour: signal, bold: true, width: column - 24 }),
      meaning: await draw({ text: meaning, size: 26, colour: muted, width: column - 24 }),
    })),
  );
  /**
   * Crops a text that is too high because of an unusual script, so that it does not cover the other texts.
   */
  const cut = async ({ data, info }: Awaited<ReturnType<typeof draw>>, height: number) =>
    info.height <= height
      ? data
      : await sharp(data).extract({ left: 0, top: 0, width: info.width, height }).png().toBuffer();
  return await sharp({
    create: { width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT, channels: 3, background: '#101114' },
  })
    .composite([
      { input: mark, left: EDGE, top: EDGE },
      { input: await cut(head, 48), left: EDGE + 80, top: EDGE + 12 },
      { input: await cut(name, 270), left: EDGE, top: 156 },
      ...(
        await Promise.all(
          feet.map(async ({ left, value, meaning }) => [
            { input: await cut(value, 64), left, top: 446 },
            { input: await cut(meaning, 60), left, top: 516 },
          ]),
        )
      ).flat(),
    ])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
};
