import { createHmac } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { OutboundInit } from '#platform/outbound/outbound.ts';
import { smsPlaceholders } from '../../common/sms.contract.ts';
import type { SmsGatewayTable } from './sms.table.ts';

/** What fills the placeholders of one message. */
export type SmsValues = Readonly<Record<(typeof smsPlaceholders)[number], string>>;
type Gateway = Selectable<SmsGatewayTable>;

const braces = /\{(\w+)\}/g;
const isPlaceholder = (name: string): name is keyof SmsValues => smsPlaceholders.some((one) => one === name);

/** A text with its placeholders filled; other braces stay as they are. */
export const fillText = (text: string, values: SmsValues): string =>
  text.replace(braces, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole));

/** JSON is filled text by text after it was read: no value can end a text and begin another. */
function fillJson(value: unknown, values: SmsValues): unknown {
  if (typeof value === 'string') return fillText(value, values);
  if (Array.isArray(value)) return value.map((one) => fillJson(one, values));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fillJson(one, values)]));
}

/** `name=value` lines. */
function pairsOf(body: string): [string, string][] {
  const lines = body.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const at = line.indexOf('=');
    return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
}

/** Why a body can't be used, as a key of the catalogue. */
export function bodyMistake(format: string, body: string): string | undefined {
  if (format === 'json') {
    try {
      JSON.parse(body);
    } catch {
      return 'issue.smsJson';
    }
  } else if (pairsOf(body).some(([name]) => name === '')) return 'issue.smsPairs';
  return /\{phone\}/.test(body) ? undefined : 'issue.smsPhone';
}

/** The call that sends one message. */
export function callOf(gateway: Gateway, values: SmsValues, at: number): { url: string; init: OutboundInit } {
  const url = new URL(fillAddress(gateway.url, values));
  const pairs = (): [string, string][] => pairsOf(gateway.body).map(([name, value]) => [name, fillText(value, values)]);
  const inAddress = gateway.format === 'query' || gateway.method === 'GET';
  if (inAddress && gateway.format !== 'json') for (const [name, value] of pairs()) url.searchParams.set(name, value);
  const body =
    gateway.method === 'GET' || gateway.format === 'query'
      ? ''
      : gateway.format === 'json'
        ? JSON.stringify(fillJson(JSON.parse(gateway.body), values))
        : new URLSearchParams(pairs()).toString();
  const headers: Record<string, string> = Object.fromEntries(
    gateway.headers.map(({ name, value }) => [name.toLowerCase(), fillText(value, { ...values, text: '', sign: '' })]),
  );
  if (body !== '') headers['content-type'] = gateway.format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  if (gateway.signing === 'hmac') {
    headers['x-time'] = String(at);
    headers['x-signature'] = `sha256=${createHmac('sha256', values.secret)
      .update(`${at}.${body === '' ? url.search : body}`)
      .digest('hex')}`;
  }
  return { url: url.href, init: { method: gateway.method, headers, ...(body !== '' && { body }) } };
}

const fillAddress = (url: string, values: SmsValues): string =>
  url.replace(braces, (whole, name: string) => (isPlaceholder(name) ? encodeURIComponent(values[name]) : whole));

/** Whether an answer says that the message was taken. */
export function isTaken({ success_path: path, success_value: wanted }: Gateway, status: number, text: string): boolean {
  if (status < 200 || status > 299) return false;
  if (path === '') return true;
  try {
    let value: unknown = JSON.parse(text);
    for (const step of path.split('.'))
      value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined;
    return (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') && String(value) === wanted;
  } catch {
    return false;
  }
}

/** An answer as it may be kept: short, and without what we sent. */
export function shownAnswer(status: number, text: string, values: SmsValues): string {
  // Providers often answer a number without its plus.
  const hidden = [values.phone, values.phone.slice(1), values.code, values.secret].filter((one) => one.length > 3);
  const masked = hidden.reduce((shown, one) => shown.replaceAll(one, '••••'), text);
  return `HTTP ${status} ${masked.replace(/\s+/g, ' ').slice(0, 200)}`.trim();
}
