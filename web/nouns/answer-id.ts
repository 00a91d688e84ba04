/** The id of the form in which a clipper answers a clip's verdict: the appeal or the note to the reviewer. */
export const ANSWER_ID = 'answer-the-verdict';

/** The id of the panel in which host and clipper declare where a clip was shared. */
export const DECLARATIONS_ID = 'declared-shares';
