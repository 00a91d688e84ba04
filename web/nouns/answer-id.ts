/** The id of the form in which a clipper answers a clip's verdict: the appeal or the note to the reviewer. */
export const ANSWER_ID = 'answer-the-verdict';

/** The id of the panel in which host and clipper declare where a clip was shared. */
export const DECLARATIONS_ID = 'declared-shares';

/** The id of the section with a clip's holds and appeals, which says how an audit is answered. */
export const HOLDS_ID = 'holds';

/** The id of the section in which a clipper proves a clip's views by choice. */
export const PROOF_ID = 'proof';

/** The id of the section in which a clipper sends screenshots of a clip's views. */
export const SCREENSHOT_ID = 'screenshot';
