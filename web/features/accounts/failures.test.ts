import { expect, test } from 'vitest';
import { type ErrorCode, errorCatalogue } from '#contract/errors.ts';
import { ApiError } from '#web/api/client.ts';
import { describeFailure } from './failures.ts';

const refused = (code: ErrorCode) => new ApiError({ type: 'about:blank', code, ...errorCatalogue[code] });

test.each(['Login', 'Sign Up'] as const)('%s: a missing answer or a fault is an unexpected error', (form) => {
  const expected = { title: `${form} Error`, message: 'An unexpected error occurred.' };
  expect(describeFailure(refused('internal'), form)).toEqual(expected);
  const offline = { type: 'about:blank', code: 'offline', status: 0, title: 'x', detail: 'y' };
  expect(describeFailure(new ApiError(offline), form)).toEqual(expected);
});

test.each(['Login', 'Sign Up'] as const)('%s: any other refusal has the server’s message', (form) => {
  expect(describeFailure(refused('too_many_requests'), form)).toEqual({
    title: `${form} Failed`,
    message: errorCatalogue.too_many_requests.detail,
  });
});

test.each(['Login', 'Sign Up'] as const)(
  '%s: a busy server is no fault, and the form says to try again',
  (form) => {
    expect(describeFailure(refused('busy'), form)).toEqual({
      title: 'Busy right now',
      message: expect.stringContaining('Try again in a few seconds'),
    });
  },
);

test('a refusal with a specified title keeps it', () => {
  expect(describeFailure(refused('email_unverified'), 'Login').title).toBe('Email Unverified');
  expect(describeFailure(refused('password_mismatch'), 'Sign Up').title).toBe('Password Mismatch');
});
