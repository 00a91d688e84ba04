export interface GlossaryEntry {
  /** The refused word, as `docs/glossary.md` lists it. */
  not: string;
  /** The words to write instead. */
  but: string;
  /**
   * Pattern for names (identifiers, tables, columns, files) in kebab-case: `tellClipper` is `tell-clipper`.
   */
  name?: RegExp;
  /** Pattern for every line of comments, texts and docs. */
  text?: RegExp;
  /** Paths in which the word has its plain English meaning. */
  except?: RegExp;
}

/**
 * The left column of docs/glossary.md. A name is refused as a whole word; a text only where it can't be plain
 * English.
 */
export const glossary: GlossaryEntry[] = [
  { not: 'tell, told', but: 'notify, notified, report', name: /(^|-)(tell|tells|told|untold)(-|$)/ },
  { not: 'said', but: 'error, output, status, decision: what it is', name: /(^|-)(said|unsaid)(-|$)/ },
  { not: 'remark', but: 'fieldError', name: /(^|-)remarks?(-|$)/ },
  { not: 'mend', but: 'fix, correct', name: /(^|-)mend(s|ed)?(-|$)/, text: /\b[Mm]end(s|ed|ing)?\b/ },
  { not: 'stand-in', but: 'simulator', name: /(^|-)stand-?in(-|$)/, text: /\b[Ss]tand-ins?\b/ },
  { not: 'take-event', but: 'handle-event', name: /(^|-)take-event/ },
  { not: 'lose-access', but: 'revoke-access', name: /(^|-)lose-access/ },
  { not: 'eachApart', but: 'forEachSettled', name: /(^|-)each-apart/ },
  { not: 'within', but: 'withTimeout, inTransaction', name: /^within$/ },
  { not: 'alive', but: 'hydrated', name: /^(use-)?alive$/ },
  {
    not: 'desk',
    but: 'admin',
    name: /(^|-)desks?(-|$)/,
    text: /\bdesks?\b/i,
    except: /^db\/seed\/|^e2e\/settings/,
  },
  { not: 'due work, works', but: 'job', name: /(^|-)due-works?(-|$)|^works$/, text: /\b[Dd]ue works?\b/ },
  {
    not: 'room',
    but: 'area, layout, space',
    name: /^Room$|^require-room/,
    text: /\b(working|public) rooms?\b/,
  },
  { not: 'till', but: 'summary', name: /(^|-)till(-|$)/ },
  {
    not: 'mountX, registerX, xRoutes',
    but: 'register<Noun>Routes',
    name: /^mount-[a-z-]+-routes$|^mount-(lists|trace)$/,
  },
  { not: 'host_cards', but: 'host_stats', name: /(^|-)host-cards?(-|$)/, except: /\.tsx$/ },
  { not: 'notification_choices', but: 'notification_preferences', name: /(^|-)notification-choices?(-|$)/ },
  { not: 'request_keys', but: 'idempotency_keys', name: /(^|-)request-keys?(-|$)/ },
  { not: 'received_events', but: 'webhook_events', name: /(^|-)received-events?(-|$)/ },
  {
    not: 'payout_checks',
    but: 'payout_account_checks',
    name: /^payout-checks$/,
    except: /^server\/modules\/ledger\//,
  },
  {
    not: 'late word',
    but: 'late provider status',
    name: /(^|-)late-words?(-|$)/,
    text: /\b[Ll]ate words?\b/,
  },
  {
    not: 'hold (of money)',
    but: 'pending (earnings), frozen (a deposit)',
    name: /(^|-)clipper-held(-|$)|(^|-)held-micros(-|$)|^held-at$|spending-held|deposit-hold/,
    text: /\bhold\.over\b/,
  },
  {
    not: 'dispute (of views)',
    but: 'contested',
    name: /(^|-)(undisputed|disputed-(clips|range|views))(-|$)|in-dispute-micros/,
  },
  {
    not: 'rest',
    but: 'remainder, backoff',
    name: /(^|-)(rest-frozen|rest-returns|platform-rests|return-rest)(-|$)/,
  },
  {
    not: 'ledger proof',
    but: 'reconciliation',
    name: /(^|-)(ledger-proofs?|nightly-proof)(-|$)/,
    text: /\b[Ll]edger proofs?\b/,
  },
  { not: 'dust', but: 'rounding', name: /(^|-)dust(-|$)/, text: /\b[Dd]ust\b/ },
  { not: 'paces', but: 'spend rate', name: /(^|-)paces(-|$)|listing-pace/, except: /^bench\// },
  { not: 'lots', but: 'funding lots', name: /^lots$/ },
  { not: 'parties', but: 'participants', name: /(^|-)part(y|ies)(-|$)/, except: /^bench\/|^web\/|read-camt/ },
  { not: 'company', but: 'cohort', name: /(^|-)(company|companies)(-|$)/ },
  { not: 'wording, lacking', but: 'caption check, missing', name: /(^|-)(wordings?|lacking)(-|$)/ },
  {
    not: 'S1 … S30',
    but: 'the name of the signal',
    text: /(?<![\w-])S(?:[1-9]|[12]\d|30)(?![\w-])/,
    except: /^docs\/|\.sql$|^web\/|^e2e\/|external-statements/,
  },
  {
    not: 'looks for today',
    but: 'checks for today',
    name: /(^|-)person-looks?(-|$)/,
    text: /\blooks? for today\b/i,
  },
  { not: 'deed', but: 'action', name: /(^|-)deeds?(-|$)/ },
  {
    not: 'proof (three meanings)',
    but: 'attestation, ownership verification, reconciliation',
    name: /(^|-)((clip|view|waiting|reread|decide|send|refuse|confirm)-proofs?|proof-(audits?|confirmations?|decisions?|states?|desk))(-|$)/,
    except: /^db\/migrations\//,
  },
  { not: 'can not', but: "can't", text: /\b[Cc]an not\b/ },
];
