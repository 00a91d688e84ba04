import type { Platform, Service } from './state.ts';
import type { World } from './world.ts';

/**
 * Deletes all accounts except these, with their posts, tokens and codes. Otherwise a demo that is recreated
 * every night would accumulate them. The ids of deleted posts are not used again.
 */
export function forgetAccountsBut(
  { state }: World,
  kept: readonly { platform: Platform; handle: string }[],
): void {
  const names = new Set(kept.map(({ platform, handle }) => `${platform} ${handle}`));
  const gone = state.accounts.filter(({ platform, handle }) => !names.has(`${platform} ${handle}`));
  const ids = new Set(gone.map(({ platform, id }) => `${platform} ${id}`));
  const stays = (service: Service, accountId: string): boolean =>
    !ids.has(`${service === 'tiktok-business' ? 'tiktok' : service} ${accountId}`);
  const posts = state.posts.filter((post) => stays(post.platform, post.accountId));
  state.forgottenPosts += state.posts.length - posts.length;
  state.accounts = state.accounts.filter((account) => stays(account.platform, account.id));
  state.posts = posts;
  state.tokens = state.tokens.filter((token) => stays(token.service, token.accountId));
  state.codes = state.codes.filter((code) => stays(code.service, code.accountId));
}
