import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Placeholder in pre-rendered pages that the server replaces with its public address. */
const ADDRESS_PLACE = 'https://address.invalid';

/**
 * Returns the public address, which the server wrote into the document. While pre-rendering it is the
 * placeholder.
 */
const publicAddress = (): string =>
  import.meta.env.SSR ? ADDRESS_PLACE : (document.documentElement.dataset.address ?? location.origin);

export interface PageMetaProps {
  /** The complete title of the tab. */
  title: string;
  /** Description for search engines and shared links. */
  description: string;
  /** Path of the picture for shared links; absent for the default picture. */
  picture?: string;
  /** Links to the page's content in other formats, for other software. */
  alternates?: readonly { type: string; title: string; href: (address: string) => string }[];
}

/** Sets the metadata of a public page: title, description, canonical address, picture. */
export function PageMeta({ title, description, picture, alternates }: PageMetaProps) {
  const { pathname } = useLocation();
  useEffect(dropServedHead, []);
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

/** Removes the metadata that the server wrote for readers without scripts. */
function dropServedHead(): void {
  for (const tag of document.head.querySelectorAll('[data-served]')) tag.remove();
}
