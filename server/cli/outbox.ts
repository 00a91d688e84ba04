import type { Command } from './command.ts';

const NEWEST = 20;

/** The command is refused on a live system, because a link in a mail signs its reader in. */
export const outbox: Command = {
  says: 'outbox               prints the mails that did not leave a demo or staging system, newest last',
  async run({ db, mode, print }) {
    if (mode === 'live') {
      print('Mails of a live system can be read by their recipients only.');
      return 1;
    }
    const mails = await db
      .selectFrom('outbound_emails')
      .select(['created_at', 'to_address', 'subject', 'body_text'])
      .where('state', '=', 'waiting')
      .orderBy('created_at', 'desc')
      .limit(NEWEST)
      .execute();
    if (mails.length === 0) print('No mail waits here.');
    for (const { created_at, to_address, subject, body_text } of mails.toReversed())
      print(`${created_at.toISOString()}  to ${to_address}  ${subject}\n\n${body_text}\n`);
    return 0;
  },
};
