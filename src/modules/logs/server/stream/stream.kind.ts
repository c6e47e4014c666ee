import { isIPv4 } from 'node:net';
import type { Json, OperationIssue } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import { operationLog as page } from '../../common/permissions.ts';
import { mostStreams } from '../../common/stream.contract.ts';
import { placeStream } from './stream-places.ts';

const issue = (path: string, key: string): OperationIssue => ({ path, namespace: 'logs', key: `issue.${key}` });
const isLoopback = (host: Json | undefined): boolean =>
  typeof host === 'string' && ((isIPv4(host) && host.startsWith('127.')) || ['localhost', '::1', '[::1]'].includes(host.toLowerCase()));

const base: Kind = tableKind({
  kind: 'stream',
  module: 'logs',
  codes: { read: page.code, revert: page.button.updateStream },
  table: 'siem_stream',
  name: 'name',
  fields: {
    name: { column: 'name' },
    host: { column: 'host' },
    port: { column: 'port' },
    transport: { column: 'transport' },
    allowPlain: { column: 'allow_plain' },
    framing: { column: 'framing' },
    format: { column: 'format' },
    kinds: { column: 'kinds' },
    minSeverity: { column: 'min_severity' },
    filter: { column: 'filter' },
    facility: { column: 'facility' },
    appName: { column: 'app_name' },
    enterpriseId: { column: 'enterprise_id' },
    bom: { column: 'bom' },
    maxBytes: { column: 'max_bytes' },
    ca: { column: 'ca' },
    clientCert: { column: 'client_cert' },
    clientKey: { column: 'client_key', secret: true },
    enabled: { column: 'enabled' },
  },
  unique: { siem_stream_name: 'name' },
  check: async (tx, _caller, operations) => {
    const issues = new Map<number, OperationIssue[]>();
    const now = await base.read(
      tx,
      operations.map(({ id }) => id),
      false,
    );
    const { count } = await tx
      .selectFrom('siem_stream')
      .select((select) => select.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    let free = mostStreams - Number(count);
    for (const [index, { action, id, after }] of operations.entries()) {
      if (action === 'delete' || !after) continue;
      const found: OperationIssue[] = [];
      const fields = { ...now.get(id)?.fields, ...after };
      if (fields['transport'] === 'tcp' && fields['allowPlain'] !== true && !isLoopback(fields['host']))
        found.push(issue('transport', 'plain'));
      if (fields['clientCert'] !== null && fields['clientKey'] === null) found.push(issue('clientKey', 'keyMissing'));
      if ((action === 'create' || action === 'restore') && (free -= 1) < 0) found.push(issue('name', 'mostStreams'));
      if (found.length > 0) issues.set(index, found);
    }
    return issues;
  },
});

/** Receivers of the logs in the change engine. Whatever switches one on for the first time (a page, a file, an undo), it begins with what is written from then on. */
export const streamKind: Kind = {
  ...base,
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    for (const { id, after } of operations) if (after?.['enabled'] === true) await placeStream(tx, id);
  },
};
