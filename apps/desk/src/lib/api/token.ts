import { createTokenStore } from '@baraza/app/token';

/** The portal keeps its own token beside it, on the same origin. */
export const { getToken, getSessionEnd, wasLeft, startSession, endSession, onSessionChange, onReturn, useToken } =
  createTokenStore('deskAuthToken');
