// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DateField, SelectField, TextareaField, TextField } from './fields.tsx';
import { RatingField } from './rating-field.tsx';

const describedBy = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);

test.each([
  ['line', TextField],
  ['text', TextareaField],
  ['day', DateField],
  ['choice', SelectField],
] as const)('a %s has its label as name, and its hint and error as description', (_, Control) => {
  const { rerender } = render(<Control label="Name" hint="As in your papers" required />);
  const control = screen.getByLabelText<HTMLInputElement>(/^Name/u);
  expect(control.required).toBe(true);
  expect(control.getAttribute('aria-invalid')).toBeNull();
  expect(describedBy(control)).toEqual(['As in your papers']);

  rerender(<Control label="Name" hint="As in your papers" error="Too long" errorPrefix="Error:" required />);

  expect(screen.getByLabelText(/^Name/u).getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(screen.getByLabelText(/^Name/u))).toEqual(['As in your papers', 'Error: Too long']);
});

test('an optional field is labelled as optional, and has no description', () => {
  render(<TextField label="Name" optionalText="(optional)" />);
  const control = screen.getByLabelText<HTMLInputElement>('Name (optional)');
  expect([control.required, control.hasAttribute('aria-describedby')]).toEqual([false, false]);
});

test('a select begins with its placeholder, whose value is empty', () => {
  const options = [
    { value: 'a', label: 'Agency' },
    { value: 'b', label: 'Board', disabled: true },
  ];
  render(<SelectField label="Kind" placeholder="Choose one" options={options} defaultValue="" />);
  const shown = screen.getAllByRole<HTMLOptionElement>('option');
  expect(shown.map(({ value, text, disabled }) => [value, text, disabled])).toEqual([
    ['', 'Choose one', false],
    ['a', 'Agency', false],
    ['b', 'Board', true],
  ]);
});

test('a rating is a group of numbers with words, and its label leads to the first', () => {
  const onChange = vi.fn<(value: number) => void>();
  render(
    <RatingField id="r" name="r" label="How was it?" words={['Bad', 'Fair', 'Good']} value={2} onChange={onChange} />,
  );
  expect(screen.getByRole('radiogroup', { name: 'How was it?' })).toBeTruthy();
  const choices = screen.getAllByRole<HTMLInputElement>('radio');
  expect(choices.map(({ id, checked }) => [id, checked])).toEqual([
    ['r', false],
    ['', true],
    ['', false],
  ]);

  fireEvent.click(screen.getByLabelText(/Good/u));

  expect(onChange).toHaveBeenCalledWith(3);
});
