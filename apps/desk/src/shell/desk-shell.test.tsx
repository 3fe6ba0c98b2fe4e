// @vitest-environment happy-dom
import { endSession, startSession } from '@baraza/app';
import { getStaffMe } from '@baraza/contract';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { officer, renderAtDesk } from '../lib/testing/render.tsx';
import DeskShell from './desk-shell.tsx';

/** Renders the desk of somebody who just signed in; only the account gets a response. */
function openDesk(account: () => Response) {
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith(getStaffMe.path) ? account() : new Promise<Response>(() => undefined),
  );
  renderAtDesk(<DeskShell>The work</DeskShell>);
}

const press = (key: string) => fireEvent.keyDown(document.body, { key });

beforeEach(() => startSession('token'));
afterEach(() => {
  endSession('logout');
  window.history.replaceState(null, '', '/');
});

test('G and the letter of a queue open that queue', async () => {
  openDesk(() => Response.json(officer));
  await screen.findByText('The work');

  press('g');
  press('u');

  expect(window.location.pathname).toBe('/complaint/unassigned');
});

test('an administrator has no shortcuts to queues', async () => {
  openDesk(() => Response.json({ ...officer, role: 'administrator' }));
  await screen.findByText('The work');

  press('g');
  press('u');

  expect(window.location.pathname).toBe('/');
});

test('the key ? shows the list of shortcuts', async () => {
  openDesk(() => Response.json(officer));
  await screen.findByText('The work');

  press('?');

  expect(await screen.findByRole('dialog', { hidden: true })).toBeTruthy();
});

test('a desk that failed to load says so', async () => {
  openDesk(() => Response.json({ code: 'UNAVAILABLE', message: 'Try again later.' }, { status: 503 }));

  expect(await screen.findByText('The desk could not be opened.')).toBeTruthy();
  expect(screen.queryByText('The work')).toBeNull();
});
