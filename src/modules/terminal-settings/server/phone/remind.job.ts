import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import { peopleAfter } from '#modules/people/server/public.ts';
import { submitPhonePage as page } from '../../common/permissions.ts';
import { inAudience } from '../audience.ts';
import type { PhoneSettingTable } from '../settings.table.ts';
import { remindMail } from './remind.mail.ts';
import { readSetting } from './phone.service.ts';

const batch = 200;
const monthMillis = 30 * 86_400_000;

/** What a reminder came to: to how many it was sent, how many got one within a day already, and who has no mail address. */
export interface Reminded {
  mailed: number;
  already: number;
  noMail: number;
}

/** Reminds those who are asked for a number and have not submitted one, by mail; nobody gets two within a day, also when it runs again. */
export const remindJob: JobKind<Record<string, never>, Reminded> = {
  kind: 'submitPhone.remind',
  title: { namespace: 'terminal-settings', key: 'job.remindPhone' },
  code: page.button.remind,
  exclusive: () => 'submitPhone.remind',
  run: (context) => remind(context),
};

async function remind({ services, caller, signal, progress }: JobContext): Promise<Reminded> {
  const { db } = services.database;
  const result: Reminded = { mailed: 0, already: 0, noMail: 0 };
  const setting = await readSetting(db);
  if (setting.mode === 'off') return result;
  const where = (id: RawBuilder<string>): RawBuilder<boolean> => isMissing(setting, id, services.now());
  for (let after = ''; ;) {
    signal.throwIfAborted();
    const people = await peopleAfter(db, caller.scope(), { after, limit: batch, where, withoutMobile: setting.only_when_empty });
    await db.transaction().execute(async (tx) => {
      for (const { id, name, email, language } of people) {
        if (email === null) {
          result.noMail += 1;
          continue;
        }
        const queued = await services.mails.queue(tx, {
          template: remindMail.code,
          to: { address: email, name },
          language,
          values: { name },
          dedupeKey: `phone.remind:${id}`,
        });
        if (queued === undefined) result.already += 1;
        else result.mailed += 1;
      }
    });
    await progress({ done: result.mailed + result.already + result.noMail, total: null, failed: result.noMail });
    if (people.length < batch) return result;
    after = people.at(-1)?.id ?? '';
  }
}

/** Who is asked by the setting and has nothing under way, nor proved a number lately. */
export function isMissing(setting: Selectable<PhoneSettingTable>, id: RawBuilder<string>, now: number): RawBuilder<boolean> {
  const since = setting.again_months > 0 ? now - setting.again_months * monthMillis : 0;
  return sql<boolean>`${inAudience(setting.audience, id)} and not exists (select from phone_submission s where s.employee_id = ${id}
    and (s.state in ('submitted', 'waiting') or (s.state = 'applied' and s.decided_at > ${since})))`;
}
