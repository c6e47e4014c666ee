const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

// What XML 1.0 can't hold, and lone surrogates.
const illegal =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const special = /[&<>"\r]|_x[0-9a-fA-F]{4}_/g;
/** Most texts have none of that: seen in one look. */
const suspicious = /[\u0000-\u0008\u000b-\u001f&<>"\ud800-\udfff\ufffe\uffff]|_x/;

/** Text for XML content and attributes: illegal characters removed; a literal `_x0041_` escaped, as spreadsheets would decode it. */
export function xmlText(text: string): string {
  if (!suspicious.test(text)) return text;
  return text.replace(illegal, '').replace(special, (found) => {
    if (found === '&') return '&amp;';
    if (found === '<') return '&lt;';
    if (found === '>') return '&gt;';
    if (found === '"') return '&quot;';
    return found === '\r' ? '_x000D_' : `_x005F${found}`;
  });
}

/** Cell styles of our workbooks by their index. */
export const styles = { plain: 0, moment: 1, day: 2, header: 3 };

/** A sheet name that spreadsheets accept: at most 31 characters, none of `[]:*?/\`, no apostrophe at the ends. */
function sheetName(name: string): string {
  return (
    name
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(illegal, '')
      .slice(0, 31)
      .replace(/^'+|'+$/g, '')
      .trim() || 'Sheet1'
  );
}

/** The fixed parts of a workbook with one sheet. */
export function workbookParts(name: string): Record<string, string> {
  return {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${office}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${office}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${office}.worksheet+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${xmlText(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  };
}

/** The beginning of the sheet: frozen header and column widths in characters. */
export function sheetHead(options: { widths?: readonly number[]; freezeHeader?: boolean }): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>';
  const views = options.freezeHeader === true ? `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>` : '';
  const columns = (options.widths ?? []).map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  return `${head}<worksheet xmlns="${main}">${views}${columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`}<sheetData>`;
}

/** The end of the sheet. */
export const sheetTail = '</sheetData></worksheet>';
