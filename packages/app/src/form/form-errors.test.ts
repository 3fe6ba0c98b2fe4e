import { message } from '@baraza/contract';
import { expect, it } from 'vitest';
import { firstIssues, generalText, inOrder, nameStranger } from './form-errors.ts';

it('firstIssues keeps the first error of each field', () => {
  const issues = [
    { path: ['title'], message: 'first' },
    { path: ['title'], message: 'second' },
    { path: ['address', 'city'], message: 'third' },
  ];
  expect(firstIssues(issues)).toEqual({ title: 'first', 'address.city': 'third' });
});

it('the message above a form names missing fields before any other error', () => {
  expect(generalText({ email: message.email, title: message.required })).toBe(message.required);
  expect(generalText({ email: message.email, title: message.tooShort })).toBe(message.email);
  expect(generalText({})).toBe(message.invalid);
});

it('errors are listed in the order of the fields, without those of fields not shown', () => {
  const labels = { title: 'Title', files: 'Files', email: 'Email' };
  const errors = { unknown: 'a', email: 'b', 'files[2]': 'c', 'files[10]': 'd', title: 'e' };
  expect(inOrder(errors, labels)).toEqual([
    { field: 'title', text: 'e' },
    { field: 'files', text: 'c' },
    { field: 'files', text: 'd' },
    { field: 'email', text: 'b' },
  ]);
});

it('a vague refusal of something that is no field of the form says what it is about', () => {
  const labels = { title: 'Title', files: 'Files' };
  const named = (errors: Record<string, string>, text: string) => nameStranger(errors, labels, text);
  expect(named({ 'upload-length': message.invalid }, message.invalid)).toBe('upload-length: Invalid input.');
  expect(named({ title: message.invalid }, message.invalid)).toBe(message.invalid);
  expect(named({ 'files[1]': message.invalid }, message.invalid)).toBe(message.invalid);
  expect(named({ code: message.codeWrong }, message.codeWrong)).toBe(message.codeWrong);
});
