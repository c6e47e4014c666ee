import { sql } from 'kysely';
import type { LocalDraft } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { formVersion, type FormVersion } from '../../common/form/version.ts';

/** A version of a template as items are shown by it; it never changes. */
export interface ItemForm {
  readonly id: string;
  readonly templateId: string;
  readonly templateCode: string;
  readonly templateName: LocalDraft;
  readonly number: number;
  readonly digest: string;
  readonly content: FormVersion;
}

type Row = Omit<ItemForm, 'content'> & { readonly content: unknown };

const columns = sql`v.id, v.template_id as "templateId", t.code as "templateCode", t.name as "templateName", v.number, v.digest, v.content`;
const mostKept = 300;
const kept = perProduct(() => new Map<string, FormVersion>());

/** Content by version: read and checked once in a process. */
function contentOf(product: Pick<CoreServices, 'database'>, { id, content }: Row): FormVersion {
  const known = kept(product);
  const found = known.get(id);
  if (found) return found;
  if (known.size >= mostKept) known.clear();
  const made = formVersion.parse(content);
  known.set(id, made);
  return made;
}

/** The forms of versions, by id. */
async function formsOf(product: Pick<CoreServices, 'database'>, db: Db, ids: readonly string[]): Promise<Map<string, ItemForm>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Row>`select ${columns} from todo_version v join todo_template t on t.id = v.template_id
    where v.id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, { ...row, content: contentOf(product, row) }]));
}

/** The form of one version. */
export async function formOf(product: Pick<CoreServices, 'database'>, db: Db, id: string): Promise<ItemForm> {
  const form = (await formsOf(product, db, [id])).get(id);
  if (!form) throw new Error('An item names a version that is not there');
  return form;
}

/** What a push finds under the code of a template. */
export interface PublishedForm {
  readonly name: LocalDraft;
  readonly enabled: boolean;
  /** Absent where nothing was published yet. */
  readonly form: ItemForm | undefined;
}

/** The published versions of templates of a system, by their code in lower case. */
export async function publishedForms(
  product: Pick<CoreServices, 'database'>,
  db: Db,
  { systemId, codes }: { readonly systemId: string; readonly codes: readonly string[] },
): Promise<Map<string, PublishedForm>> {
  const { rows } = await sql<
    Row & { lower: string; name: LocalDraft; enabled: boolean }
  >`select lower(t.code) as lower, t.name, t.enabled, ${columns}
    from todo_template t left join todo_version v on v.template_id = t.id and v.number = t.published
    where t.system_id = ${systemId}::uuid and lower(t.code) = any(${codes.map((code) => code.toLowerCase())}::text[])`.execute(db);
  return new Map(
    rows.map(({ lower, name, enabled, ...row }) => [
      lower,
      { name, enabled, form: (row.id as string | null) === null ? undefined : { ...row, content: contentOf(product, row) } },
    ]),
  );
}
