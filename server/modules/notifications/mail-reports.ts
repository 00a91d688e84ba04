import { createHash, timingSafeEqual } from 'node:crypto';
import { sendProblem } from '#server/http/problem.ts';
import type { Api } from '#server/http/route.ts';
import { readMailReport } from '#server/infra/mail-report.ts';
import { noteReport } from '#server/infra/mail-suppressions.ts';
import { transact } from '#server/infra/transaction.ts';
import { notifySuppressed } from './mail-address.ts';

/** A report contains at most the whole mail, and our mails are small. */
const REPORT_LIMIT_BYTES = 512 * 1024;

/**
 * Receives a mail service's reports about our mails, in the service's own format (docs/operate/services.md).
 * Requires the token, and accepts only reports about a mail that we sent recently, whose id nobody can guess.
 */
export function registerMailReports({ server, db, clock }: Api, token: string): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: REPORT_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post('/webhooks/mail-reports', async (request, reply) => {
      if (!isToken(request.headers.authorization, token)) return sendProblem(reply, 'webhook_refused');
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const report = await readMailReport(raw).catch(() => null);
      const now = clock.now();
      const outcome = report
        ? await transact(db, async (tx) => {
            const noted = await noteReport(tx, report, now);
            if (noted?.isNew) await notifySuppressed(tx, noted.address, report.reason, now);
            return noted ? report.reason : 'unknown mail';
          })
        : 'no report';
      request.log.info({ outcome, mail: report?.mailId }, 'mail report');
      // A report is always accepted, because a service repeats a refused report, so an unusable one would be
      // repeated for ever.
      return reply.type('application/json').serializer(JSON.stringify).send({ outcome });
    });
  });
}

/**
 * Compares the hashes of the tokens, because comparing hashes takes constant time for tokens of any length.
 */
function isToken(header: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`));
}
