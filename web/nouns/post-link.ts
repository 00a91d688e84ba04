/** The address that opens a post: in the demo a page that stands in for it, as the server wrote on the document. */
export function postHref(url: string): string {
  const posts = import.meta.env.SSR ? '' : document.documentElement.dataset.posts;
  return posts ? `${posts}?url=${encodeURIComponent(url)}` : url;
}
