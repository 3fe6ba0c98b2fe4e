import { suggestForText } from '@baraza/contract/complaint/suggestion';
import { expect } from '@playwright/test';
import { demoClient } from './api.ts';
import { act, fileComplaint } from './complaints.ts';
import { newCitizen } from './session.ts';

/** Has six people complain about the first officer's MDA in these words, so that it is suggested for them. */
export async function teachSuggestion(title: string, category: string): Promise<void> {
  const officer = await demoClient('officer@demo.example', 'mda');
  const { call } = await newCitizen();
  const suggested = async () => (await call(suggestForText, { body: { text: title } })).mda.suggestions.length;
  for (let people = 0; people < 6; people += 1) {
    const citizen = people === 0 ? call : (await newCitizen()).call;
    const { id } = await fileComplaint(citizen, { title, category });
    await act(officer, id, ['start'], ['resolve', 'This is put right.']);
  }
  // Learned by a job.
  await expect.poll(suggested).toBeGreaterThan(0);
}
