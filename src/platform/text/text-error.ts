/** A text that can't be taken; `position` counts code points from 0. */
export class TextError extends Error {
  readonly reason: 'invisible' | 'empty';
  readonly position: number;
  constructor(reason: 'invisible' | 'empty', position: number) {
    super(reason === 'empty' ? 'the text is empty' : `an invisible character at position ${position + 1}`);
    this.name = 'TextError';
    this.reason = reason;
    this.position = position;
  }
}
