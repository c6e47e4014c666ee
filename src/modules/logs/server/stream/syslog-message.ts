import { hostname } from 'node:os';

/** A syslog event, whatever log it comes from. */
export interface StreamEvent {
  readonly log: string;
  readonly seq: number;
  readonly at: number;
  /** 0 emergency to 7 debug (RFC 5424, 6.2.1). */
  readonly severity: number;
  /** Audit word; becomes MSGID. */
  readonly word: string;
  /** What happened, in words. */
  readonly text: string;
  /** Parameters of the structured data; null ones are left out. */
  readonly data: Readonly<Record<string, string | number | null>>;
  /** The whole event, for messages in JSON. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** How events are written for a receiver. */
export interface SyslogStyle {
  readonly facility: number;
  readonly appName: string;
  readonly enterpriseId: number;
  readonly format: 'json' | 'text';
  readonly framing: 'octet' | 'newline';
  readonly bom: boolean;
  readonly maxBytes: number;
}

const host = printable(hostname(), 255);

/** An event as one framed message (RFC 5424 in RFC 5425 or 6587 frames), never longer than the receiver takes. */
export function syslogFrame(event: StreamEvent, style: SyslogStyle): Buffer {
  const message = fitting(event, style);
  if (style.framing === 'newline') return Buffer.concat([message, newline]);
  return Buffer.concat([Buffer.from(`${message.length} `, 'ascii'), message]);
}

const newline = Buffer.from('\n');

/** What is left out, one after another, where a message is too long. The full row stays in the log. */
const droppings: readonly (readonly string[])[] = [[], ['changes'], ['changes', 'fields', 'detail', 'query', 'objectIds']];

function fitting(event: StreamEvent, style: SyslogStyle): Buffer {
  for (const dropped of droppings) {
    const message = written(event, style, dropped);
    if (message.length <= style.maxBytes) return message;
  }
  // Long names and reasons: what identifies the row is kept, the beginning of the words too.
  const head = headOf(event, style, { truncated: '1' }, 100);
  const room = style.maxBytes - head.length - 1;
  const words = style.format === 'json' ? JSON.stringify({ id: event.body['id'], word: event.word }) : oneLine(event.text);
  return Buffer.concat([head, Buffer.from(' '), cut(withBom(words, style), room)]);
}

function written(event: StreamEvent, style: SyslogStyle, dropped: readonly string[]): Buffer {
  const isShort = dropped.some((name) => name in event.body);
  const head = headOf(event, style, isShort ? { truncated: '1' } : {}, 1_000);
  const body = Object.fromEntries(Object.entries(event.body).filter(([name]) => !dropped.includes(name)));
  const words = style.format === 'json' ? JSON.stringify(body) : oneLine(event.text);
  return Buffer.concat([head, Buffer.from(' '), withBom(words, style)]);
}

function headOf(event: StreamEvent, style: SyslogStyle, more: Readonly<Record<string, string>>, longest: number): Buffer {
  const priority = style.facility * 8 + event.severity;
  const parameters = { seq: event.seq, log: event.log, ...event.data, ...more };
  const data = Object.entries(parameters).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [`${name}="${parameterOf(String(value).slice(0, longest))}"`],
  );
  const head = `<${priority}>1 ${new Date(event.at).toISOString()} ${host} ${style.appName} ${process.pid} ${printable(event.word, 32)}`;
  return Buffer.from(`${head} [audit@${style.enterpriseId} ${data.join(' ')}]`, 'utf8');
}

/** A value of structured data: `"`, `\` and `]` are escaped (RFC 5424, 6.3.3), control characters written out. */
function parameterOf(value: string): string {
  return escapeControls(value.replace(/["\\\]]/g, '\\$&'));
}

const oneLine = (text: string): string => escapeControls(text);

const escapeControls = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

function withBom(text: string, { bom, format }: SyslogStyle): Buffer {
  const safe = format === 'json' ? text.replace(/[\u007f-\u009f\u2028\u2029]/g, escapeControls) : text;
  return Buffer.from(bom ? `\ufeff${safe}` : safe, 'utf8');
}

/** So many bytes of a text, never half a character. */
function cut(bytes: Buffer, most: number): Buffer {
  if (bytes.length <= most) return bytes;
  let end = Math.max(0, most);
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}

/** A field of the header: printable ASCII without spaces. */
function printable(text: string, longest: number): string {
  const safe = text.replace(/[^\x21-\x7e]/g, '-').slice(0, longest);
  return safe === '' ? '-' : safe;
}
