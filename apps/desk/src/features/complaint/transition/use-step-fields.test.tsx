// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useStepFields } from './use-step-fields.ts';

type Problems = { mda?: string | false; reason?: string | false };

function Step({ problems }: { problems: Problems }) {
  const fields = useStepFields('transfer', { mda: '', reason: '' });
  const [isComplete, setIsComplete] = useState<boolean>();
  const { ref: mda, error, onChange } = fields.field('mda');
  const { ref: reason } = fields.field('reason');
  return (
    <>
      <input ref={mda} aria-label="MDA" value={fields.values.mda} onChange={onChange} />
      <p>{error}</p>
      <textarea ref={reason} aria-label="Reason" />
      <button type="button" onClick={() => setIsComplete(fields.check(problems))}>
        Send
      </button>
      <output>{isComplete === true ? 'complete' : ''}</output>
    </>
  );
}

function send(problems: Problems) {
  render(<Step problems={problems} />);
  fireEvent.click(screen.getByText('Send'));
}

afterEach(cleanup);

test('the first field with an error takes the focus', () => {
  send({ mda: false, reason: 'Say why.' });

  expect(document.activeElement).toBe(screen.getByLabelText('Reason'));
  expect(screen.queryByText('complete')).toBeNull();
});

test('an error goes once its field changes', () => {
  send({ mda: 'Choose an MDA.' });
  expect(screen.queryByText('Choose an MDA.')).not.toBeNull();

  fireEvent.change(screen.getByLabelText('MDA'), { target: { value: 'health' } });

  expect(screen.queryByText('Choose an MDA.')).toBeNull();
});

test('fields without errors are complete', () => {
  send({ mda: false, reason: '' });

  expect(screen.queryByText('complete')).not.toBeNull();
});
