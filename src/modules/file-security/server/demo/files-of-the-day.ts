import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { keepMade } from '#kit/server/files/files.ts';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import type { FileAction } from '../../common/words.ts';
import { ask } from '../rule/ask.ts';
import '../file-security.table.ts';

const hour = 3_600_000;

/** A number below `most` that the same word always gives. */
const pick = (word: string, most: number): number => createHash('sha256').update(word).digest().readUInt32BE(0) % most;

const papers = [
  ['季度审计底稿.pdf', 'application/pdf'],
  ['供应商名单.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['报价方案.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['厂区平面图.png', 'image/png'],
  ['Reisekosten.pdf', 'application/pdf'],
  ['議事録.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
] as const;
const actions: readonly FileAction[] = ['download', 'preview', 'print', 'download', 'preview', 'print'];

/** What some people did with files on a day: decided by the rules that held then, as terminals would have caused it. */
export async function filesOfTheDay(services: Services): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  const day = new Date(now).toISOString().slice(0, 10);
  // The version that the product comes with was written by the database's own clock, which the play does not put back.
  await sql`update file_rule_set set created_at = ${now}, updated_at = ${now} where created_by is null and created_at > ${now}`.execute(db);
  const { rows: people } = await sql<{
    id: string;
  }>`select id from employee where status = 'active' order by md5(id::text || ${day}) limit 3`.execute(db);
  for (const [at, { id: employeeId }] of people.entries()) {
    const word = `${day}/${at}`;
    const [name, type] = papers[pick(word, papers.length)]!;
    const content = Readable.from([Buffer.from(`${name}\n${word}\n`)]);
    const file = await keepMade(services, content, { name, type, purpose: 'im', owner: employeeId, keepMillis: null });
    const moment = now - (2 + pick(`${word}/hour`, 8)) * hour;
    const action = actions[pick(`${word}/action`, actions.length)]!;
    const isHome = pick(`${word}/home`, 3) === 0;
    const address = isHome ? `203.0.113.${10 + pick(word, 200)}` : `10.8.${pick(word, 12)}.${10 + pick(word, 200)}`;
    const platform = ([1, 2, 4] as const)[pick(`${word}/platform`, 3)]!;
    const installId = `demo-${employeeId.slice(-12)}`;
    const asked = { employeeId, action, platform, address, at: moment, file: { fileId: file.id } };
    const { decision, ref, facts } = await ask(services, asked, { occasion: 'ticket', installId });
    const where = {
      employee_id: employeeId,
      platform,
      install_id: installId,
      device_name: null,
      address,
      file_id: file.id,
      file_name: name,
    };
    if (action === 'print') {
      const isRefused = decision.verdict === 'block';
      const paper = isRefused
        ? { pages: null, copies: null, printer: null }
        : { pages: 1 + pick(word, 12), copies: 1, printer: `Floor ${1 + pick(word, 9)}` };
      await sql`insert into file_print (id, at, employee_id, platform, install_id, address, file_id, file_name, level, pages, copies, printer, result, ref, rule_name)
        values (${newId()}, ${moment}, ${employeeId}, ${platform}, ${installId}, ${address}, ${file.id}, ${name}, ${facts.file.level},
          ${paper.pages}, ${paper.copies}, ${paper.printer}, ${isRefused ? 'refused' : 'printed'}, ${ref}, ${decision.rule?.name ?? null})`.execute(
        db,
      );
    }
    if (action === 'preview')
      await db
        .insertInto('file_screenshot')
        .values({
          ...where,
          event_id: word,
          at: moment + 60_000,
          reported_at: moment + 61_000,
          kind: pick(word, 5) === 0 ? 'recording' : 'screenshot',
          place: 'files',
          prevented: pick(`${word}/prevented`, 2) === 0,
        })
        .onConflict((conflict) => conflict.columns(['install_id', 'event_id']).doNothing())
        .execute();
  }
}
