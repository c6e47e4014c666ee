import { CallFailure } from '../run/failure.ts';

const namespace = 'urn:sap-com:document:sap:rfc:functions';

/** Names with a slash are written with `_-` in XML: `/BIC/X` is `_-BIC_-X`. */
const xmlName = (name: string): string => name.replaceAll('/', '_-');
const sapName = (name: string): string => name.replaceAll('_-', '/');
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function element(name: string, value: unknown, depth = 0): string {
  if (depth > 20) throw new CallFailure('transform', { params: { path: name, reason: 'depth' } });
  if (!/^[A-Za-z_][\w.-]*$/.test(name)) throw new CallFailure('transform', { params: { path: name, reason: 'name' } });
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return `<${name}>${value.map((row) => element('item', row, depth + 1)).join('')}</${name}>`;
  if (typeof value === 'object')
    return `<${name}>${Object.entries(value)
      .map(([key, inner]) => element(xmlName(key), inner, depth + 1))
      .join('')}</${name}>`;
  return `<${name}>${escape(typeof value === 'boolean' ? (value ? 'X' : '') : String(value))}</${name}>`;
}

/** The envelope of a function module: fields of the body are its parameters, lists its tables. */
export function rfcEnvelope(functionName: string, body: unknown): string {
  const name = `urn:${xmlName(functionName)}`;
  const params = Object.entries(Object(body) as Record<string, unknown>).map(([key, value]) => element(xmlName(key), value));
  return `<?xml version="1.0" encoding="utf-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:urn="${namespace}"><soapenv:Body><${name}>${params.join('')}</${name}></soapenv:Body></soapenv:Envelope>`;
}

/** An element without its prefix. */
export interface XmlNode {
  readonly name: string;
  readonly children: XmlNode[];
  text: string;
}

const deepest = 100;
const mostNodes = 1_000_000;

/** XML as elements, within limits. */
export async function xmlOf(text: string): Promise<XmlNode> {
  const { Parser } = await import('saxen');
  const root: XmlNode = { name: '', children: [], text: '' };
  const open: XmlNode[] = [root];
  let nodes = 0;
  let broken: unknown;
  const parser = new Parser();
  parser.on('openTag', (name) => {
    if ((nodes += 1) > mostNodes || open.length > deepest) broken ??= new CallFailure('protocol', { params: { reason: 'XML' } });
    if (broken !== undefined) return;
    const node: XmlNode = { name: name.slice(name.indexOf(':') + 1), children: [], text: '' };
    open.at(-1)!.children.push(node);
    open.push(node);
  });
  parser.on('closeTag', () => {
    if (open.length > 1) open.pop();
  });
  parser.on('text', (value, decode) => (open.at(-1)!.text += decode(value)));
  parser.on('cdata', (value) => (open.at(-1)!.text += value));
  parser.on('error', (error) => (broken ??= new CallFailure('protocol', { params: { reason: 'XML' } }, error)));
  parser.write(text).end();
  if (broken !== undefined) throw broken;
  return root;
}

const findNode = (node: XmlNode, name: string): XmlNode | undefined => {
  for (const child of node.children) {
    const found = child.name === name ? child : findNode(child, name);
    if (found) return found;
  }
  return undefined;
};

/** A value of SAP: rows of a table as a list, structures as objects, the date of nothing as null. */
function valueOf(node: XmlNode): unknown {
  if (node.children.length === 0) return /^0000-?00-?00$/.test(node.text) ? null : node.text.trim();
  if (node.children.every(({ name }) => name === 'item')) return node.children.map(valueOf);
  return Object.fromEntries(node.children.map((child) => [sapName(child.name), valueOf(child)]));
}

/** What a function module answered; a fault is a failure with its text. */
export function readRfc(root: XmlNode, functionName: string, facts: { targetStatus: number; received: string }): Record<string, unknown> {
  const fault = findNode(root, 'Fault');
  if (fault) {
    const text = findNode(fault, 'faultstring')?.text ?? findNode(fault, 'Text')?.text ?? '';
    const name = findNode(fault, 'Name')?.text ?? '';
    throw new CallFailure('fault', { params: { reason: [name, text.trim()].filter((one) => one !== '').join(': ') }, ...facts });
  }
  const answer = findNode(root, `${xmlName(functionName)}.Response`) ?? findNode(root, `${xmlName(functionName)}Response`);
  if (!answer) throw new CallFailure('protocol', { params: { reason: `${functionName}.Response` }, ...facts });
  return Object.fromEntries(answer.children.map((child) => [sapName(child.name), valueOf(child)]));
}
