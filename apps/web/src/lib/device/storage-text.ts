import { t } from '@lingui/core/macro';
import type { StorageProblem } from './storage.ts';

/** Returns what a person can do when the device stores nothing. */
export function storageText(problem: StorageProblem): string {
  return {
    full: t`This phone is full. Free some space to keep writing.`,
    refused: t`Your browser does not let this page keep anything. Leave it open until you have submitted.`,
    lost: t`This page lost its connection to the phone’s storage. Submit now, or copy your text and load the page again.`,
  }[problem];
}
