import { platforms } from '#kit/common/client/platforms.ts';
import { code } from '#kit/common/codes.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { readersOf, type SendStep, type SendRequest, type StepFinding } from '#modules/messaging/server/public.ts';
import { refusedFile } from './may-use-file.ts';
import { ask } from './rule/ask.ts';
import type { RuleSet } from './rule/book.ts';
import { refusalText } from './rule/decision-words.ts';
import { fileRulesOf } from './rule/open-rules.ts';

/** A message with a file asks the rules of files before it is written: by whatever call it comes, and also where the terminal did not ask. */
export const fileStep: SendStep = {
  name: 'file',
  check: async (services, request) => {
    const { sender, message, tried } = request;
    // Systems and robots are granted elsewhere; who only asks sends nothing.
    if (sender.kind !== 'employee' || !message || message.fileIds.length === 0 || tried) return undefined;
    try {
      return await refusalOf(services, request, message);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // A file that is not reached reads like one that is gone.
      return { refused: { code: error.answer === code.notFound ? 16044 : error.answer } };
    }
  },
};

async function refusalOf(
  services: CoreServices,
  { sender, target }: SendRequest,
  message: NonNullable<SendRequest['message']>,
): Promise<StepFinding | undefined> {
  const { published } = await fileRulesOf(services).book();
  const asked = {
    employeeId: sender.id,
    action: message.forwardOf === null ? ('send' as const) : ('forward' as const),
    platform: platforms.find((one) => one === sender.platform) ?? 2,
    address: sender.address,
    recipientIds: looksAtReaders(published) ? await readersOf(services.database.db, target, sender.id) : [],
  };
  for (const fileId of message.fileIds) {
    const { decision, ref } = await ask(services, { ...asked, file: { fileId } }, { occasion: 'send', installId: null });
    if (decision.verdict !== 'block') continue;
    const text = refusalText({ texts: services.texts, language: sender.language }, decision);
    const { rule } = decision;
    return {
      refused: {
        code: refusedFile,
        params: { message: text, ref },
        data: { decision: ref, message: text },
        ...(rule && rule.id !== null && { rule: { id: rule.id, name: rule.name } }),
      },
    };
  }
  return undefined;
}

/** Where nothing depends on who reads it, the members of a large group are not fetched. */
const looksAtReaders = ({ content }: RuleSet): boolean =>
  content.sends.length > 0 ||
  content.outer.sendDefault === 'block' ||
  content.rules.some(({ kind, target }) => kind === 'send' && target !== 'anybody');
