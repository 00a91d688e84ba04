import { after, DAY } from '#server/infra/clock.ts';
import type { Resealed } from '#server/infra/reseal.ts';
import { recordSecret, secretProblem, secretsOf } from '#server/infra/secret-record.ts';
import type { Secrets } from '#server/infra/secrets.ts';
import {
  forgetProviderTokens,
  resealSecondFactors,
  sessionsBefore,
} from '#server/modules/accounts/accounts.ts';
import { resealTokens } from '#server/modules/connections/connections.ts';
import { resealPush } from '#server/modules/notifications/notifications.ts';
import { resealRecordKeys } from '#server/modules/verified-records/verified-records.ts';
import { resealEndpoints } from '#server/modules/webhook-endpoints/webhook-endpoints.ts';
import type { Command, Context } from './command.ts';

/** The lifetime of a link to a video. */
const LINKS_DAYS = 1;

const NONE =
  'SECRET must be set, or the file "secret" be in DATA_DIR; make a new one with "openssl rand -hex 32" (docs/operate/secret.md).';

export const rotateSecret: Command = {
  says: 'rotate-secret        seals anew what is stored sealed, under SECRET, while the server runs; says when SECRET_PREVIOUS may go; --lost gives up what only a lost secret reads',
  async run(context) {
    const { db, print, args } = context;
    const { current, previous } = context.secrets;
    if (current === null) {
      print(NONE);
      return 1;
    }
    const problem = args.includes('--lost') ? null : await secretProblem(db, context.secrets);
    if (problem) {
      print(problem);
      return 1;
    }
    const before = await secretsOf(db, { current, previous });
    const secrets: Secrets = { ...before, byPurpose: true };
    const since = (await recordSecret(db, current, new Date()))!;
    const places: Record<string, Resealed> = {
      'second factors': await resealSecondFactors(db, secrets),
      ...(await resealTokens(db, secrets)),
      ...(await resealEndpoints(db, secrets)),
      ...(await resealPush(db, secrets)),
      'signing keys of records': await resealRecordKeys(db, secrets),
    };
    for (const [name, { resealed, unreadable, left }] of Object.entries(places))
      print(`${name}: ${resealed} sealed anew, ${left} left, ${unreadable} not readable`);
    const forgotten = await forgetProviderTokens(db);
    if (forgotten > 0) print(`Removed tokens of ${forgotten} sign-ins with Google that nothing uses.`);
    return await conclude({ db, secrets: before, print }, places, since);
  },
};

interface Rotated extends Pick<Context, 'db' | 'print'> {
  secrets: Secrets;
}

async function conclude(
  { db, secrets, print }: Rotated,
  places: Record<string, Resealed>,
  since: Date,
): Promise<number> {
  const sum = (of: keyof Resealed) => Object.values(places).reduce((total, place) => total + place[of], 0);
  if (sum('unreadable') > 0)
    print(
      'What is not readable was sealed under a secret that is neither SECRET nor SECRET_PREVIOUS: set that one as SECRET_PREVIOUS and run this again, or its owners connect, set up or make it anew.',
    );
  if (sum('left') > 0) {
    print('Some were in use or sealed by a process with the secret before: run this again in a minute.');
    return 1;
  }
  if (!secrets.byPurpose)
    print('Restart every process now: until then they seal as before. Then run this again.');
  if (secrets.previous === null) return sum('unreadable') > 0 ? 1 : 0;
  const sessions = await sessionsBefore(db, since);
  const lastLink = after(since, LINKS_DAYS * DAY);
  const day = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const endBy = sessions.endBy && sessions.endBy > lastLink ? sessions.endBy : lastLink;
  print(
    `Everything readable is sealed under SECRET. ${sessions.count} sessions began before ${day(since)}. SECRET_PREVIOUS can go at ${day(endBy)}; earlier, those people sign in again and links to videos that are younger than a day stop.`,
  );
  return sum('unreadable') > 0 ? 1 : 0;
}
