import type { Stream } from '#kit/server/audit/streams.ts';
import type { Damage } from '#kit/server/audit/verdict.ts';
import { sealedLogs, type BadRow, type SealedLog } from '../common/seal.contract.ts';

/** Milliseconds of a day: seals count days of UTC. */
export const dayMillis = 86_400_000;

/** The chain of each log. */
export const streamOf: Readonly<Record<SealedLog, Stream>> = {
  operation: 'audit_log',
  change: 'change_operation',
  login: 'login_log',
  read: 'read_log',
};

/** The log of a chain. */
export const logOf = (stream: string): SealedLog => sealedLogs.find((log) => streamOf[log] === stream) ?? 'operation';

/** What people call a damage. Whether a row or its seal is gone, the row can't be proved any more. */
export const badKindOf: Readonly<Record<Damage, BadRow['kind']>> = {
  changed: 'changed',
  removed: 'missing',
  seal: 'missing',
  batch: 'missing',
  truncated: 'cutOff',
  added: 'inserted',
  reordered: 'reordered',
  head: 'signature',
  day: 'signature',
  root: 'signature',
};
