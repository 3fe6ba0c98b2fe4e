import type { FastifyInstance } from 'fastify';

/** A browser in one network at a time, which keeps its cookies. */
export interface Browser {
  /** Posts below `/api`, unless another method is named, with the headers that are given. */
  post(
    path: string,
    payload: object,
    method?: 'POST' | 'PUT',
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  moveTo(network: string): void;
  readonly cookies: Record<string, string>;
}

export function openBrowser(app: FastifyInstance, network: string): Browser {
  const cookies: Record<string, string> = {};
  let remoteAddress = network;
  return {
    cookies,
    moveTo: (other) => (remoteAddress = other),
    async post(path, payload, method = 'POST', headers = {}) {
      const answer = await app.inject({ method, url: `/api${path}`, payload, remoteAddress, cookies, headers });
      for (const { name, value } of answer.cookies) {
        if (value === '') delete cookies[name];
        else cookies[name] = value;
      }
      return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
    },
  };
}
