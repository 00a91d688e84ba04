import { mailAddressRoutes } from '#contract/mail-addresses.ts';
import { sendRefusal } from '#server/http/problem.ts';
import { type Api, implement } from '#server/http/route.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { confirmMailAddress, readMailAddress, sendMailAddressLink } from './mail-address.ts';
import type { MailLinks } from './mail-links.ts';
import { readUnsubscribeSubject, unsubscribe } from './unsubscribe.ts';

export function registerMailRoutes(api: Api, links: MailLinks): void {
  const { db } = api;
  implement(api, mailAddressRoutes.unsubscribeSubject, ({ query }) =>
    readUnsubscribeSubject(db, links, query.token),
  );
  implement(
    api,
    mailAddressRoutes.unsubscribe,
    async ({ body, now }) => (await unsubscribe(db, links, body.token, now)) ?? {},
  );
  implement(api, mailAddressRoutes.mailAddress, ({ actor }) => readMailAddress(db, actor.email));
  implement(
    api,
    mailAddressRoutes.sendMailAddressLink,
    async ({ actor, now }) => (await sendMailAddressLink(db, links, actor, now)) ?? {},
  );
  implement(
    api,
    mailAddressRoutes.confirmMailAddress,
    async ({ body, now }) => (await confirmMailAddress(db, links, body.token, now)) ?? {},
  );
  registerOneClick(api, links);
}

/**
 * Registers the request that a mail service sends when its reader presses "Unsubscribe" (RFC 8058). The
 * service sends a form without cookies and without an origin, to the address of the page.
 */
function registerOneClick({ server, db, clock }: Api, links: MailLinks): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4_096 }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/unsubscribe', async (request, reply) => {
      const { token } = request.query as { token?: unknown };
      const ended = await unsubscribe(db, links, typeof token === 'string' ? token : '', clock.now());
      if (isRefusal(ended)) return sendRefusal(reply, ended);
      return reply.type('text/plain; charset=utf-8').serializer(String).send('Unsubscribed.');
    });
  });
}
