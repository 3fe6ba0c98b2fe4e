// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAtPortal } from '../testing/render.tsx';
import { RichTextInput } from './rich-text-input.tsx';

afterEach(cleanup);

const changed = vi.fn<(html: string) => void>();
function Input({ initial = '' }: { initial?: string }) {
  const [value, setValue] = useState(initial);
  const onChange = (html: string) => {
    changed(html);
    setValue(html);
  };
  return <RichTextInput id="description" label="Details" value={value} onChange={onChange} />;
}
const isPlain = () => screen.getByRole('textbox').getAttribute('contenteditable') === 'plaintext-only';

test('text written before the editor has loaded is kept when the editor takes over', async () => {
  renderAtPortal(<Input />);
  const field = await screen.findByRole('textbox');
  expect(isPlain()).toBe(true);

  field.textContent = 'a < b';
  fireEvent.input(field);
  expect(changed).toHaveBeenLastCalledWith('<p>a &lt; b</p>');

  fireEvent.blur(field);
  await expect.poll(isPlain).toBe(false);
  expect(screen.getByRole('textbox').textContent).toBe('a < b');
});

test('a restored draft opens in the editor with its formats', async () => {
  renderAtPortal(<Input initial="<p><strong>bold</strong></p>" />);
  await expect.poll(() => screen.queryByRole('textbox')?.querySelector('b, strong')?.textContent).toBe('bold');
});
