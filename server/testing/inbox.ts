import { type RawBuilder, sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { InboxKind } from '#contract/admin/admin-inbox.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import type { TestDatabase } from '#server/testing/database.ts';
import { testPerson } from './api.ts';
import { moveAvailable } from './available-earnings.ts';
import { testClip, testListing } from './clips.ts';

interface Waiting {
  id: string;
  /** The account that the entry is about; null for a stranger. */
  personId: AccountId | null;
  /** Completes the entry, as a decision or a handled request does. */
  done: () => Promise<void>;
}

/**
 * Inserts one entry of each kind that waits for an admin, in the state that the modules create. Returns how
 * each is completed.
 */
export async function fillInbox({ db, owner }: TestDatabase, now: Date): Promise<Record<InboxKind, Waiting>> {
  const listing = await testListing(db, now);
  const { accountId: personId } = await testPerson(db, 'clipper');
  const { accountId: hostId } = await testPerson(db, 'host');
  const { userId: adminId } = await testPerson(db, 'admin');
  const run = async (statement: RawBuilder<unknown>) => void (await statement.execute(owner));
  const clip = () =>
    testClip(db, { listingId: listing.id, clipperId: personId, approvedAt: null, submittedAt: now });
  const dueIn = (hours: number) => after(now, hours * HOUR);

  const escalated = await clip();
  await run(sql`update submissions set escalated = true, decide_by = ${dueIn(1)} where id = ${escalated}`);
  const held = { id: newId(), clip: await clip() };
  await run(sql`insert into fraud_holds (id, submission_id, state, score, reason, from_views, opened_at, decide_by)
    values (${held.id}, ${held.clip}, 'open', 70, 'Linear growth', 0, ${now}, ${dueIn(2)})`);
  const reviewed = await clip();
  await run(
    sql`update clip_tracking set band = 'needs_review', score = 70 where submission_id = ${reviewed}`,
  );
  await run(sql`insert into accruals (submission_id, entry_id, listing_id, clipper_id, views_from, views_to, rate_micros_per_view,
      amount_micros, counted_views, counted_at, accrued_at, release_due_at)
    values (${reviewed}, ${newId()}, ${listing.id}, ${personId}, 0, 10, 2000, 20000, 10, ${now}, ${now}, ${dueIn(24)})`);
  const appealed = { id: newId(), clip: await clip() };
  await run(sql`insert into appeals (id, submission_id, listing_id, clipper_id, text, opened_at, decide_by)
    values (${appealed.id}, ${appealed.clip}, ${listing.id}, ${personId}, 'It is my own.', ${now}, ${dueIn(3)})`);
  const shot = { id: newId(), clip: await clip(), media: newId() };
  await run(sql`insert into media_files (id, owner_id, kind, state, file_name, content_type, size_bytes, storage_key, created_at)
    values (${shot.media}, ${personId}, 'screenshot', 'ready', 'a.png', 'image/png', 1, ${shot.media}, ${now})`);
  await run(
    sql`update clip_tracking set count_level = 'attested', next_poll_at = null where submission_id = ${shot.clip}`,
  );
  await run(sql`insert into view_attestations (id, submission_id, media_id, reported_views, sent_at, state, waiting_since, sha256)
    values (${shot.id}, ${shot.clip}, ${shot.media}, 10, ${now}, 'match', ${now}, '00')`);
  const proof = { id: newId(), clip: await clip(), media: newId(), picture: newId() };
  await run(sql`insert into media_files (id, owner_id, kind, state, file_name, content_type, size_bytes, storage_key, created_at)
    values (${proof.media}, ${personId}, 'screenshot', 'ready', 'a.png', 'image/png', 1, ${proof.media}, ${now})`);
  await run(sql`insert into view_attestations (id, submission_id, media_id, reported_views, sent_at, state, waiting_since, sha256)
    values (${proof.picture}, ${proof.clip}, ${proof.media}, 10, ${now}, 'mismatch', ${now}, '01')`);
  await run(sql`insert into proof_requests (id, submission_id, views, code, asked_at, due_at)
    values (${proof.id}, ${proof.clip}, 10, 'ABCDEF', ${now}, ${after(now, DAY)})`);
  const code = newId();
  await run(sql`insert into connection_codes (id, user_id, platform, handle, code, made_at, expires_at)
    values (${code}, ${personId}, 'tiktok', 'some_handle', 'permille-1', ${now}, ${after(now, DAY)})`);
  const takedown = newId();
  await run(sql`insert into takedown_requests (id, name, email, url, work, signature, created_at)
    values (${takedown}, 'Ann Owner', 'ann@owner.example', 'https://x.example', 'A song', 'Ann', ${now})`);
  const message = newId();
  await run(sql`insert into support_messages (id, user_id, name, email, category, message, created_at)
    values (${message}, ${personId}, 'Tess', 'tess@people.example', 'billing', 'Where is it?', ${now})`);
  const payout = newId();
  await run(sql`insert into payouts (id, clipper_id, cause, amount_micros, destination, rail, state, requested_at, due_at)
    values (${payout}, ${personId}, 'withdrawal', 20000000, 'a@b.example', 'paypal', 'processing', ${now}, ${after(now, DAY)})`);

  const deposit = newId();
  await run(sql`insert into deposits (id, host_id, rail, amount_micros, state, reference, created_at)
    values (${deposit}, ${hostId}, 'stripe', 50000000, 'disputed', 'Card payment', ${now})`);
  await run(
    sql`insert into card_payments (payment_intent, deposit_id, seen_at) values ('pi_1', ${deposit}, ${now})`,
  );
  await run(sql`insert into deposit_disputes (id, payment_intent, amount_micros, reason, opened_at, evidence_due_at)
    values ('dp_1', 'pi_1', 50000000, 'fraudulent', ${now}, ${dueIn(200)})`);

  const agreed = newId();
  await run(sql`insert into admin_agreements (action, subject_id, admin_id, terms, summary, amount_micros, agreed_at)
    values ('debt.write_off', ${agreed}, ${adminId}, '{}', 'a debt is written off.', 2500000000, ${now})`);
  const { accountId: bannedId } = await testPerson(db, 'host');
  await moveAvailable(db, { clipperId: bannedId, amount: 8_000_000n, now });
  await run(sql`update users set banned_at = ${now} where id = ${bannedId}`);

  return {
    agreement: {
      id: agreed,
      personId: null,
      done: () => run(sql`update admin_agreements set carried_out_at = ${now} where subject_id = ${agreed}`),
    },
    banned: {
      id: bannedId,
      personId: bannedId,
      done: () => run(sql`update users set banned_at = null where id = ${bannedId}`),
    },
    deposit: {
      id: deposit,
      personId: hostId,
      done: () => run(sql`update deposit_disputes set has_evidence = true where id = 'dp_1'`),
    },
    escalation: {
      id: escalated,
      personId,
      done: () =>
        run(
          sql`update submissions set decision = 'approve', decision_by = ${adminId}, decision_commits_at = ${after(now, HOUR)} where id = ${escalated}`,
        ),
    },
    hold: {
      id: held.id,
      personId,
      done: () =>
        run(sql`update fraud_holds set state = 'released', decided_at = ${now} where id = ${held.id}`),
    },
    review: {
      id: reviewed,
      personId,
      done: () =>
        run(
          sql`update accruals set state = 'released', released_at = ${now} where submission_id = ${reviewed}`,
        ),
    },
    appeal: {
      id: appealed.id,
      personId,
      done: () =>
        run(sql`update appeals set state = 'dismissed', decided_at = ${now} where id = ${appealed.id}`),
    },
    screenshot: {
      id: shot.id,
      personId,
      done: () =>
        run(
          sql`update view_attestations set decision = 'refused', decided_at = ${now} where id = ${shot.id}`,
        ),
    },
    proof: {
      id: proof.id,
      personId,
      done: () =>
        run(
          sql`update proof_requests set decision = 'refused', decided_at = ${now}, attestation_id = ${proof.picture} where id = ${proof.id}`,
        ),
    },
    code: {
      id: code,
      personId,
      done: () => run(sql`update connection_codes set used_at = ${now} where id = ${code}`),
    },
    takedown: {
      id: takedown,
      personId: null,
      done: () =>
        run(sql`update takedown_requests set handled_at = ${now}, handled_by = ${adminId}, handled_note = 'Gone'
          where id = ${takedown}`),
    },
    support: {
      id: message,
      personId,
      done: () => run(sql`update support_messages set state = 'answered' where id = ${message}`),
    },
    payout: {
      id: payout,
      personId,
      done: () => run(sql`update payouts set state = 'canceled', finished_at = ${now} where id = ${payout}`),
    },
  };
}
