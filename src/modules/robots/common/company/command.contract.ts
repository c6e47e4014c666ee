import { z } from 'zod';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { audience, localText, refers, text, value } from '#kit/common/crud/fields.ts';
import { localText as localTextOf } from '#kit/common/language.ts';
import { robotService } from '../permissions.ts';
import { mayRead } from './access.ts';
import { argumentTypes, mostArguments } from './words.ts';

const { companyDetail: page } = robotService;
const { button } = page;

const argumentName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,31}$/);

/** What somebody enters behind the word of a command: `/leave 2026-05-01 3`. */
export const commandArgument = z.strictObject({
  name: argumentName,
  label: localTextOf(40).strict(),
  type: z.enum(argumentTypes).default('text'),
  required: z.boolean().default(true),
  /** Of a choice. */
  choices: z.array(z.string().trim().min(1).max(50)).max(50).default([]),
});
/** What somebody enters behind the word of a command. */
export type CommandArgument = z.output<typeof commandArgument>;

/** What a command does. In texts `{name}` stands for an argument. */
export const commandAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: localTextOf(2000).strict() }),
  /** Tells the address of the robot. */
  z.strictObject({ kind: z.literal('event') }),
  /** Calls an interface as the person, and writes what it answers: `{path}` stands for a value of its data. */
  z.strictObject({
    kind: z.literal('interface'),
    path: z
      .string()
      .regex(/^[\w-]+(\/[\w.-]+)+$/)
      .max(200),
    answer: localTextOf(2000).strict(),
    failure: localTextOf(500).strict(),
  }),
]);
/** What a command does. */
export type CommandAction = z.output<typeof commandAction>;

/** A command: a word that people write to a robot, with what follows. */
export const robotCommand = crudContract({
  module: 'robots',
  kind: 'robotCommand',
  path: 'robot/command',
  title: { zh_CN: '指令', en_US: 'Command', ja_JP: 'コマンド' },
  page: {
    code: page.code,
    button: {
      add: button.addCommand,
      update: button.updateCommand,
      delete: button.deleteCommand,
      enable: button.updateCommand,
      disable: button.updateCommand,
    },
  },
  scope: 'inside',
  fields: {
    robotId: refers('robot').immutable().filtered(),
    word: text(30).searched().sorted().example('status'),
    description: localText(200).nullable(),
    arguments: value(z.array(commandArgument).max(mostArguments)).default([]).example([]),
    does: value(commandAction).example({ kind: 'text', text: { zh_CN: 'ok' } }),
    /** Who may write it. */
    who: audience(200),
  },
  sort: ['word', 'updatedAt'],
  more: { row: { used30: z.int() } },
  operations: { list: { access: mayRead }, get: { access: mayRead }, add: { errors: [17096] }, update: { errors: [17096] } },
});
/** A command in a list. */
export type CommandRow = CrudRow<typeof robotCommand>;
