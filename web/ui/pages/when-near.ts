/**
 * Resolves when the element with this id is in the window, or at once if the document does not have it. A
 * part of a page that arrived as HTML is complete, and its links work before its script is loaded.
 */
export function whenNear(id: string): Promise<void> {
  const element = globalThis.document?.getElementById(id);
  if (!element) return Promise.resolve();
  return new Promise((resolve) => {
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      resolve();
    });
    watch.observe(element);
  });
}
