/**
 * Copies a text that may still be on its way; false when the browser refuses. The copy begins within the press, because Safari
 * refuses one that begins later.
 * @throws what fetching the text threw
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof ClipboardItem === 'undefined') await navigator.clipboard.writeText(await text);
    else {
      const blob = Promise.resolve(text).then((known) => new Blob([known], { type: 'text/plain' }));
      // The reader of `text` hears of its failure.
      blob.catch(() => undefined);
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    }
    return true;
  } catch {
    await text;
    return false;
  }
}
