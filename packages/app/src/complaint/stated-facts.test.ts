import { expect, test } from 'vitest';
import { pointText, statedFacts } from './stated-facts.ts';

const at = { lat: 6.52437, lon: 3.37921 };

test('facts of a complaint are listed with their labels, the area first and the point last', () => {
  const facts = statedFacts({ location: 'Hillside clinic', area: { name: 'Ikeja' }, point: { ...at, accuracy: 25 } });
  expect(facts.map(([, text]) => text)).toEqual(['Ikeja', 'Hillside clinic', pointText({ ...at, accuracy: 25 })]);
  expect(facts.map(([label]) => label)).toEqual(['Area', 'Where did this happen', 'Coordinates']);
});

test.each([{}, { location: '', area: null, point: null }])(
  'facts that a citizen left out are not listed: %j',
  (complaint) => {
    expect(statedFacts(complaint)).toEqual([]);
  },
);

test.each([
  [null, ''],
  [25, ' (within 25 m)'],
  [999, ' (within 999 m)'],
  [1_000, ' (within about 1 km)'],
  [2_449, ' (within about 2.4 km)'],
])('a point with an accuracy of %s m shows that accuracy', (accuracy, words) => {
  expect(pointText({ ...at, accuracy })).toBe(`\u20666.52437, 3.37921\u2069${words}`);
});
