import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { z } from 'zod';
import { pick } from '#kit/common/language.ts';
import { signingKey } from '#kit/server/audit/signing-key.ts';
import { keepMade, temporary } from '#kit/server/files/files.ts';
import { keepSheet, moment, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { pushDetailPage, pushLogPage } from '../common/permissions.ts';
import type { pushExport } from '../common/push.contract.ts';
import { readCounters } from './push/counters.ts';
import type { FrozenContent } from './push/content.ts';
import type { Push } from './push/push-record.ts';
import { seenPush } from './read/list.ts';
import { targetsAfter, type TargetFilter } from './read/targets.ts';
import type { TargetRow } from '../common/push.schema.ts';

type Payload = z.output<typeof pushExport.input>;
const pageSize = 500;

async function* allTargets(
  context: Pick<JobContext, 'services' | 'caller' | 'signal'>,
  push: Push,
  filter: TargetFilter,
): AsyncGenerator<TargetRow> {
  let after: string | undefined;
  for (;;) {
    context.signal.throwIfAborted();
    const rows = await targetsAfter(context.services.database.db, push, {
      filter,
      after,
      size: pageSize,
      language: context.caller.language,
    });
    yield* rows;
    if (rows.length < pageSize) return;
    after = rows.at(-1)!.id;
  }
}

const columns = [
  'name',
  'department',
  'state',
  'reason',
  'tries',
  'at',
  'reachedAt',
  'readAt',
  'seconds',
  'recallState',
  'messageId',
] as const;

/** People of a push as a sheet. */
export const pushExportJob: JobKind<Payload, MadeSheet> = {
  kind: 'public-pushes.export',
  title: { namespace: 'public-pushes', key: 'job.export' },
  code: pushLogPage.button.export,
  run: async (context, { id, format, filter }) => {
    const { services, caller } = context;
    const push = await seenPush(services.database.db, caller.scope(), id);
    const word = (key: string): string => services.texts.text(caller.language, 'public-pushes', key);
    const told = (prefix: string, value: string | null): Cell => (value === null || value === '' ? null : word(`${prefix}.${value}`));
    async function* rows(): AsyncGenerator<Cell[]> {
      for await (const row of allTargets(context, push, filter))
        yield [
          row.name,
          row.department,
          told('target.state', row.state),
          told('target.reason', row.reason),
          row.tries,
          moment(row.at),
          moment(row.reachedAt),
          moment(row.readAt),
          row.seconds,
          told('target.recallState', row.recallState),
          row.messageId,
        ];
    }
    return keepSheet(context, {
      title: pick(push.title, caller.language),
      header: columns.map((column) => word(`target.field.${column}`)),
      rows: rows(),
      format,
      total: (await readCounters(services.database.db, id)).targets,
      query: { push: id, ...filter },
    });
  },
};

/** What was sent, to whom and what became of it, signed: `{ payload, keyId, signature }`, where the signature (Ed25519) is over the text of the payload. */
export const pushProofJob: JobKind<{ id: string }, { fileId: string; rows: number }> = {
  kind: 'public-pushes.proof',
  title: { namespace: 'public-pushes', key: 'job.proof' },
  code: pushDetailPage.button.exportProof,
  run: async (context, { id }) => {
    const { services, caller } = context;
    const { db } = services.database;
    const push = await seenPush(db, caller.scope(), id);
    const people = [];
    for await (const { name, department, history: _history, dueAt: _due, ...row } of allTargets(context, push, {}))
      people.push({ ...row, name, department });
    const payload = JSON.stringify({
      v: 1,
      what: 'push',
      at: services.now(),
      by: { id: caller.uid, name: caller.name },
      push: {
        id: push.id,
        snoId: push.sno_id,
        title: push.title,
        kind: push.kind,
        contentId: push.content_id,
        sha256: push.sha256,
        frozen: push.frozen as FrozenContent,
        state: push.state,
        rootId: push.root_id,
        wave: push.wave,
        createdAt: push.created_at,
        createdBy: push.created_by_name,
        approvedBy: push.approved_by_name,
        startedAt: push.started_at,
        endedAt: push.ended_at,
        recall: { orderedAt: push.recall_ordered_at, by: push.recall_by_name, reason: push.recall_reason, deadline: push.recall_deadline },
      },
      counters: await readCounters(db, id),
      people,
    });
    const key = await db.transaction().execute((tx) => signingKey(tx, services.secrets));
    const { rows: keys } = await sql<{ pem: string }>`select public_key as pem from audit_key where id = ${key.id}`.execute(db);
    const proof = { payload, keyId: key.id, publicKey: keys[0]?.pem ?? '', signature: key.sign(payload).toString('base64') };
    const file = await keepMade(services, Readable.from([Buffer.from(JSON.stringify(proof))]), {
      name: `${pick(push.title, caller.language)}-${new Date(services.now()).toISOString().slice(0, 10)}.json`,
      type: 'application/json',
      purpose: 'export',
      owner: caller.uid,
      keepMillis: temporary,
    });
    await services.readLog.note(caller, {
      area: 'export',
      query: { push: id, proof: true },
      rows: people.length,
      fileId: file.id,
      bytes: file.size,
    });
    return { fileId: file.id, rows: people.length };
  },
};
