import type { Transporter } from 'nodemailer';

/** Milliseconds of real time that a mail server may take for each step. */
export const patience = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  /**
   * Limit for one mail from the connection to the last answer, because a server that sends slowly would never
   * exceed the limits above.
   */
  wholeMs: 45_000,
};

/** The library is loaded on demand: an installation without a mail server saves its memory. */
export async function openTransport(
  options: { url: string } & Omit<typeof patience, 'wholeMs'>,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(options);
}
