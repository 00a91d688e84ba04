import { decoded } from './post-link.ts';

interface Wrapper {
  host: RegExp;
  /** The beginning of the path; absent if every path of the host wraps a link. */
  path?: RegExp;
}

/**
 * Pages that forward to the link in their query, such as outgoing links, logins, consent pages, age checks
 * and embed descriptions.
 */
const wrappers: readonly Wrapper[] = [
  {
    host: /^(?:(?:www|m|music|studio)\.)?youtube\.com$/,
    path: /^\/(?:attribution_link|redirect|oembed|signin|verify_age|verify_controversy|supported_browsers|index)\b/,
  },
  { host: /^consent\.(?:youtube|google)\.com$/ },
  { host: /^accounts\.(?:youtube|google)\.com$/ },
  { host: /^(?:www\.)?google\.(?:com|[a-z]{2}|com?\.[a-z]{2})$/, path: /^\/(?:url|imgres|sorry)\b/ },
  { host: /^(?:(?:www|m)\.)?tiktok\.com$/, path: /^\/(?:[a-z]{2}(?:-[A-Z]{2})?\/)?(?:login|link|oembed)\b/ },
  { host: /^(?:(?:www|m)\.)?instagram\.com$/, path: /^\/(?:accounts|challenge|consent|linkshim|oembed)\b/ },
  { host: /^api\.instagram\.com$/, path: /^\/oembed\b/ },
  { host: /^graph\.facebook\.com$/, path: /^\/(?:v[\d.]+\/)?(?:instagram_oembed|oembed_\w+)\b/ },
  { host: /^(?:l|lm)\.(?:instagram|facebook)\.com$|^l\.(?:threads\.(?:net|com)|messenger\.com|wl\.co)$/ },
  { host: /^(?:(?:www|m)\.)?facebook\.com$/, path: /^\/(?:l\.php|flx\/warn)/ },
  { host: /^out\.reddit\.com$|^t\.umblr\.com$|^slack-redir\.net$|^href\.li$/ },
  { host: /^(?:away\.vk\.com|(?:m\.)?vk\.(?:com|ru))$/, path: /^\/away\.php/ },
  { host: /^(?:www\.)?linkedin\.com$/, path: /^\/(?:redir|safety)\b/ },
  { host: /^(?:html\.)?duckduckgo\.com$/, path: /^\/l\// },
  { host: /^(?:[a-z0-9-]{1,30}\.)?safelinks\.protection\.outlook\.com$/ },
  { host: /^steamcommunity\.com$/, path: /^\/linkfilter\b/ },
];

const names = [
  ...['u', 'q', 'url', 'continue', 'next', 'next_url', 'redirect_url', 'target', 'desktop_uri', 'imgrefurl'],
  ...['to', 'z', 'uddg'],
];

/** Maximum number of inner links that are read at each depth, which bounds the time for nested links. */
const MOST = 4;

/**
 * Returns the texts of the inner links if this is the link of a forwarding page, and otherwise an empty list.
 */
export function wrappedLinks(url: URL): string[] {
  const host = url.hostname.replace(/\.$/, '');
  const isWrapper = wrappers.some((one) => one.host.test(host) && (one.path?.test(url.pathname) ?? true));
  if (!isWrapper) return [];
  const given = names.flatMap((name) => {
    const value = url.searchParams.get(name);
    if (!value) return [];
    // Some senders don't encode the inner link, so that its parameters look like parameters of the outer
    // link.
    const raw = url.search.slice(url.search.indexOf(`${name}=`) + name.length + 1);
    return value === raw || raw.includes('%') ? [value] : [value, raw];
  });
  return [...new Set([...given, ...given.map(decoded)])].slice(0, MOST);
}
