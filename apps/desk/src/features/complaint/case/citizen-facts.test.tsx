// @vitest-environment happy-dom
import type { DeskComplaint } from '@baraza/contract';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { officer, renderAtDesk } from '../../../lib/testing/render.tsx';
import { CitizenFacts } from './citizen-facts.tsx';

const citizen = { name: 'A. B.', identity: null, identityRequests: [], complaintsBefore: 3 };
const identity = {
  name: 'Ada Bello',
  email: 'ada@mail.example',
  phone: '+234 (0) 803-55',
  because: 'assignee',
  until: null,
};

const dialogs: unknown[] = [];

function show(more: object, person: object = {}): void {
  dialogs.length = 0;
  const shown = { identity: 'named', callPhone: null, allowed: [], ...more, citizen: { ...citizen, ...person } };
  renderAtDesk(
    <CitizenFacts
      complaint={shown as unknown as DeskComplaint}
      now={new Date('2024-05-08T12:00:00Z')}
      onDialog={(dialog) => dialogs.push(dialog)}
    />,
  );
}

const fact = (name: string) => screen.queryByText(name)?.nextElementSibling?.textContent;

test('a masked citizen shows a name and the number of earlier complaints, but no contact', () => {
  show({});

  expect(fact('Name')).toBe('A. B.');
  expect(fact('Earlier complaints')).toBe('3');
  expect(['Email', 'Phone', 'Filed', 'May be called at'].map(fact)).toEqual(Array(4).fill(undefined));
});

test.each([
  ['anonymous', 'Anonymously'],
  ['confidential', 'Confidentially'],
])('the facts say that a complaint is %s, and hide earlier complaints', (level, words) => {
  show({ identity: level });

  expect(fact('Filed')).toBe(words);
  expect(fact('Earlier complaints')).toBeUndefined();
});

test('a reader with access to the identity sees name, reason, and contact as links', () => {
  show({ callPhone: '0803 77' }, { identity });

  expect(fact('Name')).toBe('Ada Bello');
  expect(screen.getByRole('link', { name: 'ada@mail.example' }).getAttribute('href')).toBe('mailto:ada@mail.example');
  expect(screen.getByRole('link', { name: '+234 (0) 803-55' }).getAttribute('href')).toBe('tel:+234080355');
  expect(screen.getByRole('link', { name: '0803 77' }).getAttribute('href')).toBe('tel:080377');
  expect(fact('Why you see name and contact')).toBe('It is assigned to you. Each view is recorded.');
  expect(fact('You see name and contact until')).toBeUndefined();
});

test('a disclosed identity disappears when its time is over', () => {
  show({}, { identity: { ...identity, because: 'approved', until: '2024-05-08T12:00:01Z' } });
  expect(fact('Name')).toBe('Ada Bello');
  expect(fact('You see name and contact until')).toBeDefined();
  expect(fact('Why you see name and contact')).toBeUndefined();
  cleanup();

  show({}, { identity: { ...identity, because: 'approved', until: '2024-05-08T12:00:00Z' } });
  expect(fact('Name')).toBe('A. B.');
  expect(fact('Email')).toBeUndefined();
});

test('the identity can be requested once, by readers who may and do not see it', () => {
  const allowed = ['requestIdentity'];
  const ask = () => screen.queryByRole('button', { name: 'Ask to see name and contact' });
  show({ allowed });
  fireEvent.click(ask()!);
  expect(dialogs).toEqual([{ action: 'requestIdentity' }]);
  cleanup();

  show({ allowed: [] });
  expect(ask()).toBeNull();
  cleanup();
  show({ allowed }, { identity });
  expect(ask()).toBeNull();
  cleanup();
  show({ allowed }, { identityRequests: [{ by: { id: 'someone else' } }] });
  expect(ask()).not.toBeNull();
  cleanup();
  show({ allowed }, { identityRequests: [{ by: { id: officer.id } }] });
  expect(ask()).toBeNull();
});
