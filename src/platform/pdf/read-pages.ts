import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** For tests: the text of each page of a PDF, as somebody would select it. */
export async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
  const file = await task.promise;
  const pages: string[] = [];
  for (let at = 1; at <= file.numPages; at++) {
    const { items } = await (await file.getPage(at)).getTextContent();
    let text = '';
    let y = 0;
    for (const item of items) {
      if (!('str' in item)) continue;
      const line = Number(item.transform[5]);
      text += `${text !== '' && Math.abs(line - y) > 1 ? ' ' : ''}${item.str}`;
      y = line;
    }
    pages.push(text.replaceAll(/\s+/g, ' '));
  }
  await task.destroy();
  return pages;
}
