import { call, downloadFile } from '@baraza/app/api/client';
import { deleteAccount, exportOwnData } from '@baraza/contract/account/privacy';
import { useMutation } from '@tanstack/react-query';

/** Saves everything that is kept about the person. */
export function useOwnData() {
  return useMutation({ mutationFn: () => downloadFile(exportOwnData, {}) });
}

export const submitDeletion = (body: { currentPassword: string }) => call(deleteAccount, { body });
