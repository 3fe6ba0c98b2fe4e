// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { blankComplaint } from './complaint-values.ts';
import { PointField } from './point-field.tsx';
import type { ComplaintForm } from './use-complaint-form.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Part(): ReactNode {
  const [values, setValues] = useState(blankComplaint);
  const set = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }));
  return (
    <>
      <PointField form={{ values, set, errors: {} } as unknown as ComplaintForm['form']} />
      <output aria-label="held">{[values.lat, values.lon, values.accuracy].join('/')}</output>
    </>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}`, 'u') }));
const held = () => screen.getByLabelText('held').textContent;
const coords = { latitude: 6.524374, longitude: 3.379206, accuracy: 24.2 };

/** A device that answers when it is told to. */
function stubDevice(): { take: PositionCallback; fail: PositionErrorCallback } {
  const device = {} as { take: PositionCallback; fail: PositionErrorCallback };
  const getCurrentPosition = (take: PositionCallback, fail: PositionErrorCallback) =>
    Object.assign(device, { take, fail });
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } });
  renderAtPortal(<Part />);
  press('Use where I am');
  return device;
}

test('the device says where it is and how exactly, and that can be rounded and taken back', () => {
  const device = stubDevice();

  act(() => device.take({ coords } as GeolocationPosition));
  expect(held()).toBe('6.52437/3.37921/25');
  expect(screen.getAllByRole('status')[0]!.textContent).toContain('(within 25 m)');
  expect(screen.getByText(/They are never published\./u)).toBeTruthy();

  press('Round to about 1 km');
  expect(held()).toBe('6.52/3.38/1000');
  expect(screen.getAllByRole('status')[0]!.textContent).toContain('(within about 1 km)');
  expect(screen.queryByRole('button', { name: /^Round/u })).toBeNull();

  press('Remove coordinates');
  expect(held()).toBe('//');
});

test.each([
  [1, /does not allow it\. Your words about the place are enough\./u],
  [2, /could not find out where it is\. Your words about the place are enough\./u],
  [3, /could not find out where it is\./u],
])('when the device gives no place (code %i) that is said, and it can be asked again', (code, words) => {
  const device = stubDevice();
  act(() => device.fail({ code } as GeolocationPositionError));
  expect(screen.getByText(words)).toBeTruthy();
  expect(held()).toBe('//');
  press('Use where I am');
  expect(screen.queryByText(words)).toBeNull();
});

test('a browser that knows no places says so', () => {
  vi.stubGlobal('navigator', {});
  renderAtPortal(<Part />);
  press('Use where I am');
  expect(screen.getByText(/could not find out/u)).toBeTruthy();
});
