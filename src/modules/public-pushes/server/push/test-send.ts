import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick, type Language } from '#kit/common/language.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { personFacts } from '#modules/people/server/public.ts';
import { assertWorks, noteInAccounts } from '#modules/public-accounts/server/public.ts';
import { shownContent } from '#modules/public-content/server/public.ts';
import type { pushTest } from '../../common/push.contract.ts';
import { messengerOf } from '../send/messenger.ts';
import { accountRules } from './account-rules.ts';
import { assertUsable, freeze, languageFor, languagesOf } from './content.ts';

/** Sends content to oneself and to people who work for the account. It is a message like any other, and stands in no ledger. */
export async function testSend(call: Call, { snoId, content, empIds }: Parsed<typeof pushTest>): Promise<Reply<typeof pushTest>> {
  const { caller, services } = call;
  const range = caller.scope();
  await assertWorks(call.db, range, snoId, 'write');
  const account = await accountRules(call.db, snoId);
  if (!account.enabled) throw new Refusal(15010);
  await assertUsable(call.db, snoId, content);
  const messages = await call.write(async (tx) => {
    const { rows } = await sql<{ id: string; language: Language }>`select facts.id, facts.language from (${personFacts()}) as facts
      where facts.id = any(${empIds}::uuid[]) and (facts.id::text = ${caller.uid} or exists (select from sno_member m
        where m.sno_id = ${snoId}::uuid and m.employee_id = facts.id))`.execute(tx);
    const frozen = await freeze(tx, snoId, content);
    const title = pick(frozen.titles, 'zh_CN');
    caller.touch({ kind: 'sno', id: snoId, name: pick(account.name, 'zh_CN') });
    caller.note({ content: title, people: rows.length });
    await noteInAccounts(tx, [
      {
        snoId,
        tab: 'operation',
        kind: 'push.test',
        by: { id: caller.uid, name: caller.name },
        ref: { id: content.id, name: title },
        result: 'done',
        detail: { people: rows.length },
      },
    ]);
    const made = [];
    for (const { id, language: own } of rows) {
      const language = languageFor(languagesOf(frozen), own) ?? 'zh_CN';
      const shown = await shownContent(tx, frozen, language);
      made.push({
        key: `test ${newId()}`,
        accountId: snoId,
        employeeId: id,
        kind: 'content' as const,
        body: {
          account: pick(account.name, language),
          content: content.kind,
          title: pick(frozen.titles, language),
          text: shown.parts[0]?.digest ?? '',
          parts: shown.parts.length,
          test: true,
        },
      });
    }
    return made;
  });
  const answers = await messengerOf(services).current.deliver(services, messages);
  const sent = messages.flatMap(({ key, employeeId }) => {
    const answer = answers.get(key);
    return answer && 'messageId' in answer ? [employeeId] : [];
  });
  return { ids: sent, refused: empIds.filter((id) => !sent.includes(id)) };
}
