/** What is looked at. */
export type ReadArea =
  | 'operationLog'
  | 'loginLog'
  | 'readLog'
  | 'seal'
  | 'message'
  | 'file'
  | 'secret'
  | 'export'
  | 'unmask'
  | 'viewAs'
  | 'archive';
