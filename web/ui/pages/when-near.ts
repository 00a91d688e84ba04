/**
 * Resolves when the element with this id is in the window, or at once if the document does not have it. A
 * part of a page that arrived as HTML is complete, and its links work before its script is loaded. Also
 * resolves when the element is removed: the page may be opened again, and nothing observes its next element.
 */
export function whenNear(id: string): Promise<void> {
  const element = globalThis.document?.getElementById(id);
  if (!element) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      near.disconnect();
      removal.disconnect();
      resolve();
    };
    const near = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) end();
    });
    // An element that was never in the window has no intersection that changes with its removal.
    const removal = new MutationObserver(() => {
      if (!element.isConnected) end();
    });
    near.observe(element);
    removal.observe(document.body, { childList: true, subtree: true });
  });
}
