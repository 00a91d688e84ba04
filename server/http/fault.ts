/**
 * Answers that are named like faults and are expected outcomes: a format that oEmbed knows and this server does not write, and no
 * space for another upload. The expressions of ops/alerts.yml and ops/grafana.json leave out the same ones.
 */
const EXPECTED = [501, 507];

/** Whether an answer of this status is a fault of the server. */
export const isFault = (status: number): boolean => status >= 500 && !EXPECTED.includes(status);
