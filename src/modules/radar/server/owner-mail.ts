import { sql, type Selectable } from 'kysely';
import { fill } from '#kit/common/catalogs.ts';
import { dateText } from '#kit/common/date-text.ts';
import { pick } from '#kit/common/language.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { factText } from '#kit/server/warning/warning-text.ts';
import { addressees, type Addressed } from '#modules/people/server/public.ts';
import { radarPage } from '../common/permissions.ts';
import { kindNamed } from './kinds.ts';
import { ownerMail } from './owner-mail.template.ts';
import { stepOf } from './radar-state.ts';
import './radar.table.ts';
import type { RadarItemTable } from './radar.table.ts';

const dayMillis = 86_400_000;
/** Steps of what ended so long ago are forgotten. */
const keptDays = 400;

type Item = Selectable<RadarItemTable>;

/**
 * Mails the owners of these items at each step, once an owner, end and step; that it was done commits with the mail. Who owns several
 * things gets a mail for each: they are renewed in different places.
 */
export async function mailOwners(tx: Tx, services: Services, items: readonly Item[]): Promise<void> {
  const now = services.now();
  const due = items.flatMap((item) => {
    const step = stepOf({ dueAt: item.due_at, remindDays: item.remind_days }, now);
    return item.owner_id === null || item.due_at === null || step === null
      ? []
      : [{ item, key: { item_id: item.id, owner_id: item.owner_id, due_day: Math.floor(item.due_at / dayMillis), step, at: now } }];
  });
  if (due.length === 0) return;
  const first = await tx
    .insertInto('radar_owner_mail')
    .values(due.map(({ key }) => key))
    .onConflict((conflict) => conflict.doNothing())
    .returning('item_id')
    .execute();
  if (first.length === 0) return;
  const meant = new Set(first.map((row) => row.item_id));
  const owners = await addressees(
    tx,
    due.filter(({ item }) => meant.has(item.id)).map(({ key }) => key.owner_id),
  );
  for (const { item, key } of due) {
    const owner = owners.get(key.owner_id);
    if (meant.has(item.id) && owner) await mailOwner(tx, services, item, owner);
  }
}

async function mailOwner(tx: Db, services: Services, item: Item, owner: Addressed): Promise<void> {
  if (owner.email === null) return;
  const { language } = owner;
  const kind = kindNamed(services, item.kind);
  const name = item.names ? pick(item.names, language) : item.name;
  const facts = Object.entries(kind?.facts ?? {}).flatMap(([fact, { as }]) => {
    const value = item.facts[fact];
    return value === undefined ? [] : [[fact, factText(value, { as }, { language })]];
  });
  const days = Math.ceil(((item.due_at ?? 0) - services.now()) / dayMillis);
  const way = `mail.${kind?.measure ?? 'end'}.${days > 0 ? 'inDays' : 'over'}`;
  await services.mails.queue(tx, {
    template: ownerMail.code,
    to: { address: owner.email, name: owner.name },
    language,
    values: {
      owner: owner.name,
      name,
      kind: kind ? pick(kind.title, language) : item.kind,
      when: services.texts.text(language, 'radar', way, { days }),
      due: dateText(item.due_at ?? 0, language),
      impact: item.impact || (kind ? fill(pick(kind.impact, language), { ...Object.fromEntries(facts), name }) : '-'),
      nextStep: kind ? pick(kind.nextStep, language) : '-',
      link: `${services.settings.publicUrl ?? ''}${radarPage.route}?id=${item.id}`,
    },
  });
}

/** Forgets the steps of what ended long ago. */
export async function forgetMails(tx: Tx, now: number): Promise<void> {
  await sql`delete from radar_owner_mail where due_day < ${Math.floor(now / dayMillis) - keptDays}`.execute(tx);
}
