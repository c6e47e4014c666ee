import { createXml } from '#platform/sheets/xml-stream.ts';
import { AnswerRefused } from '../answer-refused.ts';

/**
 * The ticket whose session a CAS server has ended (CAS protocol 3.0, 2.3.3). The message is not signed: what proves it is the ticket, which
 * nobody but that server, the browser and we have seen.
 */
export function endedTicket(xml: string): string {
  const path: string[] = [];
  const found: string[] = [];
  let text = '';
  const reader = createXml({
    open: (name) => {
      path.push(name);
      text = '';
    },
    text: (part) => {
      text += part;
    },
    close: () => {
      if (path.join('/') === 'LogoutRequest/SessionIndex') found.push(text.trim());
      path.pop();
      text = '';
    },
  });
  try {
    reader.write(xml);
    reader.end();
  } catch (error) {
    throw new AnswerRefused('document', error);
  }
  const [ticket] = found;
  if (found.length !== 1 || !ticket) throw new AnswerRefused('document');
  return ticket;
}
