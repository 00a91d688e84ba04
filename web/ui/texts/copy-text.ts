/**
 * Copies a text that may still be loading. Returns false if the browser refuses. The copy begins during the
 * press, because Safari refuses one that begins later.
 * @throws the error of loading the text
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof ClipboardItem === 'undefined') await navigator.clipboard.writeText(await text);
    else {
      const blob = Promise.resolve(text).then((known) => new Blob([known], { type: 'text/plain' }));
      // The caller awaits `text` and handles its failure.
      blob.catch(() => undefined);
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    }
    return true;
  } catch {
    await text;
    return false;
  }
}
