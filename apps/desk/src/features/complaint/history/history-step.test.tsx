// @vitest-environment happy-dom
import type { DeskComplaint, HistoryEntry } from '@baraza/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAtDesk, inTurn, stubServer } from '../../../lib/testing/render.tsx';
import { HistoryStep } from './history-step.tsx';

test('one press translates a citizen’s message, and another shows the original', async () => {
  const { calls: sent } = stubServer({ '*': inTurn({ translation: 'all' }, { text: 'The blue pump.' }) });
  const complaint = {
    id: 'c1',
    identity: 'named',
    citizen: { name: 'Amina B.' },
    deliveries: [],
  } as unknown as DeskComplaint;
  const text = 'La pompe bleue.';
  const entry = { id: 's1', action: 'answer', by: 'citizen', actor: null, text, language: 'fr', at: '2024-05-08' };
  renderAtDesk(
    <ul>
      <HistoryStep
        entry={entry as unknown as HistoryEntry}
        complaint={complaint}
        fresh={false}

        now={new Date('2024-05-09')}
      />
    </ul>,
  );

  fireEvent.click(await screen.findByText('Translate'));

  expect(await screen.findByText('The blue pump.')).toBeTruthy();
  expect(screen.getByText('Translated by a machine from Français. It may be wrong.')).toBeTruthy();
  expect(screen.queryByText(text)).toBeNull();
  expect(sent.at(-1)?.body).toEqual({ step: 's1', to: 'en' });
  fireEvent.click(screen.getByText('Show the original'));
  expect(screen.getByText(text)).toBeTruthy();
});

test.each([
  ['submit', 'citizen', 'message'],
  ['resolve', 'officer', 'reply'],
  ['note', 'officer', 'note'],
] as const)('the text of the step %s by a %s has the bubble of its kind', (action, by, variant) => {
  stubServer({ '*': {} });
  const complaint = {
    id: 'c1',
    identity: 'named',
    citizen: { name: 'Amina B.' },
    deliveries: [],
  } as unknown as DeskComplaint;
  const entry = { id: 's1', action, by, actor: null, text: 'At last.', at: '2024-05-08' } as unknown as HistoryEntry;
  const { container } = renderAtDesk(
    <HistoryStep entry={entry} complaint={complaint} fresh={false} now={new Date('2024-05-09')} />,
  );

  expect(container.querySelector('.bubble')?.getAttribute('data-variant')).toBe(variant);
});

test('an answer by mail says so, folds the earlier mail, and a reply says what became of its mail', () => {
  stubServer({ '*': {} });
  const deliveries = [{ steps: ['2'], by: 'mail', state: 'failed', why: '5.1.1', at: '2024-05-08' }];
  const complaint = { id: 'c1', citizen: { name: 'Amina B.' }, deliveries } as unknown as DeskComplaint;
  const about = { by: 'citizen', actor: null, at: '2024-05-08', state: 'in_progress' };
  const mail = { ...about, id: '1', action: 'addEvidence', text: 'Monday.\n\n> When?', mail: 'other' };
  const reply = { ...about, id: '2', action: 'reply', text: 'Thanks.', by: 'officer' };
  const { container } = renderAtDesk(
    <ul>
      {[mail, reply].map((entry) => (
        <HistoryStep
          key={entry.id}
          entry={entry as unknown as HistoryEntry}
          complaint={complaint}
          fresh={false}
          now={new Date('2024-05-09')}
        />
      ))}
    </ul>,
  );

  expect(screen.getByText('by email, from another address')).toBeTruthy();
  expect(screen.getByText('Email failed (5.1.1)')).toBeTruthy();
  expect(screen.getByText('Monday.')).toBeTruthy();
  expect(container.querySelector('details')?.open).toBe(false);
  expect(container.querySelector('details')?.textContent).toContain('> When?');
});
