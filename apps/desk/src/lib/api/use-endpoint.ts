import { saveFile } from '@baraza/app/save-file';
import { download } from '@baraza/contract/core/download';
import type { Endpoint, InputOf, ReplyOf } from '@baraza/contract/core/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from './api.ts';
import { withPassword } from './reauthentication.ts';
import { endSession, getToken } from './token.ts';

/** Calls an endpoint that changes something, then refetches what shows it. */
export function useEndpoint<E extends Endpoint>(endpoint: E, shownBy: Endpoint) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<E>) => (call as (e: E, i: InputOf<E>) => Promise<ReplyOf<E>>)(endpoint, input),
    onSuccess: () => client.invalidateQueries({ queryKey: [shownBy.path] }),
  });
}

/** Saves the reply of an endpoint as a file; asks for the password where that is needed. */
export function useDownload<E extends Endpoint>(endpoint: E) {
  const options = { token: getToken, onUnauthorized: () => endSession('expired') };
  return useMutation({
    mutationFn: async (input: InputOf<E>) => saveFile(await withPassword(() => download(options, endpoint, input))),
  });
}
