import { centsToMicros } from './money.ts';

/** Business constants; product.md and the specification's section 9 fix them. Shown wherever they matter. */
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;

/** Of one person, those that expired included. */
export const API_KEYS_MAX = 10;
export const API_KEY_NAME_MAX = 60;
export const API_KEY_DAYS_MAX = 365;
/** So long the secret before the last change may work beside the new one. */
export const API_KEY_OVERLAP_HOURS_MAX = 168;
/** Of one key. */
export const API_CALLS_PER_MINUTE = 120;

export const RATE_MIN_CENTS = 10;
export const RATE_MAX_CENTS = 5_000;
export const BUDGET_MIN = centsToMicros(1_000);
export const BUDGET_MAX = centsToMicros(10_000_000);
export const DEPOSIT_MIN = centsToMicros(1_000);
export const DEPOSIT_MAX = centsToMicros(10_000_000);
/** What is unspent of a deposit goes back at a press for this long; later on request. */
export const REFUND_SELF_DAYS = 30;
/** An expected bank transfer is given up after this time. */
export const BANK_REFERENCE_DAYS = 60;
/** So many refunds in that time leave by themselves; more need an admin. */
export const REFUNDS_SELF_MAX = 3;
/** What the first deposit of a card pays to clippers leaves after this time: by then most disputes have come. */
export const DEPOSIT_SEASONING_DAYS = 14;
/** From then on what the card pays in so many days leaves at once up to this sum; what is above it seasons as well. */
export const CARD_CAP = centsToMicros(100_000);

/** A withdrawal on request needs at least this much available. */
export const WITHDRAWAL_MIN = centsToMicros(500);
/** The weekly run (Monday 09:00 UTC) pays every available balance from here on. */
export const WEEKLY_PAYOUT_MIN = centsToMicros(1_000);

/** Posts that a person of a demo makes by its tools; a demo that everybody can try shares its clipper. */
export const DEMO_POSTS_PER_DAY = 40;

/** A reset signs everybody out, so the next one waits for so many minutes. */
export const DEMO_RESET_WAIT_MINUTES = 10;
/** Resets from one network in 24 hours. */
export const DEMO_RESETS_PER_DAY = 10;
/** Minutes without a change by a demo account, after which a changed demo is reset. */
export const DEMO_IDLE_MINUTES = 15;

export const TITLE_MAX = 100;
export const DESCRIPTION_MAX = 4_000;
export const NOTE_MAX = 500;
export const MESSAGE_MAX = 1_000;
export const CLIPS_PER_CLIPPER = 5;
export const TRACKING_DAYS = 30;
export const DECISION_HOURS = 24;
/** What a listing may give its host for a decision; the first unless it says otherwise. */
export const DECISION_HOURS_CHOICES = [DECISION_HOURS, 48, 72] as const;
/** Beside what says how fast clips are reviewed. */
export const LONGER_DEADLINES = `A listing may give its host ${DECISION_HOURS_CHOICES.slice(1).join(' or ')} hours, and says so.`;

/** A host's card tells of so many days, and of shares from so many decisions on: fewer say nothing. */
export const CARD_DAYS = 90;
export const CARD_DECISIONS_MIN = 5;

/** So often a person has platforms asked in a day (UTC): what a platform allows to be asked is everybody's. */
export const LOOKUPS_A_DAY = 300;

export const UNDO_SECONDS = 10;
/** What a clip earns at most when its views are attested: counted by screenshots that people confirmed. */
export const ATTESTED_MAX = centsToMicros(5_000);
/** A clip takes so many screenshots in any 24 hours. */
export const ATTESTATIONS_A_DAY = 10;
/** So many different people confirm a screenshot before it counts. */
export const CONFIRMATIONS_NEEDED = 2;
/** A clipper has so long to send a fresh screenshot, when a count was drawn for an audit. */
export const AUDIT_DAYS = 7;
export const RECHECK_HOURS = 72;
/** Characters of a text in which a post's link is looked for: an embed code has about 10,000. */
export const POST_TEXT_MAX = 20_000;
/** Characters of the path that a mail or a platform leads back to. */
export const RETURN_MAX = 300;
/** Views of one post; no post has more, and at the highest rate an amount for them fits the ledger many times over. */
export const VIEWS_MAX = 10_000_000_000;
export const GONE_GRACE_DAYS = 7;
/** So long after its window figures of a clip's views are waited for, where they say which are paid. */
export const COUNTED_UNTIL_DAYS = RECHECK_HOURS / 24 + GONE_GRACE_DAYS;
/** So long a clip goes on earning after its caption lost what the listing asks for. */
export const CAPTION_FIX_HOURS = 48;
/** After a notice about a caption, its clipper has no such hours for this many days, for any clip. */
export const CAPTION_REPEAT_DAYS = 30;
export const HOLD_DECISION_DAYS = 7;
/** A decision can be appealed for so long, and so long an admin has to decide. */
export const APPEAL_DAYS = 7;
export const APPEAL_DECISION_DAYS = 7;
/** From this score on a hold never lets go by itself. */
export const HOLD_SCORE = 60;
export const APPEAL_MAX = 1_000;
export const PAYOUT_ADDRESS_WAIT_HOURS = 24;
/** A payout that was asked for leaves within so many hours; from then on it is late, and the operator is alarmed. */
export const WITHDRAWAL_DUE_HOURS = 24;
/** A requested payout can be canceled for so long before it is handed to PayPal. */
export const PAYOUT_CANCEL_MINUTES = 10;
/** What a banned person has is reviewed, and paid or refunded, within so many days. */
export const BANNED_MONEY_DAYS = 30;
/** What a person was paid in a year is marked for the tax report from here on (form 1099-NEC, payments from 2026). */
export const TAX_REPORT_MIN = centsToMicros(200_000);
/** From this sum on, money acts of admins (contract/money-acts.ts) take two admins. */
export const TWO_ADMINS_MIN = centsToMicros(250_000);
/** Money acts within so many hours count together, per admin and per account that benefits. */
export const TWO_ADMINS_HOURS = 24;
/** The agreement of a first admin expires after this time. */
export const AGREEMENT_HOURS = 48;

/** Sizes of videos count by thousands, as file managers and our pages show them. */
export const SOURCE_MAX_BYTES = 20 * 1000 ** 3;
/** Of the file of a clip. */
export const CLIP_FILE_MAX_BYTES = 500 * 1000 ** 2;
/** Of all files of one person's clips. */
export const CLIP_FILES_PERSON_BYTES = 5 * 1000 ** 3;
/** Longer than a clip is counted, checked again and appealed. */
export const CLIP_FILE_KEPT_DAYS = 120;
/** Once it is rejected or withdrawn: longer than an appeal can be made and decided. */
export const CLIP_FILE_DECIDED_DAYS = 30;
/** A file that differs more in length from its post is another video. */
export const LENGTH_TOLERANCE_MS = 2_000;
/** Moments that a host points out in the source of one listing. */
export const PINS_MAX = 50;
export const PIN_LABEL_MAX = 60;
/** Lines of the transcript of a source: of ten hours without a pause. */
export const TRANSCRIPT_CUES_MAX = 20_000;
/** What was cut for a listing goes so long after it ended or was removed. */
export const STUDIO_PROJECT_ENDED_DAYS = 30;
/** "JPG, PNG up to 2MB" */
export const PHOTO_MAX_BYTES = 2 * 1024 ** 2;
/** The poster of a source video, or a sheet of its storyboard. */
export const SOURCE_PICTURE_MAX_BYTES = 2 * 1024 ** 2;
/** A screenshot that proves a view count. */
export const SCREENSHOT_MAX_BYTES = 5 * 1024 ** 2;
export const UNUSED_UPLOADS_MAX = 10;
/** A source video that no listing uses is removed after so long. */
export const UNUSED_UPLOAD_DAYS = 7;
/** An upload of which nothing came goes so soon. */
export const UNBEGUN_UPLOAD_HOURS = 1;
/** Bytes of an upload in one request: proxies refuse or store larger bodies, and so much space is held while it comes in. */
export const UPLOAD_PIECE_BYTES = 64 * 1024 ** 2;
/** Space for the source videos of a host without deposits. */
export const NEW_HOST_UPLOAD_BYTES = 10 * 1000 ** 3;
/** More space for each dollar of confirmed deposits, less what was refunded: 1 GB for $10. */
export const UPLOAD_BYTES_PER_DOLLAR = 100 * 1000 ** 2;
/** What the source videos of one person take up at most, and those of all, unless the operator sets it. */
export const UPLOAD_SPACE = { personBytes: 200 * 1000 ** 3, totalBytes: 2_000 * 1000 ** 3 };
/** So many files of one person come in at the same time. */
export const UPLOADS_AT_ONCE_MAX = 3;
/** Under this many views' worth of free budget a listing pauses as exhausted. */
export const EXHAUSTED_VIEWS = 1_000;
export const PAGE_ROWS = 20;

/** Who writes to the support, or asks for a takedown, is promised an answer "within 24-48 hours". */
export const ANSWER_HOURS = 48;

/** A code for a bio that nobody used is deleted this many days after it expired. */
export const UNUSED_CODE_DAYS = 7;
/** A notification is deleted this many months after its person read it. */
export const NOTIFICATION_READ_MONTHS = 12;
/** A notification that its person never read is deleted this many months after it was written. */
export const NOTIFICATION_UNREAD_MONTHS = 24;

/** A support message that is no longer open, with its answers, is deleted so long after it was sent. */
export const SUPPORT_YEARS = 2;
/** A takedown request is deleted so long after it was handled: until then its subject may be sued about. */
export const TAKEDOWN_YEARS = 3;
/** Rows of the audit log are deleted after so long, those about money later: expire_audit_rows of the database says which. */
export const AUDIT_YEARS = 2;
export const AUDIT_MONEY_YEARS = 10;

/** Of a statement that an admin imports, as it travels. */
export const STATEMENT_MAX_BYTES = 8 * 1024 * 1024;
