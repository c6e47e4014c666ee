import { sql } from 'kysely';
import { membershipOf, type Membership } from '#kit/server/audience/audience.ts';
import { pick, type Language, type LocalDraft } from '#kit/common/language.ts';
import type { ClientReply } from '#kit/common/client/client-endpoint.ts';
import type { Db } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import type { AdvertKind } from '../common/advert.contract.ts';
import type { clientAdverts } from '../common/client.contract.ts';
import { readSetting } from './advert.routes.ts';
import './pages.table.ts';

/** Who is shown adverts, where and when. */
interface Moment {
  /** Nobody has signed in yet: null. */
  readonly uid: string | null;
  readonly appId: string;
  readonly platform: number;
  readonly language: Language;
  readonly now: number;
}

/** Who has not signed in: in no department. */
const nobody: Membership = { uid: '', departments: new Set(), crowds: new Set() };

type Advert = ClientReply<typeof clientAdverts>['list'][number];

interface Row {
  id: string;
  title: LocalDraft;
  file_id: string | null;
  start_time: number;
  end_time: number;
  dept_ids: string[];
  link: string | null;
  pc_link: string | null;
  dept_widget_info: { deptId: string; widgetId: string; params: string }[];
  seconds: number;
  skip: 0 | 1;
  per_day: number;
}

/** The widget that a tap opens: of the entries for departments of the person the one of the nearest. */
export function nearestWidget<T extends { deptId: string }>(entries: readonly T[], { departments }: Membership): T | undefined {
  // Departments are in the order of a walk upwards: the nearest comes first.
  const order = [...departments];
  return entries
    .filter(({ deptId }) => departments.has(deptId))
    .toSorted((one, other) => order.indexOf(one.deptId) - order.indexOf(other.deptId))[0];
}

/** Departments of a person with all above, the nearest first. */
export async function nearestFirst(db: Db, me: Membership): Promise<Membership> {
  const { rows } = await sql<{ id: string }>`select id from department where id = any(${[...me.departments]}::uuid[])
    order by nlevel(path) desc, id`.execute(db);
  return { ...me, departments: new Set(rows.map(({ id }) => id)) };
}

/** How an area of adverts is shown, and what. */
type Adverts = ClientReply<typeof clientAdverts>;

/** Milliseconds for which terminals hear of adverts ahead. */
const aheadMillis = 7 * 86_400_000;

/** The adverts of an area for somebody on a terminal: those of now and of the next week. */
export async function areaAdverts(db: Db, kind: AdvertKind, moment: Moment): Promise<Adverts> {
  const { display, intervalTime, keepDays } = await readSetting(db, moment.appId, kind);
  return { display, intervalTime, keepDays, list: display === 1 ? await activeAdverts(db, kind, moment, aheadMillis) : [] };
}

/** Launch adverts for whoever opens an app: those that name no department. */
export const openAdverts = (db: Db, moment: Omit<Moment, 'uid'>): Promise<Adverts> => areaAdverts(db, 'launch', { ...moment, uid: null });

/** Adverts of a kind that are shown to somebody now, and those that begin within so many milliseconds. */
export async function activeAdverts(db: Db, kind: AdvertKind, moment: Moment, aheadMillis: number): Promise<Advert[]> {
  const { uid, appId, platform, language, now } = moment;
  const desktop = platform === 4 || platform === 5;
  const { rows } = await sql<Row>`select * from advert where app_id = ${appId}::uuid and kind = ${kind} and status = 1
    and start_time <= ${now + aheadMillis} and end_time > ${now} and ${desktop ? sql`pc_enable` : sql`mobile_enable`} = 1
    order by priority, id`.execute(db);
  if (rows.length === 0) return [];
  const me = uid === null ? nobody : await nearestFirst(db, await membershipOf(db, directory, uid));
  return rows
    .filter(({ dept_ids }) => dept_ids.length === 0 || dept_ids.some((id) => me.departments.has(id)))
    .map((row) => {
      const nearest = nearestWidget(row.dept_widget_info, me);
      return {
        advertId: row.id,
        title: pick(row.title, language),
        fileId: row.file_id,
        link: (desktop ? (row.pc_link ?? row.link) : (row.link ?? row.pc_link)) || null,
        widgetId: nearest?.widgetId ?? null,
        params: nearest?.params ?? '',
        startTime: Number(row.start_time),
        endTime: Number(row.end_time),
        seconds: row.seconds,
        skip: row.skip,
        perDay: row.per_day,
      };
    });
}
