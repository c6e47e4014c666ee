import { pick, type Language } from '#kit/common/language.ts';
import type { Services } from '#kit/server/services.ts';
import { callInterface, type InternalAnswer } from '#modules/gateway/server/public.ts';
import type { AnswerDraft, MadeCall } from '../../common/decision.ts';
import type { MikaSetting } from '../../common/setting.contract.ts';
import { mikaLimits } from '../../common/words.ts';
import { filledIn, valueAt } from './fill-text.ts';
import type { TalkPerson, WantedCall } from './talk.ts';

/** What a call came to. */
export interface Called {
  readonly answer: AnswerDraft;
  readonly made: MadeCall;
  readonly isOk: boolean;
}

interface Calling {
  readonly services: Services;
  readonly person: Pick<TalkPerson, 'uid' | 'account' | 'name'>;
  readonly language: Language;
  readonly setting: MikaSetting;
  readonly words: (key: string, params?: Record<string, unknown>) => string;
}

/** Calls an interface as the person, and draws its answer by the scene: fields that its texts name, and nothing else of what came. */
export async function makeCall(calling: Calling, wanted: WantedCall): Promise<Called> {
  const { services, person } = calling;
  const began = performance.now();
  const got = await callInterface(
    services,
    { module: 'mika', employee: { uid: person.uid, account: person.account, name: person.name } },
    wanted.interfaceId,
    { params: wanted.params, timeoutMs: mikaLimits.callMillis },
  );
  const made = {
    interfaceId: wanted.interfaceId,
    path: wanted.path,
    class: got.class,
    code: got.code,
    ms: Math.round(performance.now() - began),
    requestId: got.requestId,
  };
  const isOk = got.class === 'ok';
  return { answer: isOk ? drawn(calling, wanted, got) : failed(calling, wanted, got), made, isOk };
}

function failed({ language, words }: Calling, { scene, slots }: WantedCall, { requestId }: InternalAnswer): AnswerDraft {
  const own = scene?.target.kind === 'interface' ? filledIn(scene.target.failure, language, slots) : '';
  return { kind: 'failed', text: `${own || words('talk.failed')}\n${words('talk.requestId', { id: requestId })}` };
}

function drawn({ language, setting, words }: Calling, { scene, slots }: WantedCall, { data }: InternalAnswer): AnswerDraft {
  const askHelped = setting.askHelped;
  if (scene?.target.kind !== 'interface') {
    const path = setting.fallbackInterface?.path ?? '';
    const text = path === '' ? data : valueAt(data, path);
    return typeof text === 'string' && text.trim() !== ''
      ? { kind: 'text', text: text.slice(0, mikaLimits.answerText), askHelped }
      : { kind: 'missed', text: pick(setting.noAnswer, language) };
  }
  const { look, template, list, title, empty } = scene.target;
  const shown = { title: filledIn(title, language, slots, data), askHelped };
  const none: AnswerDraft = { kind: 'text', ...shown, text: filledIn(empty, language, slots) || words('talk.empty') };
  if (look === 'list') {
    const rows = list === '' ? data : valueAt(data, list);
    if (!Array.isArray(rows) || rows.length === 0) return none;
    const items = rows.slice(0, mikaLimits.listed).map((row: unknown) => filledIn(template, language, slots, row));
    return { kind: 'list', ...shown, text: '', items };
  }
  const part = list === '' ? data : valueAt(data, list);
  if (part === null || part === undefined || (Array.isArray(part) && part.length === 0)) return none;
  return { kind: look === 'card' ? 'card' : 'text', ...shown, text: filledIn(template, language, slots, part) };
}
