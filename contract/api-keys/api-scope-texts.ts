import { type ApiScope, apiScopes } from './api-scopes.ts';

interface ScopeText {
  title: string;
  /**
   * For each role, a sentence about what the scope allows. A role without a sentence can't grant the scope.
   */
  allows: { host?: string; clipper?: string };
}

export const scopeTexts: Record<ApiScope, ScopeText> = {
  'listings:read': {
    title: 'Read listings',
    allows: {
      host: 'Search open listings, and read yours with their budgets.',
      clipper: 'Search open listings and read their rules.',
    },
  },
  'listings:write': {
    title: 'Manage listings',
    allows: { host: 'Post, change, pause, resume, end and top up listings with your balance.' },
  },
  'submissions:read': {
    title: 'Read clips',
    allows: {
      host: 'Read the clips submitted to your listings, with counts and receipts.',
      clipper: 'Read your clips, with counts, decisions and receipts.',
    },
  },
  'submissions:write': {
    title: 'Submit clips',
    allows: { clipper: 'Check a post against a listing’s rules, submit it, and withdraw it.' },
  },
  'submissions:decide': {
    title: 'Decide on clips',
    allows: { host: 'Approve and reject clips, and undo a decision within 10 seconds.' },
  },
  'statistics:read': {
    title: 'Read statistics',
    allows: {
      host: 'Read your overview, and views and spending by day.',
      clipper: 'Read your overview, and views and earnings by day.',
    },
  },
  'money:read': {
    title: 'Read statements',
    allows: {
      host: 'Read your statements, transactions and deposits. It moves no money.',
      clipper: 'Read your statements, earnings and payouts. It moves no money.',
    },
  },
};

/** Returns the scopes that an account with this role can grant, each with a sentence about what it allows. */
export const scopesOf = (role: 'host' | 'clipper'): { scope: ApiScope; title: string; allows: string }[] =>
  apiScopes.flatMap((scope) => {
    const { title, allows } = scopeTexts[scope];
    const sentence = allows[role];
    return sentence ? [{ scope, title, allows: sentence }] : [];
  });
