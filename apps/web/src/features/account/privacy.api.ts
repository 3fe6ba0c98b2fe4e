import { saveFile } from '@baraza/app/save-file';
import { download } from '@baraza/contract/core/download';
import { deleteAccount, exportOwnData } from '@baraza/contract/account/privacy';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { endSession, getToken } from '../../lib/api/token.ts';

/** Saves everything that is kept about the person. */
export function useOwnData() {
  const options = { token: getToken, onUnauthorized: () => endSession('expired') };
  return useMutation({ mutationFn: async () => saveFile(await download(options, exportOwnData, {})) });
}

export const submitDeletion = (body: { currentPassword: string }) => call(deleteAccount, { body });
