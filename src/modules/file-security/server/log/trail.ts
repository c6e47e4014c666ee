import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, outOfRange } from '#kit/server/refusal.ts';
import type { fileLevel, fileTrail } from '../../common/decision.contract.ts';
import { decisionByRef } from './decisions.ts';
import { fileRulesOf } from '../rule/open-rules.ts';
import { readFiles, type KnownFile } from '../rule/read-files.ts';

type Trail = Reply<typeof fileTrail>;
type Event = Trail['events'][number];

const mostEvents = 1_000;

/** The life of a file: what was asked for and what became of it, of people in range; also of files with the same content. */
export async function readTrail(call: Call, { withCopies, reason, code, ...asked }: Parsed<typeof fileTrail>): Promise<Trail> {
  const { db, services, caller } = call;
  const fileId = asked.fileId ?? (await fileOfCode(call, code));
  caller.note({ fileId, reason, ...(code !== undefined && { code }) });
  const file = await fileInRange(call, fileId);
  const { rows: same } = await sql<{
    id: string;
    name: string;
    owner: string;
    at: number;
  }>`select id, name, owner, created_at as at from file
    where hash = ${file.hash} and id <> ${fileId}::uuid order by created_at limit 200`.execute(db);
  const copies = withCopies ? same : [];
  const ids = [fileId, ...copies.map(({ id }) => id)];
  const found = await eventsOf(call, ids);
  const uploads = [
    { at: file.createdAt, person: file.owner, fileName: file.name },
    ...copies.map(({ at, owner, name }) => ({ at, person: owner, fileName: name })),
  ];
  const people = await services.directory.people(
    db,
    [...new Set([...uploads.map(({ person }) => person), ...found.map(({ person }) => person)])].filter((id) => /^[0-9a-f-]{36}$/.test(id)),
    caller.language,
    caller.scope(),
  );
  const nameOf = (id: string): string => people.get(id)?.name ?? '';
  const events: Event[] = [
    ...uploads.map(({ at, person, fileName }) => ({ at, kind: 'uploaded' as const, action: null, person, fileName, detail: '', ref: '' })),
    ...found,
  ];
  return {
    file: {
      id: file.id,
      name: file.name,
      type: file.contentType,
      size: file.size,
      level: file.level,
      held: file.held,
      uploadedAt: file.createdAt,
      owner: nameOf(file.owner),
    },
    copies: copies.map(({ id, name, at, owner }) => ({ id, name, uploadedAt: at, owner: nameOf(owner) })),
    events: events.map((event) => ({ ...event, person: nameOf(event.person) })).toSorted((one, other) => other.at - one.at),
  };
}

/** The file of a decision by its code; what was decided about a file that was never made has no trail. */
async function fileOfCode(call: Call, code: string | undefined): Promise<string> {
  if (code === undefined) throw new InvalidInput([{ path: 'fileId', namespace: 'kit', key: 'issue.missing' }]);
  const { fileId } = await decisionByRef(call, code);
  if (fileId === null) throw notFound();
  return fileId;
}

/** The file, if whoever uploaded it lies in the range. */
async function fileInRange({ db, services, caller }: Call, fileId: string): Promise<KnownFile> {
  const range = caller.scope();
  const book = await fileRulesOf(services).book();
  const file = (await readFiles(db, [fileId], { defaultLevel: book.defaultLevel, now: services.now() })).get(fileId);
  const owner = file && /^[0-9a-f-]{36}$/.test(file.owner) ? [file.owner] : [];
  const { rows } =
    await sql`select from unnest(${owner}::uuid[]) as m(id) where ${services.directory.employeeInRange(range, 'm.id')}`.execute(db);
  if (!file || (!range.all && rows.length === 0)) throw range.all ? notFound() : outOfRange();
  return file;
}

async function eventsOf({ db, services, caller }: Call, ids: readonly string[]): Promise<Event[]> {
  const inRange = services.directory.employeeInRange(caller.scope(), 'log.employee_id');
  const all = sql`any(${[...ids]}::uuid[])`;
  const { rows: decisions } = await sql<{
    at: number;
    action: Event['action'];
    person: string;
    fileName: string;
    verdict: string;
    occasion: string;
    ref: string;
    detail: string;
  }>`
    select log.at, log.action, log.employee_id as person, log.file_name as "fileName", log.verdict, log.occasion, log.ref, coalesce(log.rule_name, '') as detail
    from file_decision log where log.file_id = ${all} and ${inRange} order by log.at desc limit ${mostEvents}`.execute(db);
  const { rows: fetched } = await sql<{ at: number; action: Event['action']; person: string; ref: string; bytes: number }>`
    select log.used_at as at, log.action, log.employee_id as person, log.ref, coalesce(log.bytes, 0) as bytes
    from file_ticket log where log.file_id = ${all} and log.used_at is not null and ${inRange} order by log.used_at desc limit ${mostEvents}`.execute(
    db,
  );
  const { rows: printed } = await sql<{ at: number; person: string; fileName: string; detail: string; ref: string }>`
    select log.at, log.employee_id as person, log.file_name as "fileName", log.result || ' ' || coalesce(log.printer, '') as detail, log.ref
    from file_print log where log.file_id = ${all} and ${inRange} limit ${mostEvents}`.execute(db);
  const { rows: screens } = await sql<{ at: number; person: string; fileName: string; detail: string }>`
    select log.at, log.employee_id as person, log.file_name as "fileName", log.kind as detail
    from file_screenshot log where log.file_id = ${all} and ${inRange} limit ${mostEvents}`.execute(db);
  return [
    ...decisions.map(({ verdict, occasion, ...row }): Event => ({
      ...row,
      kind: verdict === 'block' ? 'blocked' : occasion === 'ask' ? 'asked' : 'allowed',
    })),
    ...fetched.map(({ bytes, ...row }): Event => ({ ...row, kind: 'fetched', fileName: '', detail: `${bytes} B` })),
    ...printed.map((row): Event => ({ ...row, kind: 'printed', action: 'print' })),
    ...screens.map((row): Event => ({ ...row, kind: 'screenshot', action: 'screenshot', ref: '' })),
  ];
}

/** Sets level and hold of files whose uploaders lie in the range; also down, for the reason that is given. */
export async function setLevels(call: Call, { fileIds, level, held, reason }: Parsed<typeof fileLevel>): Promise<{ count: number }> {
  const { services, caller } = call;
  caller.note({ fileIds, reason, ...(level !== undefined && { level }), ...(held !== undefined && { held }) });
  for (const id of fileIds) await fileInRange(call, id);
  const book = await fileRulesOf(services).book();
  return call.write(async (tx) => {
    for (const id of fileIds)
      await sql`insert into file_mark (file_id, level, held, reason, at, by)
        values (${id}, ${level ?? book.defaultLevel}, ${held ?? false}, ${reason}, ${services.now()}, ${caller.uid})
        on conflict (file_id) do update set level = ${level ?? sql`file_mark.level`}, held = ${held ?? sql`file_mark.held`},
          reason = excluded.reason, at = excluded.at, by = excluded.by`.execute(tx);
    return { count: fileIds.length };
  });
}
