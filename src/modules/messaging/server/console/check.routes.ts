import { sql, type Selectable } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { refusalLookup, sendCheck } from '../../common/message.contract.ts';
import { ruleNamer } from '#modules/enterprise/server/public.ts';
import { sendSteps } from '../../common/words.ts';
import { conversationOfGroup } from '../engine/conversations.ts';
import { targetOf } from '../engine/send.ts';
import type { RefusalTable } from '../im.table.ts';
import { maySend } from '../rule/may-send.ts';
import type { SendTarget, SendRequest } from '../rule/send-request.ts';
import { assertGroups, assertPeople } from './seen.ts';

/** May X write to Y: the send call's own question, asked by who only wants to know. */
export const checkRoutes: readonly BoundRoute[] = [handle(sendCheck, check), handle(refusalLookup, lookup)];

async function targetIn(call: Call, { from, to, groupId }: Parsed<typeof sendCheck>): Promise<SendTarget> {
  if (to !== undefined) return targetOf(call.services, from, { peerId: to });
  if (groupId === undefined) throw new InvalidInput([{ path: 'to', namespace: 'messaging', key: 'check.nobody' }]);
  const found = await conversationOfGroup(call.db, groupId);
  return { kind: 'group', groupId, conversationId: found?.id ?? null, peerId: null };
}

async function check(call: Call, input: Parsed<typeof sendCheck>): Promise<Reply<typeof sendCheck>> {
  const { services, caller } = call;
  const range = caller.scope();
  await assertPeople(call.db, range, [input.from, ...(input.to === undefined ? [] : [input.to])]);
  if (input.groupId !== undefined) await assertGroups(services, range, [input.groupId]);
  const request: SendRequest = {
    sender: {
      kind: 'employee',
      id: input.from,
      language: caller.language,
      platform: input.platform ?? null,
      address: input.address || null,
      deviceId: null,
      via: 'terminal',
    },
    target: await targetIn(call, input),
    message: {
      kind: input.kind,
      body: { text: input.text },
      text: input.text,
      fileIds: [],
      files: [],
      mentions: [],
      mentionAll: false,
      forwardOf: null,
    },
    tried: true,
  };
  const { allowed, steps } = await maySend(services, request);
  const known = new Map(steps.map((step) => [step.name, step.refused]));
  const named = await ruleNamer(
    call.db,
    { range, language: caller.language },
    steps.map(({ refused }) => refused?.rule?.id),
  );
  return {
    allowed,
    steps: sendSteps.map((name) => {
      const refused = known.get(name);
      if (refused)
        return {
          name,
          state: 'refused' as const,
          code: refused.code,
          text: services.texts.text(caller.language, 'messaging', `error.${refused.code}`, { ...refused.params }),
          rule: refused.rule ? named(refused.rule).name : null,
        };
      return { name, state: known.has(name) ? ('passed' as const) : ('notAsked' as const), code: 0, text: '', rule: null };
    }),
  };
}

async function lookup(call: Call, { ref }: Parsed<typeof refusalLookup>): Promise<Reply<typeof refusalLookup>> {
  const { db, caller, services } = call;
  const range = caller.scope();
  const { rows } = await sql<Selectable<RefusalTable>>`select * from im_refusal where ref = ${ref}`.execute(db);
  const [found] = rows;
  const nothing = { found: false, at: null, from: '', to: '', step: null, code: 0, rule: null };
  if (!found) return nothing;
  const ids = [found.sender_id, ...(found.peer_id === null ? [] : [found.peer_id])];
  const people = await services.directory.people(db, ids, caller.language, range);
  // Whose message was refused outside the range is not told, nor that there was one.
  if (!range.all && people.get(found.sender_id)?.account === '') return nothing;
  const named = await ruleNamer(db, { range, language: caller.language }, [found.rule_id]);
  const rule = found.rule_name === null ? null : named({ id: found.rule_id ?? '', name: found.rule_name });
  return {
    found: true,
    at: found.at,
    from: people.get(found.sender_id)?.name ?? '',
    to: found.peer_id === null ? '' : (people.get(found.peer_id)?.name ?? ''),
    step: sendSteps.find((one) => one === found.step) ?? null,
    code: found.code,
    rule: rule?.name ?? null,
  };
}
