import { message } from '@baraza/contract';
import { describe, expect, it } from 'vitest';
import { allowedDays, checkComplaint, dayBefore } from './complaint-checks.ts';
import { blankComplaint } from './complaint-values.ts';

const around = { needsJurisdiction: false, files: 0, days: { min: '2023-11-08', max: '2024-05-08' } };
const check = (values: object, more: object = {}) =>
  checkComplaint({ ...blankComplaint, ...values }, { ...around, ...more });

describe('checkComplaint', () => {
  it('a new complaint requires a jurisdiction only if its MDA has any', () => {
    expect(check({})).toEqual({});
    expect(check({}, { needsJurisdiction: true })).toEqual({ mdaJurisdiction: message.jurisdictionRequired });
    expect(check({ mdaJurisdiction: 'x' }, { needsJurisdiction: true })).toEqual({});
  });

  it('a new complaint may date from six months ago up to today, both included', () => {
    for (const day of ['2023-11-08', '2024-05-08', '2024-01-31', '']) expect(check({ incidentDate: day })).toEqual({});
    for (const day of ['2023-11-07', '2024-05-09', '0024-05-01']) {
      expect(check({ incidentDate: day })).toEqual({ incidentDate: message.incidentDate });
    }
  });

  it('the allowed days of a new complaint follow the local calendar', () => {
    expect(allowedDays(new Date(2024, 7, 31, 12))).toEqual({ min: '2024-02-29', max: '2024-08-31' });
  });

  it('the day before the first of a month or year is the last of the one before', () => {
    expect(['2024-03-01', '2024-01-01', '2024-05-08'].map(dayBefore)).toEqual([
      '2024-02-29',
      '2023-12-31',
      '2024-05-07',
    ]);
  });

  it('a new complaint accepts at most ten files', () => {
    expect(check({}, { files: 10 })).toEqual({});
    expect(check({}, { files: 11 })).toEqual({ files: message.tooManyFiles });
  });
});
