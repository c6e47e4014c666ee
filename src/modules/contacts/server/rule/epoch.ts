import type { ClientPart } from '#kit/server/client/client-part.ts';
import type { ClientEpoch } from '#kit/server/client/terminal-gate.ts';
import { personVersion } from '#modules/people/server/public.ts';
import { viewerWord } from '../terminal/copy-words.ts';
import { contactRulesOf } from './open-rules.ts';

/** What somebody is shown of the directory: told to the terminals of those whose own view another rule changes. */
export const contactPart: ClientPart = {
  name: 'contactConfig',
  stamp: async (services, uid) => `${(await contactRulesOf(services).book()).word}/${await personVersion(services, uid)}`,
  word: async (services, uid) => {
    const viewer = await contactRulesOf(services).viewer(uid);
    return viewer ? viewerWord(viewer) : '';
  },
};

/** Counts the changes of rules, roles and departments as the book knows them: the last numbers of their news. */
export const contactEpoch: ClientEpoch = async (services) => {
  const { word } = await contactRulesOf(services).book();
  const numbers = word.split('/').map((part) => Number(part.split('.').at(-1)));
  return { site: numbers.reduce((sum, one) => sum + one, 0) };
};
