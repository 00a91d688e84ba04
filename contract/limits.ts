import { centsToMicros } from './money.ts';

/** Business constants from product.md and section 9 of the specification. Pages show them wherever they matter. */
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;

/** Per person, including expired keys. */
export const API_KEYS_MAX = 10;
export const API_KEY_NAME_MAX = 60;
export const API_KEY_DAYS_MAX = 365;
/** The longest time for which a rotated secret may work beside the new one. */
export const API_KEY_OVERLAP_HOURS_MAX = 168;
/** Per key. */
export const API_CALLS_PER_MINUTE = 120;

export const RATE_MIN_CENTS = 10;
export const RATE_MAX_CENTS = 5_000;
export const BUDGET_MIN = centsToMicros(1_000);
export const BUDGET_MAX = centsToMicros(10_000_000);
export const DEPOSIT_MIN = centsToMicros(1_000);
export const DEPOSIT_MAX = centsToMicros(10_000_000);
/** Hosts can refund an unspent deposit alone for this long; later an admin has to approve. */
export const REFUND_SELF_DAYS = 30;
/** An expected bank transfer expires after this time. */
export const BANK_REFERENCE_DAYS = 60;
/** A host may refund this many deposits alone within that time; more need an admin. */
export const REFUNDS_SELF_MAX = 3;
/** Earnings paid from a card's first deposit are released after this time, because most disputes start earlier. */
export const DEPOSIT_SEASONING_DAYS = 14;
/**
 * After that, this much of a card's payments within that many days is released at once; the part above it
 * waits as well.
 */
export const CARD_CAP = centsToMicros(100_000);

/** The least available balance for a withdrawal on request. */
export const WITHDRAWAL_MIN = centsToMicros(500);
/** The weekly run (Monday 09:00 UTC) pays every available balance of at least this. */
export const WEEKLY_PAYOUT_MIN = centsToMicros(1_000);

/** Posts that a demo account may make with the demo tools per day; visitors of a public demo share its clipper. */
export const DEMO_POSTS_PER_DAY = 40;

/** A reset signs everybody out, so the next one has to wait. */
export const DEMO_RESET_WAIT_MINUTES = 10;
/** Resets from one network in 24 hours. */
export const DEMO_RESETS_PER_DAY = 10;
/** A changed demo is reset after this many minutes without a change by a demo account. */
export const DEMO_IDLE_MINUTES = 15;

export const TITLE_MAX = 100;
export const DESCRIPTION_MAX = 4_000;
export const NOTE_MAX = 500;
export const MESSAGE_MAX = 1_000;
export const CLIPS_PER_CLIPPER = 5;
export const TRACKING_DAYS = 30;
export const DECISION_HOURS = 24;
/** Hours that a listing can give its host for a decision; the first is the default. */
export const DECISION_HOURS_CHOICES = [DECISION_HOURS, 48, 72] as const;
/** Sentence shown beside statements about the speed of reviews. */
export const LONGER_DEADLINES = `A listing may give its host ${DECISION_HOURS_CHOICES.slice(1).join(' or ')} hours, and says so.`;

/** A host's statistics cover this many days, and show shares from this many decisions on: fewer are not meaningful. */
export const CARD_DAYS = 90;
export const CARD_DECISIONS_MIN = 5;

/** Lookups that a person can start per day (UTC): everyone shares the platforms' API quotas. */
export const LOOKUPS_A_DAY = 300;

export const UNDO_SECONDS = 10;
/** The most that a clip earns when its views are attested, which means counted by screenshots that people confirmed. */
export const ATTESTED_MAX = centsToMicros(5_000);
/** Screenshots per clip in any 24 hours. */
export const ATTESTATIONS_A_DAY = 10;
/** Different people who have to confirm a screenshot before it counts. */
export const CONFIRMATIONS_NEEDED = 2;
/** Days that a clipper has to send a fresh screenshot when an audit chose a count. */
export const AUDIT_DAYS = 7;
export const RECHECK_HOURS = 72;
/** Characters of a text in which a post's link is looked for: an embed code has about 10,000. */
export const POST_TEXT_MAX = 20_000;
/** Characters of the path to which a mail or a platform returns. */
export const RETURN_MAX = 300;
/**
 * Views of one post: more than any post has. At the highest rate, an amount for them is far below the
 * ledger's limit.
 */
export const VIEWS_MAX = 10_000_000_000;
export const GONE_GRACE_DAYS = 7;
/** Days after a clip's window during which the server still waits for figures that decide which views are paid. */
export const COUNTED_UNTIL_DAYS = RECHECK_HOURS / 24 + GONE_GRACE_DAYS;
/** Hours that a clip keeps earning after its caption lost something that the listing requires. */
export const CAPTION_FIX_HOURS = 48;
/** After a caption notice, the clipper gets no time to fix a caption for this many days, on any clip. */
export const CAPTION_REPEAT_DAYS = 30;
export const HOLD_DECISION_DAYS = 7;
/** Days to appeal a decision, and days for an admin to decide the appeal. */
export const APPEAL_DAYS = 7;
export const APPEAL_DECISION_DAYS = 7;
/** A hold with this score or more never ends automatically. */
export const HOLD_SCORE = 60;
export const APPEAL_MAX = 1_000;
export const PAYOUT_ADDRESS_WAIT_HOURS = 24;
/** A requested payout leaves within this many hours; after that it is late, and the operator is alerted. */
export const WITHDRAWAL_DUE_HOURS = 24;
/** A requested payout can be canceled for this long before it is sent to PayPal. */
export const PAYOUT_CANCEL_MINUTES = 10;
/** A banned person's money is reviewed, and paid or refunded, within this many days. */
export const BANNED_MONEY_DAYS = 30;
/** People paid at least this much in a year are marked for the tax report (form 1099-NEC, payments from 2026). */
export const TAX_REPORT_MIN = centsToMicros(200_000);
/** Money acts of admins from this sum on need two admins (contract/admin/money-acts.ts). */
export const TWO_ADMINS_MIN = centsToMicros(250_000);
/** Money acts within this many hours are added up, per admin and per account that benefits. */
export const TWO_ADMINS_HOURS = 24;
/** A first admin's agreement expires after this time. */
export const AGREEMENT_HOURS = 48;

/** Video sizes count in powers of 1,000, as file managers and our pages do. */
export const SOURCE_MAX_BYTES = 20 * 1000 ** 3;
/** The largest file of a clip. */
export const CLIP_FILE_MAX_BYTES = 500 * 1000 ** 2;
/** All files of one person's clips together. */
export const CLIP_FILES_PERSON_BYTES = 5 * 1000 ** 3;
/** Longer than the time in which a clip is counted, rechecked and appealed. */
export const CLIP_FILE_KEPT_DAYS = 120;
/** After a clip is rejected or withdrawn: longer than the time for an appeal and its decision. */
export const CLIP_FILE_DECIDED_DAYS = 30;
/** A file whose length differs more from its post's is another video. */
export const LENGTH_TOLERANCE_MS = 2_000;
/** Moments that a host can point out in one listing's source. */
export const PINS_MAX = 50;
export const PIN_LABEL_MAX = 60;
/** Lines of a source's transcript: enough for ten hours without a pause. */
export const TRANSCRIPT_CUES_MAX = 20_000;
/** Studio projects of a listing are deleted this many days after it ended or was removed. */
export const STUDIO_PROJECT_ENDED_DAYS = 30;
/** "JPG, PNG up to 2MB" */
export const PHOTO_MAX_BYTES = 2 * 1024 ** 2;
/** The poster of a source video, or a sheet of its storyboard. */
export const SOURCE_PICTURE_MAX_BYTES = 2 * 1024 ** 2;
/** A screenshot that proves a view count. */
export const SCREENSHOT_MAX_BYTES = 5 * 1024 ** 2;
export const UNUSED_UPLOADS_MAX = 10;
/** A source video that no listing uses is removed after this many days. */
export const UNUSED_UPLOAD_DAYS = 7;
/** An upload without any bytes is removed after this many hours. */
export const UNBEGUN_UPLOAD_HOURS = 1;
/**
 * Upload bytes per request: proxies refuse or buffer larger bodies, and the server reserves this much space
 * per request.
 */
export const UPLOAD_PIECE_BYTES = 64 * 1024 ** 2;
/** Space for the source videos of a host without deposits. */
export const NEW_HOST_UPLOAD_BYTES = 10 * 1000 ** 3;
/** Extra space for each dollar of confirmed deposits, minus refunds: 1 GB for $10. */
export const UPLOAD_BYTES_PER_DOLLAR = 100 * 1000 ** 2;
/** Default limits for the source videos of one person and of everyone; the operator can change them. */
export const UPLOAD_SPACE = { personBytes: 200 * 1000 ** 3, totalBytes: 2_000 * 1000 ** 3 };
/** Uploads that one person can run at the same time. */
export const UPLOADS_AT_ONCE_MAX = 3;
/** A listing whose free budget pays fewer views than this pauses as exhausted. */
export const EXHAUSTED_VIEWS = 1_000;
export const PAGE_ROWS = 20;

/** Support messages and takedown requests are promised an answer "within 24-48 hours". */
export const ANSWER_HOURS = 48;

/** A code for a bio that nobody used is deleted this many days after it expired. */
export const UNUSED_CODE_DAYS = 7;
/** A notification is deleted this many months after its person read it. */
export const NOTIFICATION_READ_MONTHS = 12;
/** A notification that its person never read is deleted this many months after it was written. */
export const NOTIFICATION_UNREAD_MONTHS = 24;

/** A support message that is no longer open is deleted with its answers this many years after it was sent. */
export const SUPPORT_YEARS = 2;
/** A takedown request is deleted this many years after it was handled: until then somebody can sue over it. */
export const TAKEDOWN_YEARS = 3;
/**
 * Rows of the audit log are deleted after this many years; rows about money later, as `expire_audit_rows` in
 * the database defines.
 */
export const AUDIT_YEARS = 2;
export const AUDIT_MONEY_YEARS = 10;

/** The largest statement file that an admin can import. */
export const STATEMENT_MAX_BYTES = 8 * 1024 * 1024;
/** Characters of a bank's name in a stored mapping. */
export const STATEMENT_BANK_MAX = 60;
/** Stored mappings of statement columns per account. */
export const STATEMENT_LAYOUTS_MAX = 100;
