import { z } from 'zod';
import { actions, FieldDiff } from '#kit/common/change/diff.ts';
import { DryRunReply } from '#kit/common/change/dry-run.ts';
import * as atoms from '#kit/common/schema.ts';
import { schemaOf } from './json-schema.ts';

/** Schemas of the kit that have a name of their own in the description, whoever uses them. */
const known: Record<string, z.ZodType> = {
  Id: atoms.id(),
  IdOrNull: atoms.id().nullable(),
  Ids: atoms.ids(),
  Time: atoms.time(),
  TimeOrNull: atoms.time().nullable(),
  Version: atoms.version(),
  Day: atoms.day(),
  Email: atoms.email(),
  Mobile: atoms.mobile(),
  Integer: z.int(),
  Count: atoms.count(),
  Json: z.json(),
  Action: z.enum(actions),
  FieldDiff,
  DryRun: DryRunReply,
};

/** The names of known schemas by their text. */
export function knownNames(): Map<string, string> {
  const told = Object.entries(known).flatMap(([name, schema]) =>
    (['input', 'output'] as const).map((io): [string, string] => [JSON.stringify(schemaOf(schema, io)), name]),
  );
  // What a transformation makes has no schema: anything.
  return new Map(told.filter(([text]) => text !== '{}'));
}
