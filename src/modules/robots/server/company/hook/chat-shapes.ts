import { plainContent, UnknownShape, type RobotContent } from '../content.ts';
import { at, lines, linkOf, listIn, objectIn, textIn, textsIn } from './read-json.ts';

/** Messages as the robots of other chat products take them: an address there is replaced by ours and nothing else changes. */

const markdown = (shape: RobotContent['shape'], text: string): RobotContent => said({ ...plainContent(text, 'markdown'), shape });

function said(content: RobotContent): RobotContent {
  if (content.text.trim() === '' && !content.image) throw new UnknownShape('the message says nothing');
  return content;
}

const heading = (text: string): string => (text === '' ? '' : `**${text.replaceAll('*', '')}**`);

const namedIn = (text: string): string[] => [...text.matchAll(/<@([^<>\s]{1,64})>/g)].map(([, account]) => account!);

function pictureOf(value: unknown): RobotContent {
  const base64 = textIn(at(value, 'base64'));
  const image = Buffer.from(base64, 'base64');
  if (image.length === 0) throw new UnknownShape('image.base64 is missing');
  return { ...plainContent(''), shape: 'wecom', kind: 'image', image };
}

const articleOf = (article: unknown): string =>
  lines(linkOf(textIn(at(article, 'title')), textIn(at(article, 'url'))), textIn(at(article, 'description')));

function templateCard(card: unknown): RobotContent {
  const main = at(card, 'main_title');
  const facts = listIn(at(card, 'horizontal_content_list')).map((one) => `${textIn(at(one, 'keyname'))}: ${textIn(at(one, 'value'))}`);
  const jumps = listIn(at(card, 'jump_list')).map((one) => linkOf(textIn(at(one, 'title')), textIn(at(one, 'url'))));
  const action = textIn(at(at(card, 'card_action'), 'url'));
  const emphasis = at(card, 'emphasis_content');
  return markdown(
    'wecom',
    lines(
      heading(textIn(at(main, 'title'))),
      textIn(at(main, 'desc')),
      lines(textIn(at(emphasis, 'title')), textIn(at(emphasis, 'desc'))),
      textIn(at(card, 'sub_title_text')),
      ...facts.map((fact) => `- ${fact}`),
      ...jumps,
      action === '' ? '' : linkOf(action, action),
    ),
  );
}

/** A message of a WeCom group robot. */
export function wecom(body: unknown): RobotContent {
  const kind = textIn(at(body, 'msgtype'));
  const inner = at(body, kind);
  if (kind === 'text') {
    const listed = textsIn(at(inner, 'mentioned_list'));
    const mobiles = textsIn(at(inner, 'mentioned_mobile_list'));
    const text = textIn(at(inner, 'content'));
    const all = listed.includes('@all') || mobiles.includes('@all');
    const accounts = [...listed, ...namedIn(text)].filter((one) => one !== '@all');
    return said({ ...plainContent(text), shape: 'wecom', accounts, mobiles: mobiles.filter((one) => one !== '@all'), all });
  }
  if (kind === 'markdown' || kind === 'markdown_v2') {
    const text = textIn(at(inner, 'content'));
    return { ...markdown('wecom', text), accounts: namedIn(text) };
  }
  if (kind === 'image') return pictureOf(inner);
  if (kind === 'news') return markdown('wecom', listIn(at(inner, 'articles'), 8).map(articleOf).join('\n\n'));
  if (kind === 'template_card') return templateCard(inner);
  if (kind === 'file') throw new UnknownShape('msgtype file names a file of the other product');
  throw new UnknownShape(`msgtype ${kind.slice(0, 40)}`);
}

const buttonsOf = (value: unknown, url: string): string[] =>
  listIn(value, 20).map((one) => linkOf(textIn(at(one, 'title')) || textIn(at(one, 'text')), textIn(at(one, url))));

/** A message of a DingTalk group robot. */
export function dingtalk(body: unknown): RobotContent {
  const kind = textIn(at(body, 'msgtype'));
  const inner = at(body, kind);
  const named = at(body, 'at');
  const called = {
    shape: 'dingtalk',
    mobiles: textsIn(at(named, 'atMobiles')),
    accounts: textsIn(at(named, 'atUserIds')),
    all: at(named, 'isAtAll') === true || at(named, 'isAtAll') === 'true',
  } as const;
  const card = (text: string): RobotContent => ({ ...markdown('dingtalk', text), ...called });
  const [title, text] = [textIn(at(inner, 'title')), textIn(at(inner, 'text'))];
  if (kind === 'text') return said({ ...plainContent(textIn(at(inner, 'content'))), ...called });
  if (kind === 'markdown') return card(text);
  if (kind === 'link') return card(lines(linkOf(title, textIn(at(inner, 'messageUrl'))), text));
  if (kind === 'actionCard') {
    const single = textIn(at(inner, 'singleTitle'));
    const one = single === '' ? [] : [linkOf(single, textIn(at(inner, 'singleURL')))];
    return card(lines(heading(title), text, ...one, ...buttonsOf(at(inner, 'btns'), 'actionURL')));
  }
  if (kind === 'feedCard') return card(lines(...buttonsOf(at(inner, 'links'), 'messageURL')));
  throw new UnknownShape(`msgtype ${kind.slice(0, 40)}`);
}

interface Called {
  readonly accounts: string[];
  all: boolean;
}

function partOfPost(part: unknown, called: Called): string {
  const [tag, text] = [textIn(at(part, 'tag')), textIn(at(part, 'text'))];
  if (tag === 'a') return linkOf(text, textIn(at(part, 'href')));
  if (tag !== 'at') return text;
  const id = textIn(at(part, 'user_id'));
  if (id === 'all') called.all = true;
  else if (id !== '') called.accounts.push(id);
  return `@${textIn(at(part, 'user_name')) || id}`;
}

function post(body: unknown): RobotContent {
  const languages = objectIn(at(at(body, 'content'), 'post')) ?? {};
  const inner = languages['zh_cn'] ?? Object.values(languages)[0];
  const called: Called = { accounts: [], all: false };
  const rows = listIn(at(inner, 'content')).map((row) =>
    listIn(row)
      .map((part) => partOfPost(part, called))
      .join(''),
  );
  return { ...markdown('feishu', lines(heading(textIn(at(inner, 'title'))), ...rows)), ...called };
}

const textOfPart = (value: unknown): string => (typeof value === 'string' ? value : textIn(at(value, 'content')));

function elementOf(element: unknown, depth = 0): string {
  const tag = textIn(at(element, 'tag'));
  const nested = (name: string): string =>
    depth > 3 ? '' : lines(...listIn(at(element, name), 50).map((one) => elementOf(one, depth + 1)));
  if (tag === 'hr') return '---';
  if (tag === 'markdown') return textIn(at(element, 'content'));
  if (tag === 'button') return linkOf(textOfPart(at(element, 'text')), textIn(at(element, 'url')));
  if (tag === 'action') return nested('actions');
  if (tag === 'column_set') return nested('columns');
  if (tag === 'column' || tag === 'note') return nested('elements');
  const fields = listIn(at(element, 'fields'), 50).map((one) => textOfPart(at(one, 'text')));
  return lines(textOfPart(at(element, 'text')) || textOfPart(at(element, 'content')), ...fields);
}

function interactive(body: unknown): RobotContent {
  const given = at(body, 'card');
  const card: unknown = typeof given === 'string' ? JSON.parse(given) : given;
  const elements = listIn(at(card, 'elements') ?? at(at(card, 'body'), 'elements'), 100);
  return markdown('feishu', lines(heading(textOfPart(at(at(card, 'header'), 'title'))), ...elements.map((one) => elementOf(one))));
}

/** A message of a Feishu group robot. */
export function feishu(body: unknown): RobotContent {
  const kind = textIn(at(body, 'msg_type'));
  if (kind === 'text') {
    const text = textIn(at(at(body, 'content'), 'text'));
    const ids = [...text.matchAll(/<at user_id="([^"]{1,64})">[^<]*<\/at>/g)].map(([, id]) => id!);
    const shown = text.replaceAll(/<at user_id="([^"]{1,64})">([^<]*)<\/at>/g, (_whole, id: string, name: string) => `@${name || id}`);
    return said({ ...plainContent(shown), shape: 'feishu', accounts: ids.filter((id) => id !== 'all'), all: ids.includes('all') });
  }
  if (kind === 'post') return post(body);
  if (kind === 'interactive') return interactive(body);
  throw new UnknownShape(`msg_type ${kind.slice(0, 40)}`);
}

const slackLinks = (text: string): string =>
  text.replaceAll(/<(https?:[^|>]+)(?:\|([^>]*))?>/g, (_whole, url: string, words?: string) => linkOf(words ?? url, url));

function blockOf(block: unknown): string {
  const fields = listIn(at(block, 'fields'), 20).map((one) => textIn(at(one, 'text')));
  const elements = listIn(at(block, 'elements'), 20).map((one) => textIn(at(one, 'text')));
  return lines(textIn(at(at(block, 'text'), 'text')), ...fields, ...elements);
}

/** A message of a Slack webhook. */
export function slack(body: unknown): RobotContent {
  const attached = listIn(at(body, 'attachments'), 20).map((one) =>
    lines(
      linkOf(textIn(at(one, 'title')), textIn(at(one, 'title_link'))),
      textIn(at(one, 'text')) || textIn(at(one, 'fallback')),
      ...listIn(at(one, 'fields'), 20).map((fact) => `- ${textIn(at(fact, 'title'))}: ${textIn(at(fact, 'value'))}`),
    ),
  );
  const blocks = listIn(at(body, 'blocks'), 50).map(blockOf);
  const text = textIn(at(body, 'text'));
  return {
    ...markdown('slack', slackLinks(lines(text, ...(text === '' ? blocks : []), ...attached))),
    all: /<!(channel|here|everyone)>/.test(text),
  };
}
