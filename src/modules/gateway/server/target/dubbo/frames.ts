import { CallFailure, type CallClass } from '../../run/failure.ts';
import { HessianReader } from './hessian-reader.ts';
import { HessianWriter, type Typed } from './hessian.ts';

/** One generic call. */
export interface GenericCall {
  readonly service: string;
  readonly version: string;
  readonly group: string;
  readonly method: string;
  readonly args: readonly Typed[];
  readonly attachments: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

const magic = 0xdabb;
const hessian2 = 2;
const isRequest = 0x80;
const twoWay = 0x40;
const isEvent = 0x20;

/** Length of a header. */
export const headerBytes = 16;

/** A request of `$invoke` with its id. */
export function requestFrame(id: bigint, call: GenericCall): Buffer {
  const body = new HessianWriter();
  body.text('2.0.2');
  body.text(call.service);
  body.text(call.version === '' ? '0.0.0' : call.version);
  body.text('$invoke');
  body.text('Ljava/lang/String;[Ljava/lang/String;[Ljava/lang/Object;');
  body.text(call.method);
  body.array(
    '[java.lang.String',
    call.args.map(({ type }) => type),
    (type) => body.text(String(type)),
  );
  body.array('[java.lang.Object', call.args, (arg) => body.typed(arg as Typed));
  body.map({
    generic: 'true',
    interface: call.service,
    path: call.service,
    timeout: String(call.timeoutMs),
    version: call.version === '' ? '0.0.0' : call.version,
    ...(call.group !== '' && { group: call.group }),
    ...call.attachments,
  });
  return frame(isRequest | twoWay | hessian2, 0, id, body.bytes());
}

/** An empty event by which both sides know that the other is there. */
export function heartbeatFrame(id: bigint, answers: boolean): Buffer {
  const body = new HessianWriter();
  body.value(null);
  return frame((answers ? 0 : isRequest | twoWay) | isEvent | hessian2, answers ? 20 : 0, id, body.bytes());
}

function frame(flag: number, status: number, id: bigint, body: Buffer): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16BE(magic, 0);
  header[2] = flag;
  header[3] = status;
  header.writeBigInt64BE(id, 4);
  header.writeInt32BE(body.length, 12);
  return Buffer.concat([header, body]);
}

/** What a header says. */
export interface Header {
  readonly id: bigint;
  readonly status: number;
  readonly isRequest: boolean;
  readonly isEvent: boolean;
  readonly length: number;
}

/** Reads a header; class protocol for what is none, tooLarge for a body beyond `most`. */
export function readHeader(bytes: Buffer, most: number): Header {
  if (bytes.readUInt16BE(0) !== magic) throw new CallFailure('protocol', { params: { reason: 'magic' } });
  const length = bytes.readInt32BE(12);
  if (length < 0) throw new CallFailure('protocol', { params: { reason: 'length' } });
  if (length > most) throw new CallFailure('tooLarge', { params: { n: most } });
  const flag = bytes[2]!;
  return { id: bytes.readBigInt64BE(4), status: bytes[3]!, isRequest: (flag & isRequest) !== 0, isEvent: (flag & isEvent) !== 0, length };
}

const classes: Readonly<Record<number, CallClass>> = { 30: 'timeout', 31: 'timeout', 60: 'notFound', 100: 'limited' };
const firstLine = (value: unknown): string => String(value).split('\n')[0]!.slice(0, 300);

/** What a response answers; a failure where its status or its body says so, never with a stack. */
export function readResponse(status: number, body: Buffer): unknown {
  const reader = new HessianReader(body);
  try {
    if (status !== 20) {
      const message = firstLine(reader.read());
      const missing = /Not found exported service|No such method|NoSuchMethod|\.\w+\(\)$/.test(message);
      throw new CallFailure(classes[status] ?? (missing ? 'notFound' : 'fault'), { params: { reason: message, ms: '' } });
    }
    const kind = reader.read();
    if (kind === 2 || kind === 5) return null;
    const value = reader.read();
    if (kind === 0 || kind === 3) throw new CallFailure('fault', { params: { reason: exceptionText(value) } });
    if (kind === 1 || kind === 4) return value;
    throw new CallFailure('protocol', { params: { reason: 'response' } });
  } catch (error) {
    if (error instanceof CallFailure) throw error;
    throw new CallFailure('protocol', { params: { reason: 'hessian2' } }, error);
  }
}

/** Class and message of what a provider threw. */
function exceptionText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return firstLine(value);
  const { $class, exceptionClass, exceptionMessage, detailMessage, message } = value as Record<string, unknown>;
  return firstLine(
    [exceptionClass ?? $class, exceptionMessage ?? detailMessage ?? message]
      .filter((one) => typeof one === 'string' && one !== '')
      .join(': '),
  );
}
