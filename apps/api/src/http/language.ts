import { type Language, languages } from '@baraza/contract/core/language';
import type { FastifyRequest } from 'fastify';

/** Returns the language that the words of a request are in: that of the screen where they were written. */
export function languageOf({ headers }: Pick<FastifyRequest, 'headers'>): Language | undefined {
  return languages.find((language) => language === headers['content-language']);
}
