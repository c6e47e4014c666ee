import { randomBytes } from 'node:crypto';
import { Refusal } from '#kit/server/refusal.ts';
import type { CoreServices } from '#kit/server/services.ts';
import type { SendStepName } from '../../common/words.ts';
import '../im.table.ts';
import { sendStepsOf } from './send-steps.ts';
import type { SendRequest, StepRefusal } from './send-request.ts';

/** What the question came to, step by step. */
export interface SendVerdict {
  readonly allowed: boolean;
  /** Every step that was asked, in order; the last one refused where it is not allowed. */
  readonly steps: readonly { readonly name: SendStepName; readonly refused: StepRefusal | null }[];
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly flags: readonly string[];
  readonly replaced: boolean;
}

/** May this message be sent? Asked at every send, and by who only wants to know. */
export async function maySend(services: CoreServices, asked: SendRequest): Promise<SendVerdict> {
  let request = asked;
  const steps: { name: SendStepName; refused: StepRefusal | null }[] = [];
  const flags = new Set<string>();
  let replaced = false;
  for (const step of sendStepsOf(services).all()) {
    const found = await step.check(services, request);
    // Several modules may ask about one step: it is told once.
    if (steps.at(-1)?.name === step.name) steps.pop();
    steps.push({ name: step.name, refused: found?.refused ?? null });
    if (found?.refused) return { allowed: false, steps, body: null, flags: [], replaced: false };
    for (const flag of found?.change?.flags ?? []) flags.add(flag);
    if (found?.change?.body && request.message) {
      replaced = true;
      request = { ...request, message: { ...request.message, body: found.change.body } };
    }
  }
  return { allowed: true, steps, body: request.message?.body ?? null, flags: [...flags], replaced };
}

/** Steps that would tell who hides from whom: at a terminal they are all the same. */
const alike: readonly SendStepName[] = ['target', 'contacts', 'limits'];

/** A new word under which a refusal is kept. */
export const newRef = (): string => randomBytes(6).toString('hex');

/** Keeps a refusal under a short word that the console can look up, and answers it as the terminal reads it. */
export async function refusalOf(services: CoreServices, request: SendRequest, verdict: SendVerdict): Promise<Refusal> {
  const last = verdict.steps.at(-1)!;
  const refused = last.refused!;
  // A step that wrote something down named the refusal itself.
  const ref = refused.ref ?? newRef();
  await services.database.db
    .insertInto('im_refusal')
    .values({
      ref,
      at: services.now(),
      sender_id: request.sender.id,
      peer_id: request.target.peerId,
      conversation_id: request.target.conversationId,
      step: last.name,
      code: refused.code,
      rule_id: refused.rule?.id ?? null,
      rule_name: refused.rule?.name ?? null,
    })
    .execute();
  const step = refused.code === 16002 && alike.includes(last.name) ? 'target' : last.name;
  return new Refusal(refused.code, refused.params ?? {}, { step, ref, ...refused.data });
}
