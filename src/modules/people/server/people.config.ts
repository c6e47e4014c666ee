import { sql } from 'kysely';
import { z } from 'zod';
import type { Fields } from '#kit/server/change/kind.ts';
import type { ConfigArea, ConfigKind, ConfigReferences } from '#kit/server/config/config-area.ts';
import { extraCode, extraTargets, type ExtraTarget } from '../common/extra/extra-fields.ts';
import { extraDefinition, extraDraft } from '../common/extra/extra.contract.ts';
import { extraKind } from './extra/extra.kind.ts';
import { peopleSettings } from './setting/setting.ts';

/** Of what a field is one and its code, as its file is called: `employee.level`. */
function placeOf(name: string): { target: ExtraTarget; code: string } | undefined {
  const target = extraTargets.find((one) => name.startsWith(`${one}.`));
  const code = target && extraCode().safeParse(name.slice(target.length + 1)).data;
  return target && code ? { target, code } : undefined;
}

const { target: _target, code: _code, type: _type, ...drafted } = extraDraft.shape;

/** A default may name somebody or a department. */
const defaultOf = ({ type }: Fields): ConfigReferences => (type === 'employee' || type === 'department' ? { default: type } : {});

/** Extra fields of people and departments with their places in the order. Values are no configuration. */
const extraConfig: ConfigKind = {
  name: 'extra-field',
  kind: extraKind,
  fields: { ...drafted, type: extraDefinition.type, order: z.int().min(0).max(100_000), enabled: z.boolean().default(true) },
  refers: defaultOf,
  objects: async (db) => {
    const { rows } = await sql<{ id: string; target: string; code: string }>`select id, target, code from extra_field
      order by target, code`.execute(db);
    return rows.map(({ id, target, code }) => ({ id, code: `${target}.${code}` }));
  },
  create: async (_db, { id, code, given }) => {
    const { zh_CN: name } = given['name'] as { zh_CN: string };
    return { id, name, fields: placeOf(code) ?? { target: 'employee', code } };
  },
  rules: async ({ target, code }) =>
    placeOf(`${String(target)}.${String(code)}`) ? [] : [{ path: '', namespace: 'user-centre', key: 'issue.extra.fileName' }],
};

/** What is set about people and the fields they have, as text. */
export const peopleAreas: readonly ConfigArea[] = [
  {
    area: 'people',
    title: { zh_CN: '人员设置与扩展字段', en_US: 'Settings of people and extra fields', ja_JP: '従業員の設定と拡張フィールド' },
    kinds: [peopleSettings.config('people-setting', 'people'), extraConfig],
  },
];
