import { sql } from 'kysely';
import type { Audience } from '#kit/common/audience.ts';
import type { Means } from '#kit/server/crud/crud-draft.ts';
import type { DeviceCondition } from '../../common/rule-fields.ts';
import type { FileRuleContent, SendContent } from '../rule/content.ts';
import { directory } from '../directory.ts';

type WordOf = (key: string, params?: Readonly<Record<string, unknown>>) => string;

/** Names of whom rules name, in the reader's language and range. */
export interface Names {
  of(ids: readonly string[]): string[];
}

/** Who reads: texts, language and range. */
const wordIn =
  ({ services, caller }: Means): WordOf =>
  (key, params) =>
    services.texts.text(caller.language, 'file-security', key, params);

/** Reads names of departments, people, dynamic groups and roles by id; for names outside the range a word stands. */
export async function namesIn({ db, caller }: Means, ids: readonly string[]): Promise<Names> {
  const range = caller.scope();
  const [departments, people, crowds] = [
    await directory.departments(db, ids, caller.language, range),
    await directory.people(db, ids, caller.language, range),
    await directory.crowds(db, ids, caller.language, range),
  ];
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`select id::text as id, name from role where module = 'mdm' and id = any(${[...ids]}::uuid[])`.execute(db);
  const roles = new Map(rows.map(({ id, name }) => [id, name]));
  return {
    of: (all) => all.flatMap((id) => departments.get(id)?.name ?? people.get(id)?.name ?? crowds.get(id) ?? roles.get(id) ?? []),
  };
}

const mostNamed = 3;

function listed(word: WordOf, names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(word('sentence.and'));
  return names.length > mostNamed ? word('sentence.more', { names: shown, count: names.length - mostNamed }) : shown;
}

interface WhoPart {
  readonly everyone?: boolean;
  readonly who: Audience;
  readonly roleIds?: readonly string[];
}

function whoText(word: WordOf, names: Names, { everyone = false, who, roleIds = [] }: WhoPart): string {
  const of = (excludes: boolean): string[] => who.flatMap(({ id, exclude }) => (exclude === excludes ? [id] : []));
  const all = names.of([...of(false), ...roleIds]);
  const named = everyone ? word('sentence.everyone') : all.length === 0 ? word('sentence.nobody') : listed(word, all);
  const without = names.of(of(true));
  return without.length === 0 ? named : word('sentence.except', { who: named, names: listed(word, without) });
}

/** A size in the largest unit of which there is a whole one. */
function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${Math.round((bytes / 1024 ** power) * 10) / 10} ${units[power]}`;
}

function fileText(word: WordOf, { fileTypes, extensions, sizeMin, sizeMax, levels, namePattern }: FileRuleContent): string {
  const parts = [
    ...(fileTypes.length > 0
      ? [
          listed(
            word,
            fileTypes.map((type) => word(`fileTypes.${type}`)),
          ),
        ]
      : []),
    ...(extensions.length > 0
      ? [
          listed(
            word,
            extensions.map((one) => `.${one}`),
          ),
        ]
      : []),
    ...(sizeMin !== null ? [`≥ ${sizeText(sizeMin)}`] : []),
    ...(sizeMax !== null ? [`≤ ${sizeText(sizeMax)}`] : []),
    ...(levels.length > 0
      ? [
          listed(
            word,
            levels.map((one) => word(`level.${one}`)),
          ),
        ]
      : []),
    ...(namePattern !== null ? [`“${namePattern}”`] : []),
  ];
  return parts.length === 0 ? word('sentence.anyFile') : parts.join(' ');
}

/** Words of choices begin with a capital; within a sentence they do not. */
const within = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** What a rule asks of the device, in words. */
function deviceText(word: WordOf, { ownership, formFactor, compliant, boundOnly, hardwareKey }: DeviceCondition): string[] {
  return [
    ...ownership.map((one) => `device.ownership.${one}`),
    ...formFactor.map((one) => `device.formFactor.${one}`),
    ...(compliant === null ? [] : [`device.compliant.${compliant}`]),
    ...(boundOnly ? ['device.boundOnly'] : []),
    ...(hardwareKey ? ['device.hardwareKey'] : []),
  ].map((key) => within(word(key)));
}

/** What a file rule says, in one sentence. */
export function ruleSentence(means: Means, names: Names, rule: FileRuleContent): string {
  const word = wordIn(means);
  const where = [
    ...(rule.place === 'any' ? [] : [word(`sentence.${rule.place}`)]),
    ...(rule.segments.length > 0 ? [word('sentence.addresses', { count: rule.segments.length })] : []),
    ...(rule.inGroups.length > 0 ? [word('sentence.inGroups', { count: rule.inGroups.length })] : []),
    ...(rule.notInGroups.length > 0 ? [word('sentence.notInGroups', { count: rule.notInGroups.length })] : []),
    ...deviceText(word, rule.device),
    ...(rule.window ? [`${rule.window.from}–${rule.window.to}`] : []),
  ];
  const conditions = [
    ...(rule.conditions.watermark ? [word('condition.watermark')] : []),
    ...(rule.conditions.container ? [word('condition.container')] : []),
    ...(rule.conditions.readOnly ? [word('condition.readOnly')] : []),
    ...(rule.conditions.perDay !== null ? [word('condition.perDay', { n: rule.conditions.perDay })] : []),
    ...(rule.conditions.offlineHours !== null ? [word('condition.offlineHours', { n: rule.conditions.offlineHours })] : []),
    ...(rule.conditions.reasonAsked ? [word('condition.reasonAsked')] : []),
  ];
  return word('sentence.rule', {
    who: whoText(word, names, rule),
    where: where.length === 0 ? word('sentence.anywhere') : where.join(word('sentence.and')),
    actions: listed(
      word,
      rule.actions.map((action) => word(`fileRule.actions.${action}`)),
    ),
    file: fileText(word, rule),
    effect:
      rule.effect === 'allowWith'
        ? word('sentence.allowWith', { conditions: conditions.join(word('sentence.and')) })
        : word(`sentence.${rule.effect}`),
  });
}

/** What a send permission says, in one sentence. */
export function sendSentence(means: Means, names: Names, send: SendContent): string {
  const word = wordIn(means);
  const to = send.target === 'people' ? whoText(word, names, { who: send.targets }) : within(word(`sendUser.target.${send.target}`));
  const files = [
    ...send.fileTypes.map((type) => word(`fileTypes.${type}`)),
    ...(send.sizeMax === null ? [] : [`${send.effect === 'allow' ? '≤' : '>'} ${sizeText(send.sizeMax)}`]),
  ];
  return word('sentence.send', {
    who: whoText(word, names, send),
    to: files.length === 0 ? to : `${to} (${files.join(word('sentence.and'))})`,
    effect: word(`sentence.${send.effect}`),
  });
}

/** Everybody and everything that rules name. */
export const idsOfRule = (rule: Pick<FileRuleContent, 'who' | 'roleIds'>): string[] => [...rule.who.map(({ id }) => id), ...rule.roleIds];
