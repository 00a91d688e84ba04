import { settingsPath } from '#contract/accounts/settings-path.ts';
import type { ApiKeyRow } from '#contract/api-keys/api-keys.ts';
import { scopeTexts } from '#contract/api-keys/api-scope-texts.ts';
import { fullMoment } from '#contract/dates.ts';
import type { Mail } from '#server/infra/mail.ts';

type Facts = Pick<ApiKeyRow, 'name' | 'prefix' | 'scopes' | 'expiresAt'> & {
  role: string | null;
  appUrl: string;
};

export const keyMadeMail = (to: string, facts: Facts): Mail => ({
  to,
  subject: 'New API key for your Permille account',
  text: `The API key “${facts.name}” (${facts.prefix}…) was created for your account. Until ${fullMoment(facts.expiresAt)} anyone who has it can do this in your name:

${facts.scopes.map((scope) => `- ${scopeTexts[scope].title}`).join('\n')}
${notYou(facts)}`,
  buttons: ['See your API keys'],
});

export const keyRotatedMail = (to: string, facts: Facts): Mail => ({
  to,
  subject: 'An API key of your Permille account has a new secret',
  text: `The API key “${facts.name}” has a new secret (${facts.prefix}…), which works until ${fullMoment(facts.expiresAt)}.
${notYou(facts)}`,
  buttons: ['See your API keys'],
});

const notYou = ({ role, appUrl }: Facts): string => `
If it wasn't you, revoke the key and change your password:

${appUrl}${settingsPath(role, 'developers', 'api-keys')}
`;
