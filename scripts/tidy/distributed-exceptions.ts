/**
 * Features that distributed PostgreSQL refuses, and the places where the product still uses them. Sources:
 * Citus, "SQL Support and Workarounds" and "Triggers on Distributed Tables" (docs.citusdata.com); YugabyteDB,
 * "PostgreSQL compatibility" and Voyager's "Known issues" (docs.yugabyte.com).
 */
export interface Refused {
  name: string;
  by: string;
  /**
   * Matches a use in db/schema.sql; its first group names the exception. In code, the file's path names it.
   */
  schema?: RegExp;
  code?: RegExp;
  /** For each exception, the reason why it may stay. */
  exceptions: Record<string, string>;
}

const OUTBOX =
  'events are an outbox: its writers can move into the statements that change the table, as writeEvent does for settlements';
const RARE = 'one at a time of something rare; a row that is locked can stand in for it';
const ORDER =
  'events are read in the order of transactions; a sequence of a single outbox table can stand in for it';
const QUEUE = 'takes rows of a queue, which lies on one node';

const each = (names: string, reason: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, reason]));
const inModules = (names: string, reason: string) =>
  each(
    names.replaceAll(/\S+/g, (name) => `server/modules/${name}.ts`),
    reason,
  );

export const refused: readonly Refused[] = [
  {
    name: 'advisory locks',
    by: 'YugabyteDB (session locks, and all before 2025.1)',
    schema: /FUNCTION public\.(\w+)(?:(?!\$function\$;)[\s\S])*?pg_(?:try_)?advisory/g,
    code: /pg_(?:try_)?advisory\w*lock/g,
    exceptions: {
      ...each(
        'make_snapshot_days end_snapshot_days server/infra/money-act.ts server/infra/one-at-a-time.ts',
        RARE,
      ),
      ...inModules('attestations/send-attestation media/upload-space scoring/score-versions', RARE),
      ...inModules('notifications/news-mails.job', RARE),
      ...inModules(
        'tracking/claim-due',
        'a lock of the row of the account can stand in for it, for more writing',
      ),
    },
  },
  {
    name: 'LISTEN and NOTIFY',
    by: 'YugabyteDB',
    code: /\bpg_notify\(|`(?:un)?listen |'(?:un)?listen /gi,
    exceptions: each(
      'server/infra/listen.ts server/modules/events/announce.ts',
      'they only wake; whoever hears nothing asks every few seconds',
    ),
  },
  {
    name: 'triggers',
    by: 'Citus on distributed tables, and YugabyteDB where they have transition tables',
    schema: /^CREATE TRIGGER \w+ [A-Z ]+? ON (\w+)/gm,
    exceptions: {
      ...each(
        'admin_agreements appeals attestation_confirmations connection_codes deposit_refunds deposits fraud_holds',
        OUTBOX,
      ),
      ...each(
        'identity_matches listings notifications payout_late_statuses payouts submission_messages submissions',
        OUTBOX,
      ),
      ...each('support_answers support_messages suspense_items takedown_requests view_attestations', OUTBOX),
      connections:
        'ends and deletes analytics wherever a consent ends; the few statements that end one can do it',
      ...each(
        'notification_preferences saved_searches',
        'writes the form that processes of the previous version read',
      ),
      users: 'makes the account of a new person; the statement that makes the person can do it',
    },
  },
  {
    name: 'ids of transactions as data',
    by: 'Citus and YugabyteDB, where they are of one node',
    schema: /^create table (\w+) \((?:(?!\n\);?\n)[\s\S])*? (?:xid8|pg_snapshot) /gm,
    code: /\bpg_(?:current_snapshot|current_xact_id|visible_in_snapshot|snapshot_x\w+)\(|::xid8|::pg_snapshot/g,
    exceptions: {
      ...each('events listing_alert_positions webhook_endpoints webhook_positions', ORDER),
      ...inModules('events/announce events/forget-restored events/read-events events/unseen', ORDER),
      ...inModules(
        'follows/notify-followers.job webhook-endpoints/switch webhook-endpoints/write-deliveries.job',
        ORDER,
      ),
    },
  },
  {
    name: 'SKIP LOCKED',
    by: 'Citus, over more than one shard',
    code: /skip locked/gi,
    exceptions: {
      ...inModules(
        'clip-files/match.job connections/check-consents.job follows/notify-followers.job media/light/prepare-light.job',
        QUEUE,
      ),
      ...inModules(
        'media/prepare-sound.job media/transcript/transcribe.job media/finish-uploads.job notifications/adopt-former-mails',
        QUEUE,
      ),
      ...inModules(
        'notifications/news-mails.job notifications/push/claim payouts/notify-late.job payouts/paypal/claim-batch',
        QUEUE,
      ),
      ...inModules(
        'payouts/paypal/read-batch payouts/paypal/send-batch submissions/caption-checks.job submissions/commit-decisions.job',
        QUEUE,
      ),
      ...inModules(
        'submissions/posters.job tracking/claim-due tracking/finish.job webhook-endpoints/claim',
        QUEUE,
      ),
    },
  },
  {
    name: 'BRIN indexes',
    by: 'YugabyteDB',
    schema: /INDEX (\w+) ON .* USING brin/g,
    exceptions: { accruals_accrued_at: 'an ordinary index on the moment can stand in, for more writing' },
  },
  {
    name: 'locks of whole tables',
    by: 'YugabyteDB',
    code: /\block table\b/gi,
    exceptions: inModules(
      'cohorts/join.job external-statements/import-lines external-statements/match-lines',
      RARE,
    ),
  },
  ...[
    { name: 'exclusion constraints', by: 'both', schema: /constraint (\w+) EXCLUDE/g },
    {
      name: 'deferrable constraints',
      by: 'Citus, and YugabyteDB but for foreign keys',
      schema: /constraint (\w+) .*DEFERRABLE/g,
    },
    { name: 'GiST indexes', by: 'YugabyteDB', schema: /INDEX (\w+) ON .* USING gist/g },
    {
      name: 'sequences',
      by: 'both, as numbers without gaps in order',
      schema: /^create table (\w+) \((?:(?!\n\);?\n)[\s\S])*?(?:nextval|AS IDENTITY)/gm,
    },
    {
      name: 'rules and inheritance',
      by: 'Citus (rules), YugabyteDB (inheritance)',
      schema: /^create rule (\w+)|inherits \((\w+)\)/gim,
    },
    { name: 'large objects', by: 'both', code: /\blo_(?:create|import|export|open|put|get|unlink)\(/g },
    {
      name: 'temporary tables',
      by: 'Citus, for other than one session on one node',
      code: /\bcreate (?:temp|temporary) table/gi,
    },
  ].map((feature) => ({ ...feature, exceptions: {} })),
];

const ACCOUNT =
  'an account is marked as removed and never deleted, so a submission that has read it can name it';
const FILE = 'one job deletes files, and can clear what names them';
/**
 * Foreign keys between a table stored with its listing and a table stored with its person. For each
 * "table>table", the reason why it may stay.
 */
export const foreignKeysBetweenHomes: Record<string, string> = {
  ...each('clip_analytics>connections clip_tracking>connections submissions>connections', ACCOUNT),
  ...each('clip_files>media_files clip_posters>media_files clip_segments>media_files', FILE),
  ...each('listing_versions>media_files view_attestations>media_files', FILE),
  'fraud_holds>cohorts': 'a cohort is written before its holds and, once it has some, never deleted',
  'fraud_holds>identity_matches': 'a match is written before its hold and never deleted',
  'result_links>listings': 'a listing is never deleted, so a link can name it',
  'studio_projects>listings': 'a project of an ended listing is removed by a job',
};
