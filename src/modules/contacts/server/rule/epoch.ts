import type { ClientEpoch } from '#kit/server/client/terminal-gate.ts';
import { contactRulesOf } from './open-rules.ts';

/** Counts the changes of rules, roles and departments as the book knows them: the last numbers of their news. */
export const contactEpoch: ClientEpoch = async (services) => {
  const { word } = await contactRulesOf(services).book();
  const numbers = word.split('/').map((part) => Number(part.split('.').at(-1)));
  return { site: numbers.reduce((sum, one) => sum + one, 0) };
};
