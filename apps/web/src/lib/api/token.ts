import { createTokenStore } from '@baraza/app/token';

export const { getToken, getSessionEnd, wasLeft, startSession, endSession, onSessionChange, onReturn, useToken } =
  createTokenStore('authToken');
