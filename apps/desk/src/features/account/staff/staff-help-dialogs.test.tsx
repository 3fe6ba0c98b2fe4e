// @vitest-environment happy-dom
import type { Staff } from '@baraza/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderAtDesk, stubServer } from '../../../lib/testing/render.tsx';
import { InviteAgainDialog, SignOutStaffDialog, StaffSwitchDialog } from './staff-help-dialogs.tsx';

const id = '6c1f3c1e-58a3-4a1c-9a35-0d6a2f0c7b11';
const staff = { id, first_name: 'Ben', last_name: 'Obi', role: 'officer', mda: null, version: 3 } as Staff;

test.each([
  ['Send again', InviteAgainDialog, staff, `/${id}/invitation`, {}],
  ['Log out everywhere', SignOutStaffDialog, staff, `/${id}/sign-out`, {}],
  ['Enable account', StaffSwitchDialog, { ...staff, disabled: true }, '', { id, version: 3, disabled: false }],
])(
  'confirming "%s" calls its endpoint for that member of staff and closes the dialog',
  async (yes, Dialog, person, path, body) => {
    const { calls: sent } = stubServer({ '*': {} });
    const onClose = vi.fn<() => void>();
    renderAtDesk(<Dialog staff={person} onClose={onClose} />);

    fireEvent.click(await screen.findByText(yes));

    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent[0]).toMatchObject({ url: `/api/desk/staff${path}` });
    expect(sent[0]?.body ?? {}).toEqual(body);
  },
);
