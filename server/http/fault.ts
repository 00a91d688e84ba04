/**
 * Statuses from 500 that are expected outcomes: an oEmbed format that this server does not write, and no
 * space for another upload. The expressions of ops/alerts.yml and ops/grafana.json exclude the same ones.
 */
const EXPECTED = [501, 507];

/** Whether an answer with this status is a fault of the server. */
export const isFault = (status: number): boolean => status >= 500 && !EXPECTED.includes(status);
