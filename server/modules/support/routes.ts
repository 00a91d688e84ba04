import { routes } from '#contract/routes.ts';
import { type Api, implement } from '#server/http/route.ts';
import { unfitMessage } from './rules.ts';
import { type SupportDeps, sendMessage } from './send.ts';

export function supportRoutes(api: Api, deps: SupportDeps): void {
  implement(api, routes.sendSupportMessage, async ({ actor, body, now }) => {
    const unfit = unfitMessage(body);
    if (unfit) return unfit;
    await sendMessage(api.db, deps, { ...body, userId: actor?.userId ?? null }, now);
    return {};
  });
}
