import { Parser } from 'saxen';
import { SheetError } from './sheet-error.ts';

/** What a part of a workbook is read with; names without their prefix. A self-closing element gives open and close. */
export interface XmlHandlers {
  open(name: string, attributes: () => Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

// A cell holds 32,767 characters at most; whatever is longer than this without an end is not a sheet.
const maxToken = 2 * 1024 * 1024;
const maxDepth = 64;
const none: Record<string, string> = {};
const localName = (name: string): string => {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
};

/** A streaming XML reader without document types; memory is bounded by the longest token. Throws SheetError dtd or malformed. */
export function createXml(handlers: XmlHandlers): { write(xml: string): void; end(): void } {
  const parser = new Parser();
  let failure: SheetError | undefined;
  let depth = 0;
  let pending = 0;
  const fail = (error: SheetError): void => {
    failure ??= error;
    parser.stop();
  };
  const guarded =
    <A extends unknown[]>(work: (...values: A) => void) =>
    (...values: A): void => {
      pending = 0;
      if (failure !== undefined) return;
      try {
        work(...values);
      } catch (error) {
        fail(error instanceof SheetError ? error : new SheetError('malformed', 0, { cause: error }));
      }
    };
  const close = (name: string): void => {
    depth -= 1;
    handlers.close?.(localName(name));
  };
  parser.on(
    'openTag',
    guarded((name, attributes) => {
      depth += 1;
      if (depth > maxDepth) throw new SheetError('malformed');
      handlers.open(localName(name), () => attributes() || none);
    }),
  );
  parser.on('closeTag', guarded(close));
  const { text } = handlers;
  if (text !== undefined) {
    parser.on(
      'text',
      guarded((value, decode) => text(value.includes('&') ? decode(value) : value)),
    );
    parser.on(
      'cdata',
      guarded((value) => text(value)),
    );
  }
  // "<!" outside comments and CDATA is a document type or an entity.
  parser.on('attention', () => fail(new SheetError('dtd')));
  parser.on('error', (error) => fail(new SheetError('malformed', 0, { cause: error })));
  return {
    write(xml) {
      pending += xml.length;
      parser.write(xml);
      if (failure !== undefined) throw failure;
      if (pending > maxToken) throw new SheetError('malformed');
    },
    end() {
      parser.end();
      if (failure !== undefined) throw failure;
      if (depth !== 0) throw new SheetError('malformed');
    },
  };
}
