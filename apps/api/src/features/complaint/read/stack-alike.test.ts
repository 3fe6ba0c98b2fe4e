import { expect, test } from 'vitest';
import { type Comparable, stackAlike } from './stack-alike.ts';

const day = Date.parse('2026-05-04T09:00:00Z');
let number = 0;

function about(title: string, differing: Partial<Comparable> = {}): Comparable {
  number += 1;
  const here = { areaCode: 'A-1', lat: null, lon: null, submittedAt: new Date(day) };
  return { id: String(number), mdaId: 'mda', categoryId: 'water', title, ...here, ...differing };
}

/** Complaints beside those compared, so that common words weigh less than rare ones. */
const others = [
  'Bus stop has no roof',
  'Clinic turned me away',
  'Passport not printed',
  'Noise at night',
  'Tax paid twice',
].map((title) => about(title));

/** Returns how many complaints stand together in each stack that holds more than one. */
const sizes = (...complaints: Comparable[]) =>
  stackAlike([...others, ...complaints])
    .map((all) => all.length)
    .filter((size) => size > 1);

test('complaints with the same words stand behind the first of them', () => {
  const [first, second] = [about('Pipe burst in Mill Road'), about('Burst pipe, Mill Road')];
  expect(stackAlike([first, ...others, second])[0]).toEqual([first, second]);
});

test.each([
  ['of another MDA', { mdaId: 'other' }, []],
  ['of another category', { categoryId: 'roads' }, []],
  ['filed 31 days earlier', { submittedAt: new Date(day - 31 * 86_400_000) }, []],
  ['filed 29 days earlier', { submittedAt: new Date(day - 29 * 86_400_000) }, [2]],
  ['of another area', { areaCode: 'B' }, [2]],
])('a complaint with the same title, but %s: stacks of %j', (_, differing, expected) => {
  expect(sizes(about('Pipe burst in Mill Road'), about('Pipe burst in Mill Road', differing))).toEqual(expected);
});

const here = { lat: 9.05, lon: 7.49 };

test.each([
  ['in the same area', {}, {}, [2]],
  ['in other areas', {}, { areaCode: 'B' }, []],
  ['where no area is known', { areaCode: null }, { areaCode: null }, []],
  ['400 m apart', here, { lat: 9.0536, lon: 7.49 }, [2]],
  ['600 m apart', here, { lat: 9.0554, lon: 7.49 }, []],
])('titles that share half of their words are alike only at one place: %s', (_, one, two, expected) => {
  expect(sizes(about('Pipe burst since Monday', one), about('Burst pipe floods yard', two))).toEqual(expected);
});

test('titles that share common words alone are not alike', () => {
  const titles = ['Water bill', 'Water dirty', 'Water meter', 'Water pump', 'Water fee'];
  expect(sizes(...titles.map((title) => about(title, { areaCode: 'B' })))).toEqual([]);
});

test('a number in the title makes no difference, and titles without words stand alone', () => {
  expect(sizes(about('Bill of 3,400 unpaid'), about('Bill of 9,100 unpaid'), about('!!!'), about('!!!'))).toEqual([2]);
});

test('twice as many complaints are compared in about twice the time, not four times', () => {
  const compared = (count: number) => {
    let reads = 0;
    const all = Array.from({ length: count }, (_, index) => {
      const complaint = about(`Word${'abcdefghij'[index % 10]} light out ${'klmnopqrst'[index % 7]}mill`);
      return {
        ...complaint,
        get submittedAt() {
          reads += 1;
          return new Date(day + index * 40 * 86_400_000);
        },
      };
    });
    stackAlike(all);
    return reads;
  };
  expect(compared(1_200)).toBeLessThan(compared(600) * 2.4);
});
