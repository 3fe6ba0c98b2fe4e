import { callGraph, type WhatsApp } from './graph-api.ts';

/** An answer to tap; its id is what a phone without buttons sends. */
export interface Choice {
  readonly id: string;
  readonly title: string;
}

/** Answers offered with a message, or the map to pick a place. */
export type Choices = readonly Choice[] | 'place';

interface WhatsAppMessage {
  /** `+` and digits, or the id of a user who hides their number. */
  readonly to: string;
  readonly text: string;
  readonly choices?: Choices | undefined;
  /** Label of the button that opens a list. */
  readonly choose: string;
  /** Whether the 24 hours are over: then only the approved template may be sent. */
  readonly isTemplate: boolean;
}

/* Limits of the Cloud API, in characters; rows and buttons by number. */
const longest = { text: 4_096, interactive: 1_024, button: 20, row: 24, description: 72 };
const most = { buttons: 3, rows: 10 };

/** Hands a message to the Cloud API; returns its id there. @throws GatewayError */
export async function sendWhatsApp(whatsapp: WhatsApp, message: WhatsAppMessage): Promise<string | undefined> {
  const { to } = message;
  const answer = await callGraph(whatsapp, `${whatsapp.phoneNumberId}/messages`, {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...(to.startsWith('+') ? { to: to.slice(1) } : { recipient: to }),
    ...(message.isTemplate ? templateOf(whatsapp, message) : contentOf(message)),
  });
  const { messages: [first] = [] } = Object(answer) as { messages?: { id?: unknown }[] };
  return typeof first?.id === 'string' ? first.id : undefined;
}

/** Fills the template. A value has one line. */
function templateOf({ template }: WhatsApp, { text }: WhatsAppMessage) {
  const parameters = [{ type: 'text', text: cut(text.replaceAll(/\s+/gu, ' '), longest.interactive) }];
  const components = [{ type: 'body', parameters }];
  return {
    type: 'template',
    template: { name: template?.name, language: { code: template?.language }, components },
  };
}

/** Writes a message with its choices: up to 3 as buttons, up to 10 as a list, more as text alone. */
export function contentOf({ text, choices = [], choose }: Pick<WhatsAppMessage, 'text' | 'choices' | 'choose'>) {
  const body = { text };
  const isPlain = choices.length === 0 || Array.from(text).length > longest.interactive;
  const interactive = (type: string, action: object) => ({
    type: 'interactive',
    interactive: { type, body, action },
  });
  if (isPlain || (choices !== 'place' && choices.length > most.rows))
    return { type: 'text', text: { body: cut(text, longest.text), preview_url: false } };
  if (choices === 'place') return interactive('location_request_message', { name: 'send_location' });
  if (choices.length <= most.buttons) {
    const buttons = choices.map(({ id, title }) => {
      return { type: 'reply', reply: { id, title: cut(title, longest.button) } };
    });
    return interactive('button', { buttons });
  }
  const rows = choices.map(({ id, title }) => {
    const short = cut(title, longest.row);
    return { id, title: short, ...(short !== title && { description: cut(title, longest.description) }) };
  });
  return interactive('list', { button: cut(choose, longest.button), sections: [{ rows }] });
}

/** Cuts between characters, and says so. */
function cut(text: string, length: number): string {
  const signs = Array.from(text);
  return signs.length <= length ? text : `${signs.slice(0, length - 1).join('')}…`;
}
