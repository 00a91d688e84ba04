import { declarationRoutes } from '#contract/declarations.ts';
import { type Api, implementOnce } from '#server/http/route.ts';
import { declare } from './declare.ts';

export function registerDeclarationRoutes(api: Api): void {
  implementOnce(api, declarationRoutes.addDeclaration, ({ params, body, actor, now }, tx) =>
    declare(tx, { submissionId: params.id, author: actor, ...body, now }),
  );
}
