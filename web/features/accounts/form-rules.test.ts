import { expect, test } from 'vitest';
import { checkFilled, checkNewPassword } from './form-rules.ts';

const form = { email: 'a@b.example', password: 'longenough', confirmation: 'longenough' };

test('an empty field is reported before a mismatch, a mismatch before a short password', () => {
  expect(checkNewPassword({ ...form, email: ' ', confirmation: 'x' })?.title).toBe('Missing Information');
  expect(checkNewPassword({ ...form, password: 'abc', confirmation: 'abd' })?.title).toBe(
    'Password Mismatch',
  );
  expect(checkNewPassword({ ...form, password: 'abcde', confirmation: 'abcde' })?.title).toBe(
    'Password Too Short',
  );
});

test('six characters are enough', () => {
  expect(checkNewPassword({ ...form, password: 'abcdef', confirmation: 'abcdef' })).toBeNull();
});

test('each empty field is named', () => {
  expect(checkFilled({ email: '', password: '' })).toEqual({
    title: 'Missing Information',
    message: 'Please fill in all fields.',
    fields: { email: 'Enter your email.', password: 'Enter a password.' },
  });
});
