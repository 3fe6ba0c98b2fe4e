import { suggestForText } from '@baraza/contract/complaint/suggestion';
import { expect } from '@playwright/test';
import { demoClient } from './api.ts';
import { act, fileComplaint } from './complaints.ts';
import { newCitizen } from './session.ts';

/** Has thirty people complain about the first officer's MDA in these words: fewer tests, or more misses among them, suggest nothing. */
export async function teachSuggestion(title: string, category: string): Promise<void> {
  const officer = await demoClient('officer@demo.example', 'mda');
  const { call } = await newCitizen();
  const suggested = async () => (await call(suggestForText, { body: { text: title } })).mda.suggestions.length;
  const complain = async () => {
    const { call: citizen } = await newCitizen();
    const { id } = await fileComplaint(citizen, { title, category });
    await act(officer, id, ['start'], ['resolve', 'This is put right.']);
  };
  for (let times = 0; times < 6; times += 1) await Promise.all(Array.from({ length: 5 }, complain));
  // Learned by a job.
  await expect.poll(suggested).toBeGreaterThan(0);
}
