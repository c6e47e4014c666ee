import { keepSheet, moment, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import type { JobKind } from '#kit/server/services.ts';
import type { Parsed } from '#kit/common/contract.ts';
import type { lifeExport } from '../../common/life/life.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { findEvent, getLife } from './life.query.ts';

export type ChecklistPayload = Parsed<typeof lifeExport>;

/** Writes a checklist with its signature to a file: who, what, when, by whom, with which result. */
export const checklistJob: JobKind<ChecklistPayload, MadeSheet> = {
  kind: 'employee.leaveExport',
  title: { namespace: 'user-centre', key: 'job.leaveExport' },
  code: userManagement.button.export,
  run: async (context, { id, format }) => {
    const { services, caller } = context;
    const reader = { db: services.database.db, services, caller };
    const event = await getLife(reader, id);
    const { seal } = await findEvent(reader, id);
    const word = (key: string): string => services.texts.text(caller.language, 'user-centre', key);
    const steps = event.checklist.map((step) => [
      event.name,
      event.account,
      step.title,
      word(`life.choice.${step.choice}`),
      step.count,
      word(`life.step.${step.state}`),
      step.reached,
      step.trouble,
      moment(step.at),
    ]);
    const facts: [string, string | null][] = [
      ['life.field.reason', event.reason],
      ['life.field.by', event.by],
      ['life.field.day', event.day],
      ['life.field.successor', event.successor?.name ?? null],
      ['life.field.seal', event.sealed === true ? seal : word(event.sealed === null ? 'life.seal.none' : 'life.seal.broken')],
    ];
    const foot = facts.map(([key, value]) => [event.name, event.account, word(key), value, null, null, null, null, null]);
    return keepSheet(context, {
      title: word('life.checklist'),
      header: ['employee', 'account', 'step', 'choice', 'count', 'state', 'reached', 'trouble', 'at'].map((name) =>
        word(`life.field.${name}`),
      ),
      rows: [...steps, ...foot],
      format,
      query: { event: id },
    });
  },
};
