import { createXml } from '#platform/sheets/xml-stream.ts';
import { WayFailure } from '../failure.ts';
import type { Attributes } from '../match-person.ts';

/** What a CAS server says of a ticket. */
export type ValidationAnswer = { user: string; attributes: Attributes } | { refused: string };

const success = 'serviceResponse/authenticationSuccess';
const failure = 'serviceResponse/authenticationFailure';

/** Reads the answer of serviceValidate (CAS protocol 3.0, 2.5 and 2.6), without document type; anything else is no answer. */
export function validationAnswer(xml: string): ValidationAnswer {
  const path: string[] = [];
  const attributes: Attributes = {};
  const users: string[] = [];
  const refusals: string[] = [];
  let text = '';
  const reader = createXml({
    open: (name, given) => {
      path.push(name);
      text = '';
      if (path.join('/') === failure) refusals.push(given()['code'] ?? '');
    },
    text: (part) => {
      text += part;
    },
    close: (name) => {
      const at = path.join('/');
      const value = text.trim();
      if (at === `${success}/user`) users.push(value);
      if (path.length === 4 && at.startsWith(`${success}/attributes/`) && value !== '')
        attributes[name] = [...(attributes[name] ?? []), value];
      path.pop();
      text = '';
    },
  });
  try {
    reader.write(xml);
    reader.end();
  } catch (error) {
    throw new WayFailure('protocol', error);
  }
  const [user] = users;
  if (refusals.length === 1 && users.length === 0) return { refused: refusals[0] ?? '' };
  if (refusals.length > 0 || users.length !== 1 || !user) throw new WayFailure('protocol');
  return { user, attributes };
}
