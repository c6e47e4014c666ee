import { sql, type RawBuilder } from 'kysely';
import { literal } from '#kit/server/read-page.ts';
import { foldText } from '#platform/text/grams.ts';
import { foundByName } from '#modules/people/server/public.ts';
import type { ContactField } from '../../common/field.contract.ts';
import type { SearchAnswer } from '../../common/terminal.contract.ts';
import { exactFields, isOwnField, type FieldKey, type SearchWay } from '../../common/words.ts';
import { foundColumns, searchColumns } from '../field/defaults.ts';
import { extraOf, hasRows } from '../field/extras.ts';
import { isSeenSql, ofStatus } from '../rule/visible.ts';
import { afterOf, cursorOf } from './cursor.ts';
import type { Eye } from './eye.ts';
import { reading } from './fields.ts';
import { narrowing } from './filters.ts';
import { textIn } from './find-index.ts';
import { assertMay } from './refuse.ts';
import { rowsOf, seenOf, type Seen } from './rows.ts';
import { departmentNames, nameOf, readValues } from './values.ts';

/** So many are looked through for one page: a common beginning must not order half the company. */
const mostHits = 5_000;
const nobodyId = '00000000-0000-0000-0000-000000000000';
const countryCodes = ['+86', '+81', '+1'];

type Hit = { id: string; key: string; byName: boolean } & Record<string, boolean | string>;
type Answer = SearchAnswer['list'][number];

/** What somebody types, and by what it is narrowed. */
interface SearchInput {
  readonly text: string;
  readonly filters?: readonly string[] | undefined;
  readonly after?: string | undefined;
}

/** Whom a viewer finds by a name, pinyin, initials, or a field that they read and that is searched. */
export async function searchPeople(eye: Eye, input: SearchInput): Promise<SearchAnswer> {
  const { viewer, db } = eye;
  const { config } = viewer.book;
  await assertMay(eye, 'directory.search');
  const text = input.text.trim();
  if (!config.directoryOn || [...text].length < config.searchMin) return { list: [], next: null };
  const searched = viewer.book.fields.flatMap((field) => {
    const condition = matching(field, text, viewer.book.findable);
    return condition ? [{ field, condition }] : [];
  });
  const fields = searched.map(({ field }) => field);
  const conditions = searched.map(({ condition }) => condition);
  const narrowed = await narrowing(eye, input.filters ?? []);
  const found = sql<boolean>`(${sql.join([foundByName(text), ...conditions], sql` or `)})`;
  const after = afterOf(input.after, 2);
  const start = after ? sql`and (e.sort_key, e.id) > (${after[0]!}, ${after[1]!}::uuid)` : sql``;
  const flags = conditions.map((condition, at) => sql`, ${condition} as ${sql.id(fields[at]!.fieldKey)}`);
  const { rows } = await sql<Hit>`with hit as materialized (select e.id, e.sort_key from employee e
      where ${ofStatus(viewer, 'e')} and ${found} and ${narrowed.condition} and ${isSeenSql(viewer, 'search', 'e.id')} ${start} limit ${mostHits}),
    page as materialized (select id from hit order by sort_key, id limit ${config.searchLimit + 1})
    select e.id, e.sort_key as key, ${foundByName(text)} as "byName" ${flags.length > 0 ? sql.join(flags, sql` `) : sql``}
    from page join employee e on e.id = page.id order by e.sort_key, e.id`.execute(db);
  const hits = rows.slice(0, config.searchLimit);
  const list = [
    ...(after || narrowed.fields.length > 0 ? [] : await exactly(eye, text)),
    ...(await shownHits(eye, hits, { fields, by: narrowed.fields })),
  ];
  const last = hits.at(-1);
  return { list, next: rows.length > config.searchLimit && last ? cursorOf([last.key, last.id]) : null };
}

interface Searched {
  fields: readonly ContactField[];
  /** Fields by which it was narrowed. */
  by: readonly ContactField[];
}

async function shownHits(eye: Eye, hits: readonly Hit[], { fields, by }: Searched): Promise<Answer[]> {
  const seen = await seenOf(
    eye,
    hits.map(({ id }) => id),
  );
  const matched = new Map<string, FieldKey | null>();
  for (const { person, decision } of seen) {
    const hit = hits.find(({ id }) => id === person.id);
    if (!hit || !decision.search) continue;
    const reads = (one: ContactField): boolean => reading(eye.viewer, person, decision, one) !== undefined;
    // A field that the viewer does not read finds nobody, and chooses nobody.
    if (!by.every(reads)) continue;
    const field = fields.find((one) => hit[one.fieldKey] === true && reads(one));
    if (hit.byName || field) matched.set(person.id, hit.byName ? null : field!.fieldKey);
  }
  const rows = await rowsOf(
    eye,
    seen.filter(({ person }) => matched.has(person.id)),
    'search',
  );
  return rows.map((row) => ({ ...row, matched: matched.get(row.id) ?? null, exact: false }));
}

/** SQL condition on a person `e`: a field matches as it is searched; undefined where it is not. */
function matching({ fieldKey, searchable }: ContactField, text: string, findable: ReadonlySet<string>): RawBuilder<boolean> | undefined {
  if (searchable === 'no' || fieldKey === 'name') return undefined;
  if (!isOwnField(fieldKey)) return matchingExtra(fieldKey, searchable, text);
  const name = searchColumns[fieldKey];
  if (name === undefined) return undefined;
  if (fieldKey in foundColumns) return textIn(name, searchable, text, findable);
  const column = sql.ref(`e.${name}`);
  const folded = fieldKey === 'account' || fieldKey === 'email' ? foldText(text) : text;
  const forms = fieldKey === 'mobile' && !text.startsWith('+') ? countryCodes.map((code) => `${code}${text.replace(/^0/, '')}`) : [folded];
  if (searchable === 'exact') return sql<boolean>`${column} = any(${forms}::text[])`;
  if (searchable === 'prefix') return any(forms.map((form) => sql<boolean>`${column} like ${`${literal(form)}%`}`));
  return sql<boolean>`${column} ilike ${`%${literal(text)}%`}`;
}

/** As many people as one value finds; more say that the text is too short. */
const mostByValue = 500;

function matchingExtra(key: FieldKey, way: SearchWay, text: string): RawBuilder<boolean> | undefined {
  const field = extraOf(key);
  if (!field || !hasRows(field)) return undefined;
  const requested =
    way === 'exact' ? sql`v.key = extra_key(${text})` : sql`v.key like ${`${literal(text.normalize('NFKC').toLowerCase())}%`}`;
  // Worked out first: as an index condition it may stand beside the others in an OR.
  return sql<boolean>`e.id = any(array(select v.object_id from extra_value v where v.field_id = ${field.id}::uuid and ${requested} limit ${mostByValue}))`;
}

const any = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> => sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/** People beyond the ranges whose account, number, mobile or address was typed whole: name and department, no more. */
async function exactly(eye: Eye, text: string): Promise<Answer[]> {
  const { viewer, db, services } = eye;
  const found: Seen[] = [];
  for (const field of exactFields.filter((one) => viewer.parts.some((part) => part.exact.includes(one)))) {
    const values = field === 'mobile' && !text.startsWith('+') ? countryCodes.map((code) => `${code}${text.replace(/^0/, '')}`) : [text];
    const ids = (await services.directory.matching(db, field, values)).map(({ uid }) => uid);
    // Nobody takes as long as somebody who is hidden.
    const seen = await seenOf(eye, ids.length > 0 ? ids : [nobodyId]);
    found.push(
      ...seen.filter(({ decision, person }) => decision.exact.includes(field) && !found.some((one) => one.person.id === person.id)),
    );
  }
  const values = await readValues(
    eye,
    found.map(({ person }) => person.id),
    false,
  );
  const homes = await departmentNames(
    eye,
    found.flatMap(({ person }) => person.placements.slice(0, 1)),
  );
  return found.flatMap(({ person }) => {
    const own = values.get(person.id);
    const home = person.placements[0];
    const name = home && homes.get(home.id)?.name;
    if (!own) return [];
    return [
      {
        id: person.id,
        name: nameOf(eye, own),
        // Name and department, no more.
        avatar: null,
        enabled: person.status === 'active',
        departments: home && name ? [{ id: home.id, name }] : [],
        fields: [],
        matched: null,
        exact: true,
        ...(eye.preview && { why: { step: 6, by: 'exact' as const, ruleId: null, ruleName: '' } }),
      },
    ];
  });
}
