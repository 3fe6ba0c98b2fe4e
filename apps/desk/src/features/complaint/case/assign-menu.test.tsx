// @vitest-environment happy-dom
import type { DeskComplaint } from '@baraza/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { officer, renderAtDesk, stubServer } from '../../../lib/testing/render.tsx';
import type { Transitions } from '../transition/use-transitions.ts';
import { AssignChoice } from './assign-menu.tsx';

const recusedStaff = [
  { id: 'kofi', name: 'Kofi Mensah' },
  { id: 'sena', name: 'Sena Kumi' },
];
const complaint = { assignee: null, recusedStaff } as unknown as DeskComplaint;
const choice = <AssignChoice complaint={complaint} transitions={{} as Transitions} close={() => undefined} />;

/** Renders the choice of assignees for a complaint that is assigned already. */
function renderAssigned(assignee: string, role: 'officer' | 'supervisor') {
  stubServer({ '*': [{ id: 'efua', name: 'Efua Boateng', leave: null, walls: null }] });
  const [act, close] = [vi.fn<() => Promise<boolean>>(async () => true), vi.fn<() => void>()];
  const assigned = { ...complaint, assignee: { id: assignee, name: '' } } as DeskComplaint;
  const transitions = { act } as unknown as Transitions;
  renderAtDesk(<AssignChoice complaint={assigned} transitions={transitions} close={close} />, { ...officer, role });
  return { act, close };
}

const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

test('a supervisor can assign to everybody who may see the complaint, each listed once', async () => {
  stubServer({
    '*': [
      { id: officer.id, name: 'Ada Obi', leave: null, walls: null },
      { id: 'efua', name: 'Efua Boateng', leave: null, walls: null },
      { id: 'kofi', name: 'Kofi Mensah', leave: null, walls: null },
    ],
  });
  renderAtDesk(choice, { ...officer, role: 'supervisor' });

  await screen.findByText('Efua Boateng');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Me', 'Efua Boateng']);
});

test('an officer can take a complaint without loading colleagues', () => {
  renderAtDesk(choice);

  expect(screen.getByRole('button', { name: 'Me' })).toBeDefined();
  expect(screen.queryByRole('status')).toBeNull();
});

test('the assign menu marks the present assignee, and choosing them again sends nothing', async () => {
  const { act, close } = renderAssigned('efua', 'supervisor');
  const efua = await screen.findByRole('button', { name: 'Efua Boateng', current: true });
  expect(names()).toEqual(['Me', 'Efua Boateng', 'Nobody']);
  expect(screen.queryByRole('status')).toBeNull();

  fireEvent.click(efua);
  expect([act.mock.calls, close.mock.calls.length]).toEqual([[], 1]);
  fireEvent.click(screen.getByRole('button', { name: 'Nobody' }));

  expect(act).toHaveBeenCalledExactlyOnceWith('assign', { assignee: null });
});

test.each([
  [officer.id, ['Me', 'Nobody']],
  ['efua', ['Me']],
])('an officer can give back only their own complaint: assigned to %s', (assignee, offered) => {
  renderAssigned(assignee, 'officer');

  expect(names()).toEqual(offered);
});
