import { sql } from 'kysely';
import type { Language, LocalDraft } from '#kit/common/language.ts';
import type { FieldRule } from '#kit/server/change/kind.ts';
import type { ExtraUse } from '#kit/server/extra-use.ts';
import type { Db, Jobs, Services } from '#kit/server/services.ts';
import type { Texts } from '#kit/server/texts.ts';
import { DATABASE_CHANNEL, writeMessage } from '#platform/bus/envelope.ts';
import {
  codeIn,
  extraName,
  type ExtraTarget,
  type ExtraType,
  type ExtraValue,
  type extraEditors,
} from '../../common/extra/extra-fields.ts';
import type { ExtraOption } from '../../common/extra/extra.contract.ts';

/** An extra field as it is defined now. */
export interface ExtraField {
  readonly id: string;
  readonly target: ExtraTarget;
  readonly code: string;
  readonly name: LocalDraft;
  readonly description: LocalDraft | null;
  readonly section: LocalDraft | null;
  readonly type: ExtraType;
  readonly options: readonly ExtraOption[];
  readonly required: boolean;
  readonly unique: boolean;
  readonly min: number | null;
  readonly max: number | null;
  readonly maxLength: number | null;
  readonly pattern: string | null;
  readonly default: ExtraValue;
  readonly filterable: boolean;
  readonly listable: boolean;
  readonly searchable: boolean;
  readonly sensitive: boolean;
  readonly editableBy: (typeof extraEditors)[number];
  readonly enabled: boolean;
  /** Whether it can be filtered and searched by now: its typed rows are complete. */
  readonly ready: boolean;
}

const channel = 'extra';
let known: readonly ExtraField[] = [];
let texts: Texts | undefined;
let jobs: Jobs | undefined;
let uses: readonly ExtraUse[] = [];

/** The fields as this process knows them: read at start, again after each change on any node, and with each write of values. */
export const knownExtras = (target: ExtraTarget): readonly ExtraField[] => known.filter((field) => field.target === target);

/** The fields in use. */
export const usedExtras = (target: ExtraTarget): readonly ExtraField[] => knownExtras(target).filter(({ enabled }) => enabled);

/** The field behind the name `extra.<code>`, where there is one. */
export function extraNamed(target: ExtraTarget, name: string): ExtraField | undefined {
  const code = codeIn(name);
  return code === undefined ? undefined : known.find((field) => field.target === target && field.code === code);
}

const writeLock = 7_361_204_433;

/** Until the end of this transaction the definitions stay as they are: what is written by them must not miss a field that becomes filterable meanwhile. */
export async function holdExtras(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${writeLock})`.execute(tx);
}

/** Waits for those who write values, and lets none begin before the end of this transaction. */
export async function lockExtras(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${writeLock})`.execute(tx);
}

/** Reads all fields, in their order, and remembers them. */
export async function readExtras(db: Db): Promise<readonly ExtraField[]> {
  known = await extrasIn(db);
  return known;
}

/** All fields as they are in a transaction that made some and may be taken back: nothing of it is remembered. */
export async function extrasIn(db: Db): Promise<readonly ExtraField[]> {
  const { rows } =
    await sql<ExtraField>`select id, target, code, name, description, section, type, options, required, is_unique as "unique",
      min_value as min, max_value as max, max_length as "maxLength", pattern, default_value as "default", filterable, listable, searchable, sensitive,
      editable_by as "editableBy", enabled, ready
    from extra_field order by target, order_no, id`.execute(db);
  return rows;
}

type Rules = Readonly<Record<string, FieldRule>>;

/** The fields of a kind with the extra ones of this process's present knowledge: made once for each state of the definitions, because plans ask for every field of every line. */
export function withExtraRules(target: ExtraTarget, own: Rules): () => Rules {
  let made: { readonly of: readonly ExtraField[]; readonly rules: Rules } | undefined;
  return () => {
    if (made?.of !== known)
      made = {
        of: known,
        rules: { ...own, ...Object.fromEntries(knownExtras(target).map((field) => [extraName(field.code), ruleOf(field)])) },
      };
    return made.rules;
  };
}

/** Names of fields that hold a person. */
export const extraPeople = (target: ExtraTarget): string[] =>
  knownExtras(target).flatMap(({ type, code }) => (type === 'employee' ? [extraName(code)] : []));

const ruleOf = ({ type, sensitive, name, options }: ExtraField): FieldRule => ({
  title: name,
  ...(sensitive && { sensitive: true as const }),
  ...(type === 'datetime' && { moment: true as const }),
  ...((type === 'employee' || type === 'department') && { refers: type }),
  ...(options.length > 0 && { words: Object.fromEntries(options.map(({ value, label }) => [value, label])) }),
});

/** Tells every node, at the commit of this transaction, that fields changed. */
export async function extrasChanged(tx: Db): Promise<void> {
  await sql`select pg_notify(${DATABASE_CHANNEL}, ${writeMessage(channel, null)})`.execute(tx);
}

/** Reads the fields and keeps up with them. */
export async function followExtras(services: Pick<Services, 'database' | 'bus' | 'texts' | 'jobs' | 'log' | 'extraUses'>): Promise<void> {
  const { database, bus, log } = services;
  texts = services.texts;
  jobs = services.jobs;
  uses = services.extraUses;
  const again = (): void =>
    void readExtras(database.db).catch((error: unknown) => log.error({ err: error }, 'Extra fields could not be read anew'));
  bus.subscribe(channel, again);
  bus.onGap(again);
  await readExtras(database.db);
}

/** Where long work begins; undefined before the product has started. */
export const extraJobs = (): Jobs | undefined => jobs;

/** What of all modules asks for a field, by name; undefined where nothing does. */
export async function userOfExtra(db: Db, { target, code }: Pick<ExtraField, 'target' | 'code'>): Promise<string | undefined> {
  for (const use of uses) {
    const { rows } = await sql<{
      name: string;
    }>`select name from (${use.uses}) as u where target = ${target} and code = ${code} limit 1`.execute(db);
    if (rows[0]) return rows[0].name;
  }
  return undefined;
}

/** What is wrong with a value, in words. */
export const reasonText = (language: Language, namespace: string, key: string, params?: Readonly<Record<string, unknown>>): string =>
  texts?.text(language, namespace, key, params) ?? key;
