declare module 'saxen' {
  /** The part of saxen's streaming parser that is used here. */
  export class Parser {
    on(
      event: 'openTag',
      handler: (
        name: string,
        attributes: () => Record<string, string> | false,
        decode: (text: string) => string,
        isSelfClosing: boolean,
      ) => void,
    ): this;
    on(event: 'closeTag', handler: (name: string, decode: (text: string) => string, isSelfClosing: boolean) => void): this;
    on(event: 'text', handler: (text: string, decode: (text: string) => string) => void): this;
    on(event: 'cdata', handler: (text: string) => void): this;
    on(event: 'attention' | 'question' | 'comment', handler: (text: string) => void): this;
    on(event: 'error' | 'warn', handler: (error: Error) => void): this;
    write(xml: string): this;
    end(): Error | null | undefined;
    stop(): void;
  }
}
