import { expect, test } from 'vitest';
import { type ErrorCode, errorCatalogue } from '#contract/errors.ts';
import { ApiError } from '#web/api/client.ts';
import { tellFailure } from './failures.ts';

const refused = (code: ErrorCode) => new ApiError({ type: 'about:blank', code, ...errorCatalogue[code] });

test.each(['Login', 'Sign Up'] as const)('%s: no answer, or a fault, is an unexpected error', (form) => {
  const told = { title: `${form} Error`, message: 'An unexpected error occurred.' };
  expect(tellFailure(refused('internal'), form)).toEqual(told);
  const offline = { type: 'about:blank', code: 'offline', status: 0, title: 'x', detail: 'y' };
  expect(tellFailure(new ApiError(offline), form)).toEqual(told);
});

test.each(['Login', 'Sign Up'] as const)('%s: any other refusal has the server’s message', (form) => {
  expect(tellFailure(refused('too_many_requests'), form)).toEqual({
    title: `${form} Failed`,
    message: errorCatalogue.too_many_requests.detail,
  });
});

test.each(['Login', 'Sign Up'] as const)(
  '%s: a busy server is no fault, and the form says to try again',
  (form) => {
    expect(tellFailure(refused('busy'), form)).toEqual({
      title: 'Busy right now',
      message: expect.stringContaining('try again in a few seconds'),
    });
  },
);

test('what the catalogue names keeps its own title', () => {
  expect(tellFailure(refused('email_unverified'), 'Login').title).toBe('Email Unverified');
  expect(tellFailure(refused('password_mismatch'), 'Sign Up').title).toBe('Password Mismatch');
});
