import { createTokenStore } from '@baraza/app/token';

export const { getToken, getSessionEnd, startSession, endSession, onSessionChange, useToken } =
  createTokenStore('authToken');
