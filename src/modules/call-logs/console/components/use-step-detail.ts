import { useT, type T } from '#kit/console/i18n/use-t.ts';
import { callerKinds, failureClasses } from '../../common/failure-class.ts';

/** Returns the text of a step: the gateway's own words in the language on screen; paths, names and numbers as they are. */
export function useStepDetail(): (text: string) => string {
  const t = useT('call-logs');
  return (text) => inWords(text, t);
}

const plain = ['none', 'granted', 'off', 'test', 'mock', 'raw', 'miss', 'hit', 'stale', 'kept', 'systems', 'terminals', 'grant'] as const;
const spaced = { 'open to it': 'detail.open', 'passed through': 'detail.passed', 'too large': 'detail.tooLarge' } as const;

function inWords(text: string, t: T<'call-logs'>): string {
  const word = plain.find((one) => one === text);
  if (word) return t(`detail.${word}`);
  if (text in spaced) return t(spaced[text as keyof typeof spaced]);
  const [, left, limit] = /^(\d+) of (\d+) left$/.exec(text) ?? [];
  if (left !== undefined && limit !== undefined) return t('detail.left', { left, limit });
  const [, status, bytes] = /^(?:(\d+), )?(\d+) bytes$/.exec(text) ?? [];
  if (bytes !== undefined) return [status, t('detail.bytes', { bytes })].filter(Boolean).join(' · ');
  const [, path] = /^(.+) \(draft\)$/.exec(text) ?? [];
  if (path !== undefined) return `${path} · ${t('call.draft')}`;
  const [, head = '', , rest] = /^(\w+)(: (.*))?$/s.exec(text) ?? [];
  const caller = callerKinds.find((one) => one === head);
  if (caller && rest !== undefined && caller !== 'internal') return `${t(`call.callerKind.${caller}`)} · ${rest}`;
  const how = failureClasses.find((one) => one === head);
  if (!how) return text;
  return rest === undefined ? t(`call.class.${how}`) : `${t(`call.class.${how}`)} · ${inWords(rest, t)}`;
}
