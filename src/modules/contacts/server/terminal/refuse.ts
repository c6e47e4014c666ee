import { randomInt } from 'node:crypto';
import { Refusal } from '#kit/server/refusal.ts';
import type { ContactFunction } from '../../common/words.ts';
import type { Decision } from '../rule/decide.ts';
import type { Eye } from './eye.ts';
import '../contacts.table.ts';

/** Without letters and digits that look alike: people read it to each other. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const refLength = 8;

const newRef = (): string => Array.from({ length: refLength }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Writes down why something was refused, under a code that a terminal may show; a preview writes nothing. */
export async function traced(eye: Eye, asked: string, targetId: string, decision: Pick<Decision, 'step' | 'by' | 'rule'>): Promise<string> {
  const ref = newRef();
  if (eye.preview) return ref;
  await eye.db
    .insertInto('contact_trace')
    .values({
      ref,
      at: eye.services.now(),
      viewer_id: eye.viewer.person.id,
      target_id: targetId,
      asked,
      step: decision.step,
      decider: decision.by,
      rule_id: decision.rule?.id ?? null,
      rule_name: decision.rule?.name ?? '',
    })
    .execute();
  return ref;
}

/** What stands in the trace of a function that is missing: the special rule that takes it, or the roles that do not give it. */
export function denier(decision: Decision, wanted: ContactFunction): Pick<Decision, 'step' | 'by' | 'rule'> {
  const { limit } = decision;
  if (limit?.deniedFunctions.includes(wanted)) return { step: 8, by: 'special', rule: { id: limit.id, name: limit.name } };
  const part = decision.parts[0]?.part;
  return { step: 8, by: 'role', rule: part ? { id: part.roleId, name: part.name } : null };
}

/** Refuses unless a role of the viewer gives a function that is about nobody in particular. */
export async function assertMay(eye: Eye, wanted: ContactFunction): Promise<void> {
  const { viewer } = eye;
  if (viewer.functions.has(wanted)) return;
  const part = viewer.parts[0];
  const ref = await traced(eye, wanted, viewer.person.id, {
    step: 8,
    by: 'role',
    rule: part ? { id: part.roleId, name: part.name } : null,
  });
  throw new Refusal(20030, { ref }, { ref });
}
