import { droppedTables, sqlOfTables } from './repository.ts';
import { isTest, lineAt, type Rule } from './source.ts';

/**
 * The writer of each table. All other modules may only read the table, in queries.ts. A module that is not
 * listed writes its own tables.
 */
export const tableOwners: Record<string, string> = {
  idempotency_keys: 'infra',
  audit_log: 'infra',
  admin_agreements: 'infra',
  admin_money_acts: 'infra',
  outbound_emails: 'infra',
  mail_suppressions: 'infra',
  webhook_events: 'infra',
  dev_clock: 'infra',
  job_activity: 'infra',
  job_failures: 'infra',
  settlement_failures: 'earnings',
  installation: 'infra',
  backups: 'infra',
  schema_migrations: 'infra',
  app_login: 'infra',
  saved_filters: 'admin',
  events: 'events',
  alarms: 'admin',
  proof_tiers: 'proofs',
  audit_draws: 'proofs',
  clip_audits: 'proofs',
  awaited_audits: 'proofs',
  proof_requests: 'attestations',
  market_prices: 'proofs',
  score_drifts: 'scoring',
  score_tests: 'scoring',
  score_proposals: 'scoring',
  score_test_counts: 'scoring',
  users: 'accounts',
  accounts: 'accounts',
  members: 'accounts',
  sessions: 'accounts',
  second_factors: 'accounts',
  passkeys: 'accounts',
  credentials: 'accounts',
  verifications: 'accounts',
  pending_sign_ups: 'accounts',
  email_changes: 'accounts',
  api_keys: 'api-keys',
  media_files: 'media',
  upload_senders: 'media',
  source_chats: 'media',
  source_transcripts: 'media',
  ledger_accounts: 'ledger',
  ledger_entries: 'ledger',
  ledger_transfers: 'ledger',
  reconciliations: 'ledger',
  suspense_items: 'suspense',
  profiles: 'profiles',
  webhook_endpoints: 'webhook-endpoints',
  webhook_deliveries: 'webhook-endpoints',
  webhook_positions: 'webhook-endpoints',
  discord_links: 'discord',
  discord_link_codes: 'discord',
  connections: 'connections',
  analytics_consents: 'connections',
  connection_attempts: 'connections',
  connection_codes: 'connections',
  deletion_requests: 'connections',
  platform_calls: 'connections',
  lookup_quotas: 'connections',
  platform_backoffs: 'connections',
  account_refusals: 'connections',
  app_refusals: 'connections',
  notifications: 'notifications',
  notification_preferences: 'notifications',
  notification_channel_preferences: 'notifications',
  notification_deliveries: 'notifications',
  statement_months: 'notifications',
  push_keys: 'notifications',
  push_subscriptions: 'notifications',
  listings: 'listings',
  listing_versions: 'listings',
  listing_pins: 'listings',
  host_stats: 'listings',
  listing_spend_rates: 'listings',
  listing_forecasts: 'listings',
  record_signing_keys: 'verified-records',
  verified_records: 'verified-records',
  followed_hosts: 'follows',
  saved_searches: 'follows',
  listing_alerts: 'follows',
  listing_alert_positions: 'follows',
  result_links: 'listing-results',
  studio_projects: 'studio',
  submissions: 'submissions',
  submission_messages: 'submissions',
  caption_checks: 'submissions',
  clip_posters: 'submissions',
  clipper_blocks: 'submissions',
  listing_invitations: 'submissions',
  appeals: 'appeal-records',
  view_snapshots: 'tracking',
  clip_cohorts: 'scoring',
  clip_review_notes: 'scoring',
  cohorts: 'cohorts',
  cohort_members: 'cohorts',
  cohort_links: 'cohorts',
  score_versions: 'scoring',
  clip_tracking: 'tracking',
  declarations: 'declarations',
  fraud_holds: 'fraud-holds',
  identity_matches: 'fraud-holds',
  view_attestations: 'attestations',
  attestation_confirmations: 'attestations',
  attestation_audits: 'attestations',
  clip_earnings: 'earnings',
  accruals: 'earnings',
  payout_accruals: 'earnings',
  clip_analytics: 'clip-analytics',
  clip_analytics_stretches: 'clip-analytics',
  clip_counted_stretches: 'clip-analytics',
  clip_files: 'clip-files',
  clip_segments: 'clip-files',
  deposits: 'deposits',
  processor_refunds: 'deposits',
  card_payments: 'deposits',
  deposit_refunds: 'deposits',
  deposit_disputes: 'deposits',
  payout_addresses: 'payouts',
  payouts: 'payouts',
  payout_runs: 'payouts',
  payout_batches: 'payouts',
  payout_countries: 'payouts',
  payout_pauses: 'payouts',
  payout_account_checks: 'payouts',
  payout_late_statuses: 'payouts',
  external_statements: 'external-statements',
  statement_layouts: 'external-statements',
  external_lines: 'external-statements',
  external_matches: 'external-statements',
  external_missing: 'external-statements',
  external_notes: 'external-statements',
  support_messages: 'support',
  takedown_requests: 'support',
  support_answers: 'support',
};

const writes =
  /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?([a-z_]+)\b|\.(?:insertInto|updateTable|deleteFrom)\(\s*['"]([a-z_]+)/g;

/** Only the owner of a table may write it. */
export const tableOwnerRule: Rule = (files) =>
  files.flatMap(({ path, text }) => {
    const own = /^server\/modules\/([^/]+)\//.exec(path)?.[1];
    if (!own || isTest(path)) return [];
    return [...text.matchAll(writes)].flatMap((match) => {
      const table = (match[1] ?? match[2])!;
      const owner = tableOwners[table];
      if (!owner || owner === own) return [];
      const fix = `writes ${table}, which belongs to ${owner}; call a function of its face`;
      return [{ path, line: lineAt(text, match.index), fix }];
    });
  });

/** Every table that a migration makes and no later one drops must have an owner. */
export const everyTableOwnedRule: Rule = (files) => {
  const tables = sqlOfTables(files);
  const dropped = droppedTables(tables);
  return tables.flatMap(({ path, text }) =>
    [...text.matchAll(/^create table (?:if not exists )?(\w+)(?!.*partition of)/gim)]
      .filter(([, table]) => !tableOwners[table!] && !dropped.has(table!))
      .map((match) => ({
        path,
        line: lineAt(text, match.index),
        fix: `name the owner of ${match[1]} in scripts/tidy/table-owners.ts`,
      })),
  );
};
