import { SheetError } from './sheet-error.ts';
import { kindOfFormat } from './xlsx-values.ts';
import type { NumberKind } from './xlsx-values.ts';
import type { XlsxPackage } from './xlsx-package.ts';

/** A sheet of a workbook. */
export interface SheetInfo {
  readonly name: string;
  readonly isHidden: boolean;
  readonly part: string;
}

/** What is needed beside the sheet itself. */
export interface Workbook {
  readonly sheets: readonly SheetInfo[];
  readonly is1904: boolean;
  readonly styles: readonly NumberKind[];
  readonly strings: readonly string[];
}

const escape = /_x([0-9a-fA-F]{4})_/g;
/** Text as typed: spreadsheets write control characters as `_x000D_`. */
export function unescapeText(text: string): string {
  return text.includes('_x') ? text.replace(escape, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text;
}

function partPath(base: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const parts = base.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '.') parts.push(step);
  }
  return parts.join('/');
}

interface Relation {
  readonly type: string;
  readonly part: string;
}

async function readRelations(zip: XlsxPackage, part: string): Promise<Map<string, Relation>> {
  const found = new Map<string, Relation>();
  const at = part.lastIndexOf('/') + 1;
  const name = `${part.slice(0, at)}_rels/${part.slice(at)}.rels`;
  if (!zip.has(name)) return found;
  await zip.read(name, {
    open(element, attributes) {
      if (element !== 'Relationship') return;
      const { Id = '', Type = '', Target = '', TargetMode = '' } = attributes();
      // External targets are never followed.
      if (TargetMode !== 'External') found.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), part: partPath(part, Target) });
    },
  });
  return found;
}

async function readStrings(zip: XlsxPackage, part: string): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let inText = false;
  let inReading = false;
  await zip.read(part, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 't') inText = !inReading;
      else if (name === 'rPh') inReading = true;
    },
    text(value) {
      if (inText) text += value;
    },
    close(name) {
      if (name === 'si') strings.push(unescapeText(text));
      else if (name === 't') inText = false;
      // The reading above Japanese words is not part of them.
      else if (name === 'rPh') inReading = false;
    },
  });
  return strings;
}

async function readStyles(zip: XlsxPackage, part: string): Promise<NumberKind[]> {
  const codes = new Map<number, string>();
  const kinds: NumberKind[] = [];
  let inCells = false;
  await zip.read(part, {
    open(name, attributes) {
      if (name === 'cellXfs') inCells = true;
      if (name === 'numFmt') {
        const { numFmtId = '', formatCode = '' } = attributes();
        codes.set(Number(numFmtId), formatCode.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
      }
      if (name === 'xf' && inCells) {
        const id = Number(attributes()['numFmtId'] ?? 0);
        kinds.push(kindOfFormat(id, codes.get(id)));
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return kinds;
}

const decode = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|apos|#x[0-9a-f]{1,6}|#\d{1,7});/gi, (found) => {
    const named = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }[found];
    const code = found.startsWith('&#x') ? Number.parseInt(found.slice(3), 16) : Number.parseInt(found.slice(2), 10);
    return named ?? (code <= 0x10ffff ? String.fromCodePoint(code) : '');
  });

/** Sheets in their order and the date system; the texts and styles only when asked. */
export async function readWorkbook(zip: XlsxPackage, withTexts: boolean): Promise<Workbook> {
  const roots = [...(await readRelations(zip, '')).values()];
  const main = roots.find((one) => one.type === 'officeDocument')?.part ?? 'xl/workbook.xml';
  if (!zip.has(main)) throw new SheetError('notXlsx');
  const relations = await readRelations(zip, main);
  const sheets: SheetInfo[] = [];
  let is1904 = false;
  await zip.read(main, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes()['date1904'] ?? '');
      if (name !== 'sheet') return;
      const found = attributes();
      const id = Object.entries(found).find(([key]) => key === 'id' || key.endsWith(':id'))?.[1] ?? '';
      const relation = relations.get(id);
      // Charts and dialogs are sheets, too, but hold no rows.
      if (relation?.type === 'worksheet')
        sheets.push({ name: decode(found['name'] ?? ''), isHidden: (found['state'] ?? 'visible') !== 'visible', part: relation.part });
    },
  });
  const part = (type: string): string | undefined => [...relations.values()].find((one) => one.type === type && zip.has(one.part))?.part;
  const [strings, styles] = withTexts ? [part('sharedStrings'), part('styles')] : [];
  return {
    sheets,
    is1904,
    strings: strings === undefined ? [] : await readStrings(zip, strings),
    styles: styles === undefined ? [] : await readStyles(zip, styles),
  };
}
