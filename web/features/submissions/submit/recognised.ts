import type { ConnectionRow } from '#contract/connections.ts';
import { formats, type PostPlatform } from '#contract/platforms/platforms.ts';
import { parsePostUrl } from '#contract/platforms/post-url.ts';

const plain = (handle: string): string => handle.replace(/^@/, '').toLowerCase();

/**
 * Describes what a link shows without a request: its platform, and which of the person's accounts it belongs
 * to.
 */
export function recognisedText(
  url: string,
  platform: PostPlatform | null,
  connections: readonly Pick<ConnectionRow, 'platform' | 'handle' | 'state'>[] | undefined,
): string | null {
  if (!platform || !connections) return null;
  const parsed = parsePostUrl(url);
  const named = parsed.ok ? parsed.handle : undefined;
  const own = connections.filter((row) => row.platform === platform && row.state === 'active');
  const format = formats[platform];
  if (named) {
    const isOwn = own.some((row) => plain(row.handle) === plain(named));
    return isOwn
      ? `${format}, your account @${plain(named)}.`
      : `${format} of @${plain(named)}, which is not among your connected accounts.`;
  }
  if (own.length === 0) return `${format}. You have no account connected there.`;
  return own.length === 1
    ? `${format}, checked with your account @${plain(own[0]!.handle)}.`
    : `${format}, checked with your ${own.length} accounts there.`;
}
