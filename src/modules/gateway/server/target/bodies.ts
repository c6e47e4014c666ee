import { isUtf8 } from 'node:buffer';
import { CallFailure } from '../run/failure.ts';

const known: Readonly<Record<string, string>> = {
  gbk: 'gb18030',
  gb2312: 'gb18030',
  gb18030: 'gb18030',
  shift_jis: 'shift_jis',
  sjis: 'shift_jis',
  'iso-8859-1': 'latin1',
};

const utf8 = new TextDecoder();

/** A body as text in the charset that its type names; UTF-8 where it names none. */
export function decodeText(raw: Buffer, contentType: string): string {
  const charset = /charset=["']?([\w-]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
  if (charset === 'utf-8' || charset === 'utf8') return utf8.decode(raw);
  try {
    return new TextDecoder(known[charset] ?? charset).decode(raw);
  } catch {
    return raw.toString('utf8');
  }
}

/** Whether a body that was read as JSON may be handed on as it came: UTF-8 without a mark before it. */
export const isPlainJson = (raw: Buffer, contentType: string, data: unknown): boolean =>
  raw[0] !== 0xef &&
  isUtf8(raw) &&
  typeof data === 'object' &&
  data !== null &&
  /^[^;]*\bjson\b\s*(?:;\s*charset="?utf-8"?)?$/i.test(contentType);

/** A body as data: JSON parsed, text as it is, nothing as null; class protocol for a page where JSON was promised. */
export function parseBody(raw: Buffer, contentType: string): unknown {
  if (raw.length === 0) return null;
  const text = decodeText(raw, contentType).replace(/^\ufeff/, '');
  const isJson = /[/+]json/i.test(contentType);
  if (!isJson && /^text\/html/i.test(contentType))
    throw new CallFailure('protocol', { params: { reason: 'HTML' }, received: text.slice(0, 4000) });
  if (!isJson && !/^\s*[[{"\d-]|^(true|false|null)\s*$/.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    if (!isJson) return text;
    throw new CallFailure('protocol', { params: { reason: 'JSON' }, received: text.slice(0, 4000) }, error);
  }
}
