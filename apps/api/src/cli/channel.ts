import { createInterface } from 'node:readline';
import { segmentsOf, statusOf, type State, toSms } from '@baraza/contract';
import { code, filed } from '../channels/dialogue/replies.ts';
import type { OwnComplaint } from '../channels/dialogue/own-complaint.ts';
import type { Message } from '../channels/dialogue/sent.ts';
import { type Act, choicesOf, type Dialogue, step } from '../channels/dialogue/step.ts';
import { speakerOf, type Words } from '../texts/words.ts';
import { print, runProgram } from './program.ts';

/*
 * `npm run channel`: plays the dialogue by SMS and USSD without gateway, database or account. Each line is a message. `/ask` and `/resolve`
 * are what the office does with the newest complaint, `/play` shows every dialogue. After `/whatsapp`, `/voice`, `/photo` and `/place` are
 * what a phone sends beside words.
 */

const jurisdictions = ['North', 'South'].map((name) => ({ id: name, name }));
const offices = ['Water Board', 'Ministry of Water', 'Ministry of Roads', 'City Council'].map((name) => {
  return { id: name, name, jurisdictions: name === 'City Council' ? jurisdictions : [] };
});
const site = 'complaints.example.org';

const filing = ['The tap has been dry since Monday', 'Hill Road'].join('|');
const play = [
  `help|hello|water|1|${filing}|1|status|code|/ask|status|answer The blue house|/resolve|1|2|Dry again`,
  `new|council|south|${filing}|2|new|0|stop|start`,
  '/whatsapp|/photo|water|1|/voice|/place|1|/voice|/voice|/voice|1',
  'Français|cancel|العربية|cancel|Hausa|cancel|Igbo|cancel|Kiswahili|cancel|Yorùbá',
].flatMap((messages) => messages.split('|'));

const file = { key: '', contentType: '', size: 1, isVoice: false };
/** Commands that stand for files and places of a phone. */
const beside: Record<string, Message> = {
  '/whatsapp': { text: 'new' },
  '/voice': { text: '', file: { ...file, isVoice: true } },
  '/photo': { text: '', file },
  '/place': { text: '', place: { lat: 6.5, lon: 3.4, name: 'Hill Road' } },
};

let dialogue: Dialogue = { language: 'en', position: { at: 'idle' } };
let own: OwnComplaint[] = [];
let takesFiles = false;

await runProgram(async () => {
  print(
    'Write a message, such as hello. /ask and /resolve act for the office, /play shows every dialogue, /whatsapp lets you send /voice, /photo and /place.',
  );
  for await (const line of createInterface({ input: process.stdin })) {
    for (const message of line.trim() === '/play' ? play : [line]) {
      if (line.trim() === '/play') print(`> ${message}`);
      await answer(message);
    }
  }
});

async function answer(message: string): Promise<void> {
  if (message === '/ask') return moveNewest('awaiting_citizen');
  if (message === '/resolve') return moveNewest('resolved');
  if (message === '/whatsapp') takesFiles = true;
  const world = { offices, own, site, takesFiles };
  const turn = step(dialogue, beside[message] ?? { text: message }, world);
  ({ dialogue } = turn);
  const say = await speakerOf(dialogue.language, undefined, { isShort: true });
  const text = toSms([...turn.replies, ...(turn.act ? pretend(turn.act) : [])].map(say).join('\n'));
  const { coding, segments } = segmentsOf(text);
  print(`${text}\n  (${segments} SMS in ${coding}, ${text.length} signs)`);
  const choices = takesFiles ? choicesOf(turn, world) : [];
  if (choices.length > 0)
    print(`  ${choices === 'place' ? '[map]' : choices.map(({ title }) => `[${say(title)}]`).join(' ')}`);
}

/** Does in memory what the server does. */
function pretend(act: Act): Words[] {
  if (act.act === 'code') return [code(act.trackingId, '1234567812345678', site)];
  if (act.act === 'file') {
    const trackingId = `SDP-26-${String(own.length + 1).padStart(6, 'AAAAAA')}`;
    own = [{ id: trackingId, trackingId, state: 'received', status: 'Pending', confirmedAt: null }, ...own];
    return [filed(trackingId)];
  }
  if (act.act === 'answer') moveNewest('in_progress');
  if (act.act === 'reopen') moveNewest('received');
  if (act.act === 'confirmResolution') own = own.map((complaint) => ({ ...complaint, confirmedAt: new Date() }));
  return [];
}

function moveNewest(state: State): void {
  const [newest, ...others] = own;
  if (newest) own = [{ ...newest, state, status: statusOf(state), confirmedAt: null }, ...others];
}
