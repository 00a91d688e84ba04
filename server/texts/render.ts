import MarkdownIt, { type Token } from 'markdown-it';

/** A text as HTML, limited to the elements that Markdown has. */
export type Text = {
  /** The part above the first heading. */
  lead: string;
  /** A list of links to the sections. */
  contents: string;
  body: string;
};

// With `html: false` tags are escaped. The library also refuses links to scripts.
const markdown = new MarkdownIt({ html: false });

interface Section {
  id: string;
  title: string;
  html: string;
}

interface Parts {
  lead: string;
  sections: Section[];
}

/**
 * Splits a text at headings of the second level. `{#id}` after a heading is its anchor; without it, the
 * anchor is made from the heading's words.
 */
function parse(text: string): Parts {
  const tokens = markdown.parse(text, {});
  const starts = tokens.flatMap((token, at) =>
    token.type === 'heading_open' && token.tag === 'h2' ? [at] : [],
  );
  const html = (from: number, to?: number) =>
    markdown.renderer.render(tokens.slice(from, to), markdown.options, {});
  return {
    lead: html(0, starts[0] ?? tokens.length),
    sections: starts.map((at, index) => ({
      ...heading(tokens[at + 1]!),
      html: html(at + 3, starts[index + 1]),
    })),
  };
}

function heading({ content }: Token): Pick<Section, 'id' | 'title'> {
  const named = /\{#([a-z0-9_-]+)\}$/.exec(content);
  const id = named?.[1];
  const words = content.slice(0, named?.index).trimEnd();
  const own = words.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return { id: id ?? own.replace(/^-|-$/g, ''), title: markdown.renderInline(words) };
}

/** Renders a legal text: numbered sections with anchors. */
export const renderSections = (text: string): Text => sectionsOf(text, (title, at) => `${at + 1}. ${title}`);

/** Renders a reference text, without numbers. */
export const renderUnnumbered = (text: string): Text => sectionsOf(text, (title) => title);

function sectionsOf(text: string, headed: (title: string, at: number) => string): Text {
  const { lead, sections } = parse(text);
  return {
    lead,
    contents: sections.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join(''),
    body: sections
      .map(
        ({ id, title, html }, at) =>
          `<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${headed(title, at)}</h2>${html}</section>`,
      )
      .join(''),
  };
}

/** Renders questions that open to show their answers. */
export function renderAnswers(text: string): Text {
  const { lead, sections } = parse(text);
  return {
    lead,
    contents: '',
    body: sections
      .map(
        ({ id, title, html }) =>
          `<details id="${id}"><summary>${title}</summary><div>${html}</div><p><a href="#${id}">Link to this answer` +
          `<span class="sr-only">: ${title}</span></a></p></details>`,
      )
      .join(''),
  };
}
