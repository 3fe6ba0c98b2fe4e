/** A mail server that takes every mail and forgets it. */
import { createServer, type Socket } from 'node:net';

const answers: Record<string, string> = { DATA: '354 go on', QUIT: '221 bye' };

function converse(socket: Socket): void {
  let isText = false;
  let rest = '';
  socket.on('error', () => {}).write('220 sink\r\n');
  socket.on('data', (bytes) => {
    rest += bytes.toString('latin1');
    for (
      let end = rest.indexOf(isText ? '\r\n.\r\n' : '\r\n');
      end >= 0;
      end = rest.indexOf(isText ? '\r\n.\r\n' : '\r\n')
    ) {
      const word = isText ? '' : rest.slice(0, 4).toUpperCase();
      rest = rest.slice(end + (isText ? 5 : 2));
      isText = word === 'DATA';
      socket.write(`${answers[word] ?? '250 ok'}\r\n`);
      if (word === 'QUIT') socket.end();
    }
  });
}

createServer(converse).listen(Number(process.env['PORT']), '127.0.0.1');
