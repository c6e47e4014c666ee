import { z } from 'zod';
import type { ForeignShape } from '../../../common/company/words.ts';
import { plainContent, UnknownShape, type RobotContent } from '../content.ts';
import { alertmanager, grafana } from './alert-shapes.ts';
import { dingtalk, feishu, slack, wecom } from './chat-shapes.ts';
import { at, lines, linkOf, objectIn, textIn } from './read-json.ts';

const longest = 200_000;
const mention = z.strictObject({
  all: z.boolean().default(false),
  accounts: z.array(z.string().max(128)).max(200).default([]),
  mobiles: z.array(z.string().max(20)).max(200).default([]),
  people: z.array(z.uuid()).max(200).default([]),
});
const card = z.strictObject({
  title: z.string().min(1).max(200),
  text: z.string().max(longest).default(''),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  buttons: z
    .array(z.strictObject({ text: z.string().min(1).max(100), url: z.url({ protocol: /^https?$/ }).max(2_000) }))
    .max(10)
    .default([]),
});

/** A message in the robot's own shape. */
const ownShape = z.strictObject({
  kind: z.enum(['text', 'markdown', 'card']),
  text: z.string().min(1).max(longest).optional(),
  markdown: z.string().min(1).max(longest).optional(),
  card: card.optional(),
  mention: mention.default({ all: false, accounts: [], mobiles: [], people: [] }),
  group: z.string().max(64).optional(),
});

/** Reads a message in the robot's own shape; the reason says where it does not fit. */
export function own(body: unknown, shape: 'own' | 'mapped' = 'own'): RobotContent {
  const read = ownShape.safeParse(body);
  if (!read.success) throw new UnknownShape(read.error.issues[0]?.path.join('.') || 'kind');
  const { kind, card: drawn, mention: called, group } = read.data;
  const text =
    kind === 'card'
      ? drawn &&
        lines(
          drawn.url === undefined ? `**${drawn.title}**` : linkOf(drawn.title, drawn.url),
          drawn.text,
          ...drawn.buttons.map((button) => linkOf(button.text, button.url)),
        )
      : read.data[kind];
  if (text === undefined) throw new UnknownShape(`${kind} is missing`);
  return { ...plainContent(text, kind === 'text' ? 'text' : 'markdown'), ...called, shape, ...(group !== undefined && { group }) };
}

/** Which product's shape a body has; undefined for one of no shape that is known. */
export function shapeOf(body: unknown): ForeignShape | undefined {
  if (!objectIn(body)) return undefined;
  const has = (name: string): boolean => at(body, name) !== undefined;
  const kind = textIn(at(body, 'msgtype'));
  if (kind !== '') {
    const inner = at(body, kind);
    const isDing =
      has('at') || ['link', 'actionCard', 'feedCard'].includes(kind) || (kind === 'markdown' && at(inner, 'text') !== undefined);
    return isDing ? 'dingtalk' : 'wecom';
  }
  if (has('msg_type')) return 'feishu';
  if (has('kind')) return 'own';
  if (Array.isArray(at(body, 'alerts'))) return has('orgId') ? 'grafana' : has('receiver') || has('groupKey') ? 'alertmanager' : undefined;
  if (has('ruleName') && has('state')) return 'grafana';
  if (has('text') || has('blocks') || has('attachments')) return 'slack';
  return undefined;
}

const readers: Readonly<Record<Exclude<ForeignShape, 'mapped'>, (body: unknown) => RobotContent>> = {
  own,
  wecom,
  dingtalk,
  feishu,
  slack,
  alertmanager,
  grafana,
};

/** What a body of a shape says. A body that is broken deeper down than its reader looks is one of an unknown shape. */
export function contentOf(shape: Exclude<ForeignShape, 'mapped'>, body: unknown): RobotContent {
  try {
    return readers[shape](body);
  } catch (error) {
    if (error instanceof UnknownShape) throw error;
    throw new UnknownShape(shape);
  }
}

/** An answer of the hook. */
export interface HookAnswer {
  readonly status: number;
  readonly type: 'application/json; charset=utf-8' | 'text/plain; charset=utf-8';
  readonly body: string;
}

const json = (status: number, body: unknown): HookAnswer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

/** The answer in the shape that the sender's product knows; code 0 is done. What retries by status alone gets a status of its own. */
export function answerIn(shape: ForeignShape | undefined, code: number, msg: string, data: unknown = null): HookAnswer {
  const failed = code !== 0;
  if (shape === 'wecom' || shape === 'dingtalk') return json(200, { errcode: code, errmsg: failed ? msg : 'ok' });
  if (shape === 'feishu')
    return json(200, { StatusCode: code, StatusMessage: failed ? msg : 'success', code, msg: failed ? msg : 'success', data: {} });
  if (shape === 'slack') return { status: failed ? 400 : 200, type: 'text/plain; charset=utf-8', body: failed ? msg : 'ok' };
  const isAlert = shape === 'alertmanager' || shape === 'grafana';
  return json(failed && isAlert ? 400 : 200, { code, msg: failed ? msg : 'ok', data });
}
