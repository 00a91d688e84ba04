/** A part of a message that Discord shows as a card. */
export interface Embed {
  title: string;
  url?: string;
  description?: string;
  color: number;
  fields?: { name: string; value: string; inline: boolean }[];
  image?: { url: string };
  footer?: { text: string };
}

/** The brand's green. */
export const EMBED_COLOR = 0x6b890a;
