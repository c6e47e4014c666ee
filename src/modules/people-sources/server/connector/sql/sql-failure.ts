import { toOutboundError } from '#platform/outbound/outbound-error.ts';
import { SourceFailure, type FailureCategory } from '../connector.ts';

/** SQLSTATEs of PostgreSQL, by their beginning: the longest that fits counts. */
const states: Readonly<Record<string, FailureCategory>> = {
  '28': 'auth',
  '3D000': 'empty',
  '42501': 'permission',
  '25006': 'permission',
  '42': 'syntax',
  '22': 'syntax',
  '0A': 'syntax',
  '57014': 'timeout',
  '25P03': 'timeout',
  '53': 'unavailable',
  '57P': 'unavailable',
  '08': 'protocol',
};

/** Numbers of MySQL and MariaDB. */
const numbers: Readonly<Record<number, FailureCategory>> = {
  1040: 'unavailable',
  1044: 'permission',
  1045: 'auth',
  1049: 'empty',
  1142: 'permission',
  1143: 'permission',
  1227: 'permission',
  1317: 'timeout',
  1370: 'permission',
  1698: 'auth',
  1792: 'permission',
  1969: 'timeout',
  3024: 'timeout',
};

/** The first name in quotes of a message: a table or a column, never a value. */
const namedIn = (message: string): string => /["'`]([\w.$ ]{1,100})["'`]/.exec(message)?.[1] ?? '';

const categoryOf = (state: string): FailureCategory | undefined =>
  [5, 3, 2].map((length) => states[state.slice(0, length)]).find((found) => found !== undefined);

/** Any error of a database or of the way to it as a typed one. */
export function sqlFailure(error: unknown, where: string): SourceFailure {
  if (error instanceof SourceFailure) return error;
  if (!(error instanceof Error)) return new SourceFailure('protocol', where, error);
  const number = 'errno' in error && 'sqlState' in error ? Number(error.errno) : undefined;
  if (number !== undefined && number > 0)
    return new SourceFailure(numbers[number] ?? 'syntax', `${number} ${namedIn(error.message)}`.trim(), error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const category = /^[0-9A-Z]{5}$/.test(code) ? categoryOf(code) : undefined;
  if (category) return new SourceFailure(category, `${code} ${namedIn(error.message)}`.trim(), error);
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT' || code === 'HANDSHAKE_SSL_ERROR' || error.message.includes('SSL connection'))
    return new SourceFailure('tls', where, error);
  if (/timeout|timed out/i.test(error.message)) return new SourceFailure('timeout', where, error);
  const way = toOutboundError(error).category;
  const known = ['dns', 'denied', 'refused', 'timeout', 'tls'] as const;
  return new SourceFailure(known.find((one) => one === way) ?? (way === 'protocol' ? 'protocol' : 'unavailable'), where, error);
}
