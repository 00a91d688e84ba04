import { centsToMicros } from './money.ts';

/**
 * Business constants from product.md and section 9 of the specification. Pages show each of them to the
 * people whom it concerns.
 */
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;

/** Maximum number of passkeys per person. */
export const PASSKEYS_MAX = 10;
export const PASSKEY_NAME_MAX = 60;
/** Time in which a browser must use the challenge of a passkey. */
export const PASSKEY_MINUTES = 5;

/** Maximum number of keys per person, including expired ones. */
export const API_KEYS_MAX = 10;
export const API_KEY_NAME_MAX = 60;
export const API_KEY_DAYS_MAX = 365;
/** The longest time, in hours, for which a rotated secret can stay valid beside the new one. */
export const API_KEY_OVERLAP_HOURS_MAX = 168;
/** Maximum number of calls per key and minute. */
export const API_CALLS_PER_MINUTE = 120;

export const RATE_MIN_CENTS = 10;
export const RATE_MAX_CENTS = 5_000;
export const BUDGET_MIN = centsToMicros(1_000);
export const BUDGET_MAX = centsToMicros(10_000_000);
export const DEPOSIT_MIN = centsToMicros(1_000);
export const DEPOSIT_MAX = centsToMicros(10_000_000);
/** For this many days a host can refund an unspent deposit without an admin's approval. */
export const REFUND_SELF_DAYS = 30;
/** A bank transfer that has not arrived after this many days is no longer expected. */
export const BANK_REFERENCE_DAYS = 60;
/** Number of refunds within `REFUND_SELF_DAYS` that a host can make without an admin's approval. */
export const REFUNDS_SELF_MAX = 3;
/**
 * Earnings paid from a card's first deposit are released after this many days, because most disputes start
 * earlier.
 */
export const DEPOSIT_SEASONING_DAYS = 14;
/**
 * After `DEPOSIT_SEASONING_DAYS`, earnings from a card's later payments are released at once as long as the
 * payments within that many days stay below this amount. Earnings from the amount above it wait as well.
 */
export const CARD_CAP = centsToMicros(100_000);

/** The smallest available balance that a clipper can withdraw. */
export const WITHDRAWAL_MIN = centsToMicros(500);
/** The weekly run (Monday 09:00 UTC) pays every available balance of at least this amount. */
export const WEEKLY_PAYOUT_MIN = centsToMicros(1_000);

/**
 * Number of posts per day that the demo tools can make for a demo account. Visitors of a public demo share
 * its clipper.
 */
export const DEMO_POSTS_PER_DAY = 40;

/** Minutes until the demo can be reset again, because a reset signs everybody out. */
export const DEMO_RESET_WAIT_MINUTES = 10;
/** Maximum number of resets from one network within 24 hours. */
export const DEMO_RESETS_PER_DAY = 10;
/** A changed demo is reset after this many minutes without a change by a demo account. */
export const DEMO_IDLE_MINUTES = 15;

export const TITLE_MAX = 100;
export const DESCRIPTION_MAX = 4_000;
export const NOTE_MAX = 500;
/** Maximum length of a clipper's note to the reviewer of a clip that needs review. */
export const REVIEW_NOTE_MAX = 1_000;
export const MESSAGE_MAX = 1_000;
export const DECLARATION_LINK_MAX = 500;
/** Declarations about one clip by each of its two people, and about all clips by one person in thirty days. */
export const DECLARATIONS_PER_CLIP = 2;
export const DECLARATIONS_PER_PERSON = { clipper: 10, host: 50 };
export const DECLARATIONS_DAYS = 30;
/** A stated time may be this far ahead of our clock. */
export const DECLARATION_AHEAD_MINUTES = 10;
export const CLIPS_PER_CLIPPER = 5;
export const TRACKING_DAYS = 30;
export const DECISION_HOURS = 24;
/** The decision times, in hours, that a listing can give its host. The first is the default. */
export const DECISION_HOURS_CHOICES = [DECISION_HOURS, 48, 72] as const;
/** A sentence about longer deadlines, shown beside statements about the speed of reviews. */
export const LONGER_DEADLINES = `A listing may give its host ${DECISION_HOURS_CHOICES.slice(1).join(' or ')} hours, and says so.`;

/** Earnings that a new clip can expect, before enough clips were paid on its listing. */
export const FORECAST = {
  /**
   * Weight of the median over all listings in a listing's forecast: it counts like this many paid clips of
   * the listing.
   */
  priorClips: 5,
  /** The median covers clips that were approved in this many days. */
  days: 90,
  /** The median while no clip was paid anywhere. */
  views: 10_000,
};

/**
 * A host's statistics cover this many days. They show shares only from `CARD_DECISIONS_MIN` decisions,
 * because shares of fewer decisions are not meaningful.
 */
export const CARD_DAYS = 90;
export const CARD_DECISIONS_MIN = 5;

/**
 * Number of post lookups that a person can start per UTC day, because everyone shares the platforms' API
 * quotas.
 */
export const LOOKUPS_A_DAY = 300;

export const UNDO_SECONDS = 10;
/**
 * The most that an attested clip earns. An attested clip's views are counted from screenshots that people
 * confirmed.
 */
export const ATTESTED_MAX = centsToMicros(5_000);
/** Maximum number of screenshots per clip within 24 hours. */
export const ATTESTATIONS_A_DAY = 10;
/** Number of different people who must confirm a screenshot before its count is used. */
export const CONFIRMATIONS_NEEDED = 2;
/** Days in which a clipper must send a new screenshot after an audit chose a count. */
export const AUDIT_DAYS = 7;
/** Days in which released analytics can answer an audit before it begins: platforms are up to five days late. */
export const AWAITED_DAYS = 6;
/**
 * A row of limits states the probability that this much unproven money causes an audit. It is about what a
 * usual clip earns.
 */
export const AUDIT_STAKE = centsToMicros(2_500);
/** Hours in which a clipper who proves views by choice sends a picture with the code. */
export const PROOF_HOURS = 24;
/** After a picture was refused, the clip's views can't be shown again for this many days. */
export const PROOF_AGAIN_DAYS = 7;
/** A clipper shows the views of at most this many clips at a time, because people decide on each picture. */
export const PROOFS_AT_ONCE = 10;
/** A clip that was first read within this time after its post has no unseen views. */
export const SEEN_WITHIN_HOURS = 6;
/** A clip with fewer proven views does not count as a proven clip of its clipper. */
export const PROVEN_CLIP_VIEWS = 1_000;
/** Money for views without proof counts against a limit until this long after its payout and the last count. */
export const EXPOSURE_DAYS = 90;
/** An excluded view counts against its clipper for this long. */
export const FRAUD_RECORD_DAYS = 180;
export const RECHECK_HOURS = 72;
/**
 * Maximum length of a pasted text that is searched for a post's link. An embed code has about 10,000
 * characters.
 */
export const POST_TEXT_MAX = 20_000;
/** Maximum length of the path to which a mail or a platform returns. */
export const RETURN_MAX = 300;
/**
 * The largest accepted view count of a post, more than any real post has. Even at the highest rate, the
 * amount for it is far below the ledger's limit.
 */
export const VIEWS_MAX = 10_000_000_000;
export const GONE_GRACE_DAYS = 7;
/**
 * Days after a clip's window for which the server still waits for the figures that decide which views are
 * paid.
 */
export const COUNTED_UNTIL_DAYS = RECHECK_HOURS / 24 + GONE_GRACE_DAYS;
/** Hours for which a clip still earns after its caption lost something that the listing requires. */
export const CAPTION_FIX_HOURS = 48;
/** For this many days after a caption notice, the clipper's clips get no time to fix a caption. */
export const CAPTION_REPEAT_DAYS = 30;
export const HOLD_DECISION_DAYS = 7;
/**
 * Days in which a decision can be appealed. An admin then has `APPEAL_DECISION_DAYS` to decide the appeal.
 */
export const APPEAL_DAYS = 7;
export const APPEAL_DECISION_DAYS = 7;
/** A hold of a clip with at least this score never ends automatically. */
export const HOLD_SCORE = 60;
export const APPEAL_MAX = 1_000;
export const PAYOUT_ADDRESS_WAIT_HOURS = 24;
/**
 * A requested payout is sent within this many hours. After that it counts as late, and the operator is
 * alerted.
 */
export const WITHDRAWAL_DUE_HOURS = 24;
/** Minutes for which a requested payout can be canceled, before it is sent to PayPal. */
export const PAYOUT_CANCEL_MINUTES = 10;
/** Days within which a banned person's money is reviewed, and then paid or refunded. */
export const BANNED_MONEY_DAYS = 30;
/**
 * People who are paid at least this much in a year are marked for the tax report (form 1099-NEC, for payments
 * from 2026).
 */
export const TAX_REPORT_MIN = centsToMicros(200_000);
/** Money acts of admins over at least this sum need two admins (contract/admin/money-acts.ts). */
export const TWO_ADMINS_MIN = centsToMicros(250_000);
/** Hours over which the sums of money acts are added up, per admin and per account that benefits. */
export const TWO_ADMINS_HOURS = 24;
/** Hours after which a first admin's agreement expires. */
export const AGREEMENT_HOURS = 48;

/** The largest source video. Sizes of videos use powers of 1,000, as in file managers. */
export const SOURCE_MAX_BYTES = 20 * 1000 ** 3;
/** The largest file of one clip. */
export const CLIP_FILE_MAX_BYTES = 500 * 1000 ** 2;
/** Space for the files of all of one person's clips. */
export const CLIP_FILES_PERSON_BYTES = 5 * 1000 ** 3;
/**
 * A clip's file is removed this many days after it was sent, which is longer than a clip is counted,
 * rechecked and appealed.
 */
export const CLIP_FILE_KEPT_DAYS = 120;
/**
 * The file of a rejected or withdrawn clip is removed this many days after the decision, which is longer than
 * an appeal takes.
 */
export const CLIP_FILE_DECIDED_DAYS = 30;
/** If the lengths of a clip's file and its post differ by more than this, the file is another video. */
export const LENGTH_TOLERANCE_MS = 2_000;
/** Number of moments that a host can point out in one listing's source. */
export const PINS_MAX = 50;
export const PIN_LABEL_MAX = 60;
/** Maximum number of lines in a source's transcript, which is enough for ten hours without a pause. */
export const TRANSCRIPT_CUES_MAX = 20_000;
/** A listing's studio projects are deleted this many days after the listing ended or was removed. */
export const STUDIO_PROJECT_ENDED_DAYS = 30;
/** The largest profile photo, in the form's words "JPG, PNG up to 2MB". */
export const PHOTO_MAX_BYTES = 2 * 1024 ** 2;
/** The largest poster of a source video, and the largest sheet of its storyboard. */
export const SOURCE_PICTURE_MAX_BYTES = 2 * 1024 ** 2;
/** The largest screenshot that proves a view count. */
export const SCREENSHOT_MAX_BYTES = 5 * 1024 ** 2;
export const UNUSED_UPLOADS_MAX = 10;
/** A source video that no listing uses is removed this many days after its upload. */
export const UNUSED_UPLOAD_DAYS = 7;
/** An upload without any bytes is removed after this many hours. */
export const UNBEGUN_UPLOAD_HOURS = 1;
/**
 * Maximum number of upload bytes per request. Proxies refuse or buffer larger bodies, and the server reserves
 * this much space for each request.
 */
export const UPLOAD_PIECE_BYTES = 64 * 1024 ** 2;
/** Upload space for the source videos of a host without deposits. */
export const NEW_HOST_UPLOAD_BYTES = 10 * 1000 ** 3;
/** Additional upload space for each dollar of confirmed deposits minus refunds, so that $10 adds 1 GB. */
export const UPLOAD_BYTES_PER_DOLLAR = 100 * 1000 ** 2;
/**
 * Default upload space for the source videos of one person, and of everyone. The operator can change both.
 */
export const UPLOAD_SPACE = { personBytes: 200 * 1000 ** 3, totalBytes: 2_000 * 1000 ** 3 };
/** Number of uploads that one person can run at the same time. */
export const UPLOADS_AT_ONCE_MAX = 3;
/** A listing is paused as exhausted if its free budget pays for fewer views than this. */
export const EXHAUSTED_VIEWS = 1_000;
export const PAGE_ROWS = 20;

/**
 * Support messages and takedown requests are answered within this many hours; pages promise "within 24-48
 * hours".
 */
export const ANSWER_HOURS = 48;

/** A code for a bio is deleted this many days after it expired unused. */
export const UNUSED_CODE_DAYS = 7;
/** A notification is deleted this many months after its person read it. */
export const NOTIFICATION_READ_MONTHS = 12;
/** A notification that its person never read is deleted this many months after it was written. */
export const NOTIFICATION_UNREAD_MONTHS = 24;

/** A support message that is no longer open is deleted with its answers this many years after it was sent. */
export const SUPPORT_YEARS = 2;
/**
 * A takedown request is deleted this many years after it was handled, because until then somebody can sue
 * over it.
 */
export const TAKEDOWN_YEARS = 3;
/**
 * Rows of the audit log are deleted after this many years, and rows about money after `AUDIT_MONEY_YEARS`.
 * The database function `expire_audit_rows` decides which rows are about money.
 */
export const AUDIT_YEARS = 2;
export const AUDIT_MONEY_YEARS = 10;

/** The largest statement file that an admin can import. */
export const STATEMENT_MAX_BYTES = 8 * 1024 * 1024;
/** Maximum length of a bank's name in a stored mapping. */
export const STATEMENT_BANK_MAX = 60;
/** Maximum number of stored mappings of statement columns per account. */
export const STATEMENT_LAYOUTS_MAX = 100;
