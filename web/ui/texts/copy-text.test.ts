import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './copy-text.ts';

afterEach(() => vi.unstubAllGlobals());

/** A clipboard like Safari's, which only accepts copies that begin during the press. */
function clipboard({ refuses = false } = {}) {
  const copied: string[] = [];
  let pressed = true;
  queueMicrotask(() => (pressed = false));
  class ClipboardItem {
    readonly parts: Record<string, Promise<Blob>>;
    constructor(parts: Record<string, Promise<Blob>>) {
      this.parts = parts;
    }
  }
  vi.stubGlobal('ClipboardItem', ClipboardItem);
  vi.stubGlobal('navigator', {
    clipboard: {
      async write([item]: ClipboardItem[]) {
        if (refuses || !pressed) throw new Error('NotAllowedError');
        copied.push(await (await item!.parts['text/plain']!).text());
      },
    },
  });
  return copied;
}

test('a press copies a link that the server has yet to create', async () => {
  const copied = clipboard();
  expect(await copyText(new Promise((resolve) => setTimeout(() => resolve('https://a.example'), 5)))).toBe(
    true,
  );
  expect(copied).toEqual(['https://a.example']);
});

test('a refusal by the browser differs from a failure of the server', async () => {
  clipboard({ refuses: true });
  expect(await copyText(Promise.resolve('https://a.example'))).toBe(false);
  await expect(copyText(Promise.reject(new Error('not made')))).rejects.toThrow('not made');
});

test('browsers without clipboard items copy the text after it arrives', async () => {
  const copied: string[] = [];
  vi.stubGlobal('ClipboardItem', undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
  expect(await copyText(Promise.resolve('https://a.example'))).toBe(true);
  expect(copied).toEqual(['https://a.example']);
});
