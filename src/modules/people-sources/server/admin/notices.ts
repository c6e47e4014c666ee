import type { Selectable } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { WarningFacts } from '#kit/common/warning/warning-facts.ts';
import { sourcePage } from '../../common/source.permissions.ts';
import type { AlarmPerson, alarmEvents } from '../../common/source-parts.ts';
import { addressees } from '#modules/people/server/public.ts';
import { siteLanguage } from '#modules/people/server/for-sources/public.ts';
import type { SourceRunTable } from '../source.table.ts';
import { sourceIsRight } from './source.warnings.ts';

type AlarmEvent = (typeof alarmEvents)[number];

/** What became of a source or of one of its runs. */
export interface SourceEvent {
  readonly sourceId: string;
  readonly event: AlarmEvent;
  readonly runId?: string;
}

/** After so many failures in a row somebody is told: one alone passes by itself. */
const manyFailures = 2;
const warned: Partial<Record<AlarmEvent, string>> = {
  held: 'source.held',
  failed: 'source.failing',
  conflict: 'source.conflict',
  late: 'source.late',
};

/** Tells the alarm people and the warnings of what happened, in the transaction of what happened. */
export async function notifyOfSource(tx: Db, services: Services, { sourceId, event, runId }: SourceEvent): Promise<void> {
  const source = await tx
    .selectFrom('source')
    .innerJoin('source_standing as standing', 'standing.source_id', 'source.id')
    .select(['source.id', 'source.name', 'source.root_department_id', 'source.alarm_people', 'source.late_after', 'standing.failures'])
    .where('source.id', '=', sourceId)
    .executeTakeFirst();
  if (!source || (event === 'failed' && source.failures < manyFailures)) return;
  const run = runId === undefined ? undefined : await tx.selectFrom('source_run').selectAll().where('id', '=', runId).executeTakeFirst();
  const facts = factsOf(event, { source, run });
  const kind = warned[event];
  if (kind !== undefined)
    await services.warnings.raise(tx, {
      kind,
      object: { kind: 'source', id: source.id, name: source.name, deptId: source.root_department_id },
      facts,
    });
  if (event === 'applied') await sourceIsRight(tx, services, sourceId);
  await mailTo(tx, services, { source, event, runId, facts });
}

interface Subject {
  source: { failures: number; late_after: number };
  run: Selectable<SourceRunTable> | undefined;
}

/** What people need to know of it. */
function factsOf(event: AlarmEvent, { source, run }: Subject): WarningFacts {
  if (event === 'held') return { rule: run?.brake?.rule ?? '', number: run?.brake?.number ?? 0, limit: run?.brake?.limit ?? 0 };
  if (event === 'failed') return { failures: source.failures, reason: run?.failure?.category ?? String(run?.failure?.code ?? '') };
  if (event === 'conflict') return { count: run?.counts['conflict'] ?? 0 };
  if (event === 'late') return { hours: source.late_after };
  return { count: run?.outcome['applied'] ?? 0 };
}

interface Letter {
  source: { id: string; name: string; alarm_people: AlarmPerson[] };
  event: AlarmEvent;
  runId: string | undefined;
  facts: WarningFacts;
}

async function mailTo(
  tx: Db,
  services: Pick<Services, 'mails' | 'settings' | 'texts'>,
  { source, event, runId, facts }: Letter,
): Promise<void> {
  const wanted = source.alarm_people.filter(({ channels, on }) => channels.includes('mail') && on.includes(event));
  const view = runId === undefined ? `view=log&id=${source.id}` : `view=run&id=${source.id}&runId=${runId}`;
  for (const person of wanted) {
    const to = await recipientOf(tx, person);
    if (!to) continue;
    const { language, ...address } = to;
    const word = (key: string, params: Record<string, unknown> = {}): string => services.texts.text(language, 'user-centre', key, params);
    const named: Record<string, unknown> = { ...facts };
    if (event === 'held') named['reason'] = word(`sourceRun.brake.${String(facts['rule'])}`, facts);
    if (event === 'failed') named['reason'] = reasonWord(word, String(facts['reason']));
    await services.mails.queue(tx, {
      template: 'source.alarm',
      to: address,
      language,
      values: {
        source: source.name,
        what: word(`source.alarm.${event}`),
        detail: word(`source.news.${event}`, named),
        link: `${services.settings.publicUrl ?? ''}${sourcePage.route}?${view}`,
      },
      // What lasts is told once a day, however often it is tried.
      dedupeKey: `source ${event} ${source.id} ${event === 'failed' ? '' : (runId ?? '')} ${address.address}`,
    });
  }
}

/** A category of the other side's failures, or a code of ours. */
const reasonWord = (word: (key: string) => string, reason: string): string =>
  /^\d+$/.test(reason) ? reason : word(`source.failure.${reason}`);

/** Somebody who has left, or has no address, is told nothing. */
async function recipientOf(tx: Db, person: AlarmPerson): Promise<{ address: string; name?: string; language: Language } | undefined> {
  if (person.address !== undefined) return { address: person.address, language: await siteLanguage(tx) };
  const { employeeId } = person;
  const found = employeeId === undefined ? undefined : (await addressees(tx, [employeeId])).get(employeeId);
  return found?.email ? { address: found.email, name: found.name, language: found.language } : undefined;
}
