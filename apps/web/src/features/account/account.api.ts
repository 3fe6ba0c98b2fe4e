import {
  endSession,
  forgotPassword,
  getUser,
  listSessions,
  login,
  register,
  resendCode,
  resetPassword,
  updatePassword,
  updateProfile,
  verifyEmail,
  type Registration,
  type User,
} from '@baraza/contract/account/account';
import { confirmPassword } from '@baraza/contract/account/reauthentication';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, endpointQuery } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query.ts';
import { startSession } from '../../lib/api/token.ts';

/** `user` is the type of a citizen in every call that names one. */
const type = 'user';

export const submitRegistration = (form: Registration, photo: File | null, onProgress?: Progress) =>
  call(register, { form, files: photo ? { file: photo } : {} }, { onProgress });
type Progress = (sent: number, total: number) => void;

/** Keeps the token and loads the profile; a profile that does not load yet is no reason to refuse the login. */
async function enter(token: string): Promise<void> {
  startSession(token);
  await queryClient.prefetchQuery(endpointQuery(getUser));
}

export async function submitLogin(body: { email: string; password: string }): Promise<void> {
  const { token } = await call(login, { body: { ...body, type } });
  await enter(token);
}

export async function submitCode(body: { otp: string; email: string }): Promise<void> {
  const { token } = await call(verifyEmail, { body });
  await enter(token);
}

export const requestCode = (email: string) => call(resendCode, { body: { email } });
export const requestReset = (email: string) => call(forgotPassword, { body: { email, type } });
export const submitReset = (body: { email: string; otp: string; password: string; confirmPassword: string }) =>
  call(resetPassword, { body: { ...body, type } });

type ProfileForm = { first_name: string; last_name: string; email: string; phone: string; currentPassword?: string };

/** Saves the profile and keeps the answer as the current user. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return async (form: ProfileForm, photo: File | null): Promise<User> => {
    const user = await call(updateProfile, { form, files: photo ? { file: photo } : {} });
    client.setQueryData(endpointQuery(getUser).queryKey, user);
    await client.invalidateQueries(endpointQuery(getUser));
    return user;
  };
}

/** Changes the password; every other session ends by it. */
export function useUpdatePassword() {
  const client = useQueryClient();
  return async (body: { currentPassword: string; password: string; confirmPassword: string }): Promise<void> => {
    await call(updatePassword, { body: { ...body, type } });
    await client.invalidateQueries(endpointQuery(listSessions));
  };
}

/** So that what needs it can go on for a while. */
export async function typePasswordAgain(body: { currentPassword: string }): Promise<void> {
  await call(confirmPassword, { body });
}

export const useSessions = () => useQuery(endpointQuery(listSessions));

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    onSuccess: () => client.invalidateQueries(endpointQuery(listSessions)),
  });
}
