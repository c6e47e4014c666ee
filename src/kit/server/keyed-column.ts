/** A text column whose values are sealed under the enterprise's key of a purpose: a rotation of that key seals them anew. */
export interface KeyedColumn {
  /** `messageStore`, `fileStore`: one of the purposes of the enterprise's keys. */
  readonly purpose: string;
  readonly table: string;
  /** Column of the row's id; with table and column it is bound into what is sealed. */
  readonly id: string;
  readonly column: string;
}
