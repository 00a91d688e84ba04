import { expect, test } from 'vitest';
import { accountRoutes } from '#contract/accounts/accounts.ts';
import { mailedReturn } from './mailed-return.ts';

const shared = (text: string) => `/clipper/submit?text=${encodeURIComponent(text)}`;
const body = {
  ...{ email: 'a@example.com', password: 'long enough', confirmation: 'long enough', role: 'clipper' },
  ...{ acceptTerms: true, confirmAdult: true },
};

test('a visitor who shared a long text from a phone can sign up', () => {
  const long = shared('Look at this! https://vm.tiktok.com/ZMabcdefg/ #fyp '.repeat(10));
  expect(accountRoutes.signUp.body!.safeParse({ ...body, returnTo: long }).success).toBe(false);
  expect(accountRoutes.signUp.body!.safeParse({ ...body, ...mailedReturn(long) }).success).toBe(true);
});

test('a short return path is kept in the mail', () => {
  const short = shared('https://vm.tiktok.com/ZMabcdefg/');
  expect(mailedReturn(short)).toEqual({ returnTo: short });
  expect(mailedReturn(null)).toEqual({});
});
