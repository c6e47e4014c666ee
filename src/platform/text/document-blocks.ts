/** A piece of a document: a heading, a text, some code, a table. */
export type Block =
  | { readonly kind: 'h1' | 'h2' | 'h3' | 'p' | 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** How a document is written. */
export type DocumentFormat = 'markdown' | 'html';

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');
const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const asMarkdown = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => {
      if (block.kind === 'table')
        return [block.head, block.head.map(() => '---'), ...block.rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
      if (block.kind === 'code') return `\`\`\`\n${block.text}\n\`\`\``;
      return `${{ h1: '# ', h2: '## ', h3: '### ', p: '' }[block.kind]}${block.text}`;
    })
    .join('\n\n');

const style =
  'body{font:15px/1.6 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}td,th{border:1px solid #ccc;padding:.3rem .5rem;text-align:left}pre{background:#f5f5f5;padding:.75rem;overflow:auto}';

function asHtml(blocks: readonly Block[], title: string, language: string): string {
  const body = blocks.map((block) => {
    if (block.kind === 'code') return `<pre>${html(block.text)}</pre>`;
    if (block.kind !== 'table') return `<${block.kind}>${html(block.text)}</${block.kind}>`;
    const row = (cells: readonly string[], tag: string): string =>
      `<tr>${cells.map((one) => `<${tag}>${html(one)}</${tag}>`).join('')}</tr>`;
    return `<table><thead>${row(block.head, 'th')}</thead><tbody>${block.rows.map((one) => row(one, 'td')).join('')}</tbody></table>`;
  });
  return `<!doctype html><html lang="${language.replace('_', '-')}"><head><meta charset="utf-8"><title>${html(title)}</title><style>${style}</style></head><body>${body.join('\n')}</body></html>\n`;
}

/** A document as a file, named after what it is about. */
export function documentFile(
  blocks: readonly Block[],
  name: string,
  { format, language }: { readonly format: DocumentFormat; readonly language: string },
): { fileName: string; text: string } {
  const text = format === 'html' ? asHtml(blocks, blocks[0]?.kind === 'h1' ? blocks[0].text : name, language) : `${asMarkdown(blocks)}\n`;
  return { fileName: `${name}.${format === 'html' ? 'html' : 'md'}`, text };
}
