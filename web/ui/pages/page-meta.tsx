import { useLocation } from 'react-router';

/** Placeholder in pre-rendered pages that the server replaces with its public address. */
const ADDRESS_PLACE = 'https://address.invalid';

/**
 * Returns the public address, which the server wrote into the document. While pre-rendering it is the
 * placeholder.
 */
const publicAddress = (): string =>
  import.meta.env.SSR ? ADDRESS_PLACE : (document.documentElement.dataset.address ?? location.origin);

/** A page's metadata, for search engines and shared links. */
export interface PageHead {
  /** The complete title of the tab. */
  title: string;
  description: string;
  /** Path of the picture for shared links; absent for the default picture. */
  picture?: string;
  /** Links to the page's content in other formats, for other software. */
  alternates?: readonly Alternate[];
}

export interface Alternate {
  type: 'application/feed+json' | 'application/rss+xml' | 'application/json+oembed';
  title: string;
  /** Builds the link from the server's public address, which this module does not know. */
  href: (address: string) => string;
}

/** Sets the metadata of a public page: title, description, canonical address, picture. */
export function PageMeta({ title, description, picture, alternates }: PageHead) {
  const { pathname } = useLocation();
  const address = publicAddress();
  const url = address + (pathname === '/' ? '/' : pathname.replace(/\/$/, ''));
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Permille" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={`${address}${picture ?? '/og.png'}`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta
        property="og:image:alt"
        content={picture ? title : 'Permille: money that counts with the views.'}
      />
      <meta name="twitter:card" content="summary_large_image" />
      {alternates?.map(({ type, title: name, href }) => (
        <link key={type} rel="alternate" type={type} title={name} href={href(address)} />
      ))}
    </>
  );
}
