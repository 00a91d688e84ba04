import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { platforms } from '#contract/platforms/platforms.ts';
import type { Config } from '#server/config.ts';
import { openS3 } from '#server/infra/s3/objects.ts';
import { probeS3 } from '#server/infra/s3/probe.ts';
import { findApplicationFaults } from '#server/modules/discord/discord.ts';
import { discordAccess } from '#server/open-platforms.ts';
import { loadTexts } from '#server/texts.ts';
import { checkBackups } from './backups.ts';
import { type Finding, ok, reasonOf, warning, wrong } from './finding.ts';
import { checkPlatformAccess } from './platform-access.ts';

const WAIT_MS = 10_000;

/** Checks the outside services: mail, platforms, payments, the backup place, the operator's texts. */
export async function checkServices(config: Config): Promise<Finding[]> {
  return [
    await mail(config),
    ...keys(config),
    ...(await checkPlatformAccess(config)),
    ...(await discord(config)),
    await files(config),
    await checkBackups(config),
    texts(config),
  ];
}

async function mail({ mode, mail: { smtpUrl, from } }: Config): Promise<Finding> {
  if (!smtpUrl && mode === 'demo') return ok('Mail', 'None is sent: in a demo they stay in the outbox.');
  if (!smtpUrl) return warning('Mail', 'No mail is sent: set SMTP_URL.');
  const waits = { connectionTimeout: WAIT_MS, greetingTimeout: WAIT_MS, socketTimeout: WAIT_MS };
  const transport = createTransport({ url: smtpUrl, ...waits });
  try {
    await transport.verify();
    return ok('Mail', `The mail server takes the login; mails come from ${from}.`);
  } catch (error) {
    return wrong('Mail', `The server of SMTP_URL does not take the login: ${reasonOf(error)}.`);
  } finally {
    transport.close();
  }
}

function keys(config: Config): Finding[] {
  if (config.simulatorPort !== null) return [ok('Platforms', 'Simulated, and so are payments.')];
  const given = Object.entries(config.platformKeys)
    .filter(([, key]) => key)
    .map(([name]) => platforms[name as keyof typeof platforms].name);
  const cards = config.stripe ? 'cards' : null;
  const ways = [cards, config.bankDetails ? 'bank transfers' : null].filter((way) => way !== null);
  return [
    given.length > 0
      ? ok(
          'Platforms',
          `Keys of ${given.join(', ')}; accounts of others are verified by a code, clips counted by screenshots.`,
        )
      : warning(
          'Platforms',
          'No keys: accounts are verified by a code, and people count clips by screenshots.',
        ),
    ways.length > 0
      ? ok('Deposits', `By ${ways.join(' and ')}.`)
      : warning('Deposits', 'Hosts can add no funds: set the keys of Stripe, or BANK_DETAILS.'),
    config.paypal
      ? ok('Payouts', 'By PayPal.')
      : ok('Payouts', 'By hand: an admin pays each and enters its reference.'),
  ];
}

/** Compares the application at Discord with our settings; no finding when Discord is not configured. */
async function discord(config: Config): Promise<Finding[]> {
  const access = discordAccess(config);
  if (!access) return [];
  if (!access.botToken)
    return [warning('Discord', 'Without DISCORD_BOT_TOKEN nobody can look whether the application fits.')];
  try {
    const faults = await findApplicationFaults(access, config.appUrl);
    return [
      faults.length === 0
        ? ok('Discord', 'The application has our key and our address.')
        : wrong('Discord', `${faults.join('; ')} (docs/operate/services.md).`),
    ];
  } catch (error) {
    return [wrong('Discord', `Discord can't be asked: ${reasonOf(error)}.`)];
  }
}

async function files({ fileBucket, dataDir }: Config): Promise<Finding> {
  const part = 'Storage';
  if (!fileBucket) return ok(part, `Uploaded files are kept in ${dataDir}.`);
  const { bucket, endpoint } = fileBucket.settings;
  const problem = await probeS3(await openS3(fileBucket.settings));
  if (problem) return wrong(part, problem);
  const where = `The bucket ${bucket} at ${endpoint} takes, lists and gives objects`;
  if (existsSync(join(dataDir, 'media')) && readdirSync(join(dataDir, 'media')).length > 0)
    return warning(part, `${where}, and ${dataDir} still has files: run npm run move-files.`);
  return ok(part, `${where}.`);
}

function texts(config: Config): Finding {
  try {
    loadTexts(config);
    const own = config.mode !== 'live' || config.production;
    if (own) return ok('Texts', "Terms, privacy, cookies and help can be shown with the operator's facts.");
    return warning(
      'Texts',
      'Without NODE_ENV=production nobody checks that operator.json names your company.',
    );
  } catch (error) {
    return wrong('Texts', reasonOf(error));
  }
}
