import { renderToStaticMarkup } from 'react-dom/server';
import { type MailBlock, mailBlocks } from './mail-blocks.ts';
import { darkStyles, mailColours, mailFonts } from './mail-style.ts';

export interface MailContent {
  subject: string;
  text: string;
  /** Button labels, in the order of the links that are separate paragraphs. */
  buttons: readonly string[];
  /** Null when the reader can't unsubscribe from such mails. */
  unsubscribe: { url: string; about: string } | null;
}

/**
 * Makes the HTML of a mail from its plain text. It consists of tables and inline styles, which every client
 * reads; the style sheet only adds the dark theme. The HTML loads nothing from the network, so opening a mail
 * reports nothing.
 */
export const mailHtml = (content: MailContent, appUrl: string): string =>
  `<!doctype html>${renderToStaticMarkup(<MailDocument content={content} appUrl={appUrl} />)}`;

const { page, panel, line, ink, muted, signal, signalInk } = mailColours.light;

function MailDocument({ content, appUrl }: { content: MailContent; appUrl: string }) {
  const { subject, text, buttons, unsubscribe } = content;
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{darkStyles}</style>
      </head>
      <body className="page" style={{ margin: 0, padding: 0, backgroundColor: page }}>
        <Table className="page" width="100%" style={{ backgroundColor: page }}>
          <td align="center" style={{ padding: '24px 12px' }}>
            <Table width="100%" style={{ maxWidth: 560 }}>
              <td align="left" style={{ fontFamily: mailFonts, color: ink }}>
                <Brand appUrl={appUrl} />
                <Table className="panel" width="100%" style={panelStyle}>
                  <td style={{ padding: '28px 28px 12px' }}>
                    <h1
                      className="ink"
                      style={{ margin: '0 0 16px', fontSize: 20, lineHeight: '26px', color: ink }}
                    >
                      {subject}
                    </h1>
                    {mailBlocks(text, appUrl, buttons).map((block, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a mail is drawn once.
                      <Block key={index} block={block} />
                    ))}
                  </td>
                </Table>
                <Foot appUrl={appUrl} unsubscribe={unsubscribe} />
              </td>
            </Table>
          </td>
        </Table>
      </body>
    </html>
  );
}

const panelStyle = {
  backgroundColor: panel,
  border: `1px solid ${line}`,
  borderRadius: 10,
  borderCollapse: 'separate',
} as const;

interface TableProps {
  className?: string;
  width?: string;
  style?: React.CSSProperties;
  children: React.ReactElement;
}

/** A table with one cell, because its width is the only one that every client honours. */
const Table = ({ children, ...rest }: TableProps) => (
  <table role="presentation" cellPadding={0} cellSpacing={0} border={0} {...rest}>
    <tbody>
      <tr>{children}</tr>
    </tbody>
  </table>
);

const Brand = ({ appUrl }: { appUrl: string }) => (
  <p style={{ margin: '0 0 16px', fontSize: 16, lineHeight: '24px', fontWeight: 700 }}>
    <a className="ink" href={`${appUrl}/`} style={{ color: ink, textDecoration: 'none' }}>
      <span style={{ backgroundColor: signal, color: signalInk, borderRadius: 4, padding: '1px 5px' }}>
        ‰
      </span>{' '}
      Permille
    </a>
  </p>
);

const paragraph = { margin: '0 0 16px', fontSize: 15, lineHeight: '23px', overflowWrap: 'anywhere' } as const;

function Block({ block }: { block: MailBlock }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h2 className="ink" style={{ margin: '8px 0 12px', fontSize: 15, lineHeight: '22px', color: ink }}>
          {block.text}
        </h2>
      );
    case 'button':
      return (
        <Table style={{ margin: '0 0 20px', borderCollapse: 'separate' }}>
          <td style={{ backgroundColor: signal, borderRadius: 6 }}>
            <a
              href={block.url}
              style={{
                ...{ display: 'inline-block', padding: '10px 18px', fontFamily: mailFonts, fontSize: 15 },
                ...{ lineHeight: '20px', fontWeight: 600, color: signalInk, textDecoration: 'none' },
              }}
            >
              {block.label}
            </a>
          </td>
        </Table>
      );
    case 'lines':
      return (
        <p className="ink" dir="auto" style={{ ...paragraph, color: ink }}>
          {block.lines.map((text, index) => [
            // biome-ignore lint/suspicious/noArrayIndexKey: a mail is drawn once.
            index > 0 && <br key={index} />,
            text,
          ])}
          {block.url && (
            <>
              {block.lines.length > 0 && <br />}
              <a className="ink" href={block.url} style={{ color: ink, textDecoration: 'underline' }}>
                {block.url.replace(/^https?:\/\//, '')}
              </a>
            </>
          )}
        </p>
      );
  }
}

function Foot({ appUrl, unsubscribe }: { appUrl: string; unsubscribe: MailContent['unsubscribe'] }) {
  const link = { color: muted, textDecoration: 'underline' };
  return (
    <p className="muted" style={{ margin: '16px 4px', fontSize: 12, lineHeight: '18px', color: muted }}>
      {unsubscribe ? (
        <>
          You get this because you are notified by email about: {unsubscribe.about}.{' '}
          <a className="muted" href={unsubscribe.url} style={link}>
            Unsubscribe
          </a>
        </>
      ) : (
        'We always send mails of this kind, whatever you choose in Settings.'
      )}
      <br />
      <a className="muted" href={`${appUrl}/`} style={link}>
        {new URL(appUrl).host}
      </a>
    </p>
  );
}
