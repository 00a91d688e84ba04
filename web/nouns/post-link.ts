/**
 * Returns the address that opens a post. In a demo it is a page that imitates posts, whose address an
 * attribute of the document has.
 */
export function postHref(url: string): string {
  const posts = import.meta.env.SSR ? '' : document.documentElement.dataset.posts;
  return posts ? `${posts}?url=${encodeURIComponent(url)}` : url;
}
