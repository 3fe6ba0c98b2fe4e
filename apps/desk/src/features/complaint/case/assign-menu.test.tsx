// @vitest-environment happy-dom
import type { DeskComplaint } from '@baraza/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { officer, renderAtDesk, stubServer } from '../../../lib/testing/render.tsx';
import type { Transitions } from '../transition/use-transitions.ts';
import { AssignChoice } from './assign-menu.tsx';

const complaint = { assignee: null, recusedStaff: [{ id: 'kofi', name: 'Kofi Mensah' }] } as unknown as DeskComplaint;
const choice = <AssignChoice complaint={complaint} transitions={{} as Transitions} close={() => undefined} />;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a supervisor chooses among all who may see the complaint, each of them once', async () => {
  stubServer({
    body: [
      { id: officer.id, name: 'Ada Obi', leave: null },
      { id: 'efua', name: 'Efua Boateng', leave: null },
      { id: 'kofi', name: 'Kofi Mensah', leave: null },
    ],
  });
  renderAtDesk(choice, { ...officer, role: 'supervisor' });

  await screen.findByText('Efua Boateng');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Me', 'Efua Boateng']);
});

test('an officer takes it, and waits for no names of colleagues', () => {
  renderAtDesk(choice);

  expect(screen.getByRole('button', { name: 'Me' })).toBeDefined();
  expect(screen.queryByRole('status')).toBeNull();
});
