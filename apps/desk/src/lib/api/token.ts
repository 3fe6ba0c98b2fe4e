import { createTokenStore } from '@baraza/app/token';

/** The token of the desk; the portal keeps its own on the same origin. */
export const { getToken, getSessionEnd, wasLeft, startSession, endSession, onSessionChange, onReturn, useToken } =
  createTokenStore('deskAuthToken');
