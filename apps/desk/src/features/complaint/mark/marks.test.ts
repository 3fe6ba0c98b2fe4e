import { expect, test } from 'vitest';
import { tagsIn } from './marks.ts';

test.each([
  ['Flood,  crew 7 , flood', ['flood', 'crew 7']],
  [' , ', undefined],
])('the text %o holds the tags %o', (text, tags) => {
  expect(tagsIn(text)).toEqual(tags);
});
