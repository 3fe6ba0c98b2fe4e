// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Menu, type MenuHandle, MenuItem } from './menu.tsx';

const choose = vi.fn<(name: string) => void>();
const handle = createRef<MenuHandle>();

function renderMenu() {
  render(
    <>
      <Menu ref={handle} label="Choices" trigger={(props) => <button {...props}>More</button>}>
        {(close) =>
          ['First', 'Second', 'Third'].map((name) => (
            <MenuItem key={name} current={name === 'Second'} onClick={() => (close(), choose(name))}>
              {name}
            </MenuItem>
          ))
        }
      </Menu>
      <button>Elsewhere</button>
    </>,
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const isOpen = () => screen.queryByRole('button', { name: 'First' }) !== null;
const focused = () => document.activeElement?.textContent;
const panel = () => screen.getByRole('group', { name: 'Choices' });
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

test('the button of a menu opens and closes it, and the open menu takes the focus', () => {
  renderMenu();
  expect([isOpen(), button('More').getAttribute('aria-expanded')]).toEqual([false, 'false']);

  fireEvent.click(button('More'));
  expect([isOpen(), button('More').getAttribute('aria-expanded')]).toEqual([true, 'true']);
  expect(document.activeElement).toBe(panel());
  fireEvent.click(button('More'));

  expect(isOpen()).toBe(false);
});

test('choosing an item closes the menu and returns the focus to its button', () => {
  renderMenu();
  act(() => handle.current?.open());
  expect(screen.getAllByRole('button', { current: true }).map(({ textContent }) => textContent)).toEqual(['Second']);

  fireEvent.click(button('Third'));

  expect(choose).toHaveBeenCalledExactlyOnceWith('Third');
  expect([isOpen(), focused()]).toEqual([false, 'More']);
});

test.each([
  ['ArrowDown', ['First', 'Second', 'Third', 'First']],
  ['ArrowUp', ['Third', 'Second', 'First', 'Third']],
])('the key %s moves through the items of a menu and wraps around', (key, way) => {
  renderMenu();
  fireEvent.click(button('More'));

  const walked = way.map(() => {
    const isTaken = !press(key);
    return isTaken && focused();
  });

  expect(walked).toEqual(way);
});

test('a menu leaves other keys, and all keys while closed, to the browser', () => {
  renderMenu();
  button('More').focus();
  expect([press('ArrowDown'), press('Escape'), focused()]).toEqual([true, true, 'More']);

  fireEvent.click(button('More'));

  expect([press('Home'), document.activeElement === panel(), isOpen()]).toEqual([true, true, true]);
});

test('Escape closes only the menu and returns the focus to its button', () => {
  const around = vi.fn<() => void>();
  document.addEventListener('keydown', around);
  renderMenu();
  fireEvent.click(button('More'));

  const isTaken = !press('Escape');

  expect([isTaken, isOpen(), focused()]).toEqual([true, false, 'More']);
  expect(around).not.toHaveBeenCalled();
  document.removeEventListener('keydown', around);
});

test('a press outside or Tab closes a menu, a press inside does not', () => {
  renderMenu();
  fireEvent.click(button('More'));
  fireEvent.pointerDown(button('Second'));
  fireEvent.blur(panel(), { relatedTarget: button('Second') });
  fireEvent.blur(panel(), { relatedTarget: null });
  expect(isOpen()).toBe(true);

  fireEvent.pointerDown(button('Elsewhere'));
  expect(isOpen()).toBe(false);
  fireEvent.click(button('More'));
  fireEvent.blur(panel(), { relatedTarget: button('Elsewhere') });

  expect(isOpen()).toBe(false);
});
