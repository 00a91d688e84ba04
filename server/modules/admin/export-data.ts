import { type RawBuilder, sql } from 'kysely';
import type { ExportPart } from '#contract/accounts/account-data.ts';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import type { Database } from '#server/infra/transaction.ts';

type Row = Record<string, ReturnType<typeof JSON.parse>>;

interface Person {
  userId: UserId;
  accountId: AccountId;
  sessionId: string;
  isDemo: boolean;
}

/**
 * Returns a query for each part of the export: the person's rows, without passwords, tokens or keys. Bigints
 * are cast to text.
 */
const parts = ({
  userId,
  accountId,
  sessionId,
  isDemo,
}: Person): Record<ExportPart, RawBuilder<unknown>> => ({
  account: sql`select id, email, email_verified, name, role, created_at, terms_accepted_at, terms_version,
    age_confirmed_at, (select c.email from email_changes c where c.user_id = users.id) as requested_email
    from users where id = ${userId}`,
  profile: sql`select username, full_name, earnings_hidden, onboarding_completed_at, created_at
    from profiles where user_id = ${accountId}`,
  // Strangers share a demo account, so its export contains only the current session.
  sessions: sql`select created_at, updated_at as last_seen_at, ip_address, user_agent from sessions
    where user_id = ${userId} and (id = ${sessionId} or not ${isDemo}::boolean)`,
  passkeys: sql`select name, transports, is_synced, created_at, last_used_at from passkeys
    where user_id = ${userId} order by created_at`,
  apiKeys: sql`select name, prefix, scopes, created_at, expires_at, last_used_at, revoked_at from api_keys
    where owner_id = ${accountId} order by created_at`,
  connections: sql`select platform, external_id, handle, display_name, followers::text, scopes, state, verified_by, found_text,
    connected_at, removed_at from connections where user_id = ${accountId}`,
  connectionCodes: sql`select platform, handle, code, made_at, expires_at, found_text, checked_at, used_at
    from connection_codes where user_id = ${accountId}`,
  notifications: sql`select kind, title, body, link, created_at, read_at from notifications
    where user_id = ${userId} order by created_at`,
  notificationPreferences: sql`select topic, channel, timing from notification_channel_preferences
    where user_id = ${userId}`,
  files: sql`select id, kind, state, file_name, content_type, size_bytes::text, created_at from media_files
    where owner_id = ${accountId}`,
  listings: sql`select l.id, l.state, l.funded_micros::text, l.created_at as posted_at, l.ended_at, l.settled_at,
    v.version, v.title, v.description, v.instructions, v.platforms, v.rate_cents_per_mille, v.source_url, v.created_at
    from listings l join listing_versions v on v.listing_id = l.id where l.host_id = ${accountId} order by v.created_at`,
  listingPins: sql`select p.listing_id, p.second, p.label, p.pinned_at from listing_pins p
    join listings l on l.id = p.listing_id where l.host_id = ${accountId} order by p.listing_id, p.second`,
  sourceChats: sql`select c.media_id, c.per_second, c.given_at from source_chats c
    join media_files m on m.id = c.media_id where m.owner_id = ${accountId}`,
  sourceTranscripts: sql`select t.media_id, m.transcript as made_by, t.cues, t.made_at from source_transcripts t
    join media_files m on m.id = t.media_id where m.owner_id = ${accountId} order by t.media_id`,
  submissions: sql`select id, listing_id, platform, url, caption, posted_at, reported_views::text, status, submitted_at,
    decided_at, reject_reason, reject_note from submissions where clipper_id = ${accountId} order by submitted_at`,
  screenshots: sql`select p.submission_id, p.media_id, p.reported_views::text, p.sent_at, p.state, p.read_views::text,
    p.read_text, p.decision, p.decided_at, p.refusal_note, p.counted_views::text
    from view_attestations p join submissions s on s.id = p.submission_id where s.clipper_id = ${accountId} order by p.sent_at`,
  clipFiles: sql`select f.submission_id, f.media_id, f.state, f.attached_at
    from clip_files f join submissions s on s.id = f.submission_id where s.clipper_id = ${accountId} order by f.attached_at`,
  // Only the last count of each day is exported, because a clip is counted up to every few minutes.
  counts: sql`select distinct on (v.submission_id, (v.fetched_at at time zone 'UTC')::date) v.submission_id, v.fetched_at, v.views::text,
    v.likes::text, v.comments::text, v.shares::text, v.source
    from submissions s join view_snapshots v on v.submission_id = s.id where s.clipper_id = ${accountId}
    order by v.submission_id, (v.fetched_at at time zone 'UTC')::date, v.fetched_at desc`,
  clipAnalytics: sql`select f.submission_id, f.from_at, f.to_at, f.read_at, f.figures from clip_analytics_stretches f
    join submissions s on s.id = f.submission_id where s.clipper_id = ${accountId} order by f.submission_id, f.from_at`,
  countedStretches: sql`select k.submission_id, k.from_at, k.to_at, k.read_at, k.from_views::text, k.to_views::text, k.from_counted::text,
    k.to_counted::text from clip_counted_stretches k join submissions s on s.id = k.submission_id
    where s.clipper_id = ${accountId} order by k.submission_id, k.from_views`,
  fraudHolds: sql`select h.submission_id, h.state, h.score, h.reason, h.from_views::text, h.to_views::text, h.opened_at, h.decide_by,
    h.decided_at, h.note from fraud_holds h join submissions s on s.id = h.submission_id
    where s.clipper_id = ${accountId} order by h.opened_at`,
  attestationAudits: sql`select a.submission_id, a.opened_at, a.due_at from attestation_audits a
    join submissions s on s.id = a.submission_id where s.clipper_id = ${accountId} order by a.opened_at`,
  proofRequests: sql`select r.submission_id, r.views::text, r.asked_at, r.due_at, r.decision, r.decided_at, r.note from proof_requests r
    join submissions s on s.id = r.submission_id where s.clipper_id = ${accountId} order by r.asked_at`,
  appeals: sql`select submission_id, text, state, opened_at, decide_by, decided_at, note
    from appeals where clipper_id = ${accountId} order by opened_at`,
  reviewNotes: sql`select n.submission_id, n.text, n.written_at, n.changed_at from clip_review_notes n
    join submissions s on s.id = n.submission_id where s.clipper_id = ${accountId} order by n.written_at`,
  earnings: sql`select a.submission_id, a.views_from::text, a.views_to::text, a.rate_micros_per_view::text,
    a.amount_micros::text, a.state, a.accrued_at, a.released_at
    from accruals a where a.clipper_id = ${accountId} order by a.accrued_at`,
  messages: sql`select submission_id, body, sent_at from submission_messages where author_id = ${accountId} order by sent_at`,
  declarations: sql`select submission_id, by, kind, at, link, declared_at from declarations
    where author_id = ${accountId} order by declared_at`,
  // A host's export names the clippers whom the host blocked. A clipper's export does not name the host.
  blocks: sql`select p.username as clipper, b.blocked_at from clipper_blocks b join profiles p on p.user_id = b.clipper_id
    where b.host_id = ${accountId}
    union all select null, blocked_at from clipper_blocks where clipper_id = ${accountId}`,
  invitations: sql`select i.listing_id, p.username as clipper, i.invited_at from listing_invitations i
    join listings l on l.id = i.listing_id join profiles p on p.user_id = i.clipper_id
    where l.host_id = ${accountId} or i.clipper_id = ${accountId} order by i.invited_at`,
  webhookEndpoints: sql`select url, format, name, kinds, state, disabled_reason, created_at from webhook_endpoints
    where owner_id = ${accountId} order by created_at`,
  webhookDeliveries: sql`select e.url, d.kind, d.event_id, d.state, d.attempts, d.created_at, d.last_attempt_at, d.last_status,
    d.last_error, d.last_response from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
    where e.owner_id = ${accountId} order by d.created_at`,
  studioProjects: sql`select listing_id, project, updated_at from studio_projects
    where clipper_id = ${accountId} order by updated_at`,
  followedHosts: sql`select p.username as host, f.followed_at from followed_hosts f join profiles p on p.user_id = f.host_id
    where f.clipper_id = ${accountId} order by f.followed_at`,
  savedSearches: sql`select name, filters, alerts, created_at
    from saved_searches where clipper_id = ${accountId} order by created_at`,
  verifiedRecords: sql`select id, shares_earnings, created_at, expires_at from verified_records
    where clipper_id = ${accountId} order by created_at`,
  resultLinks: sql`select id, listing_id, created_at, expires_at, last_opened_at from result_links
    where host_id = ${accountId} order by created_at`,
  discordLink: sql`select discord_id, discord_name, linked_at from discord_links where user_id = ${userId}`,
  deposits: sql`select id, rail, amount_micros::text, state, reference, created_at, confirmed_at from deposits
    where host_id = ${accountId} order by created_at`,
  cardPayments: sql`select c.deposit_id, c.payer_email, c.seen_at from card_payments c
    join deposits d on d.id = c.deposit_id where d.host_id = ${accountId} order by c.seen_at`,
  refunds: sql`select r.deposit_id, r.amount_micros::text, r.state, r.cause, r.reference, r.failure, r.created_at, r.finished_at
    from deposit_refunds r join deposits d on d.id = r.deposit_id where d.host_id = ${accountId} order by r.created_at`,
  disputes: sql`select c.deposit_id, x.amount_micros::text, x.reason, x.outcome, x.opened_at, x.closed_at
    from deposit_disputes x join card_payments c on c.payment_intent = x.payment_intent
    join deposits d on d.id = c.deposit_id where d.host_id = ${accountId} order by x.opened_at`,
  payouts: sql`select id, cause, amount_micros::text, destination, state, requested_at, finished_at, reference, failure
    from payouts where clipper_id = ${accountId} order by requested_at`,
  payoutAccountChecks: sql`select k.payout_id, k.checked_at, k.problem, k.problem_since from payout_account_checks k
    join payouts p on p.id = k.payout_id where p.clipper_id = ${accountId} order by k.checked_at`,
  paymentAddress: sql`select email, usable_at, set_at from payout_addresses where user_id = ${accountId}`,
  paymentCountry: sql`select country, set_at from payout_countries where user_id = ${accountId}`,
  ledger: sql`select t.kind, t.debit_kind::text, t.credit_kind::text, t.amount_micros::text, t.subject_id, t.occurred_at
    from ledger_transfers t
    where t.debit_owner_id = ${accountId} or t.credit_owner_id = ${accountId} order by t.occurred_at`,
  supportMessages: sql`select name, email, category, message, created_at from support_messages
    where user_id = ${userId} order by created_at`,
  takedownRequests: sql`select name, email, on_behalf_of, url, work, signature, created_at, handled_at
    from takedown_requests where user_id = ${userId} order by created_at`,
  activity: sql`select occurred_at, action, subject_type, subject_id, data from audit_log
    where actor_id = ${userId} order by occurred_at`,
});

/** Reads all data that is stored about a person, from one snapshot. */
export async function exportData(db: Database, person: Person): Promise<Record<ExportPart, Row[]>> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const found: [string, Row[]][] = [];
      for (const [part, query] of Object.entries(parts(person))) {
        const { rows } = await sql<{ row: Row }>`select to_jsonb(part) as row from (${query}) part`.execute(
          tx,
        );
        found.push([part, rows.map(({ row }) => row)]);
      }
      return Object.fromEntries(found) as Record<ExportPart, Row[]>;
    });
}
