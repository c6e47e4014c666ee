import type { Anchor } from './anchor.table.ts';
import type { Stream } from './streams.ts';

/** changed: the row or its seal was edited; removed; added: not sealed although later ones are; reordered: it stands in another place; seal: a seal is missing; truncated: the end was cut off; batch: who did it and why is gone, from beside a line of the journal; head, day: a signature does not fit; root: the signed tree of a day does not. */
export type Damage = 'changed' | 'removed' | 'added' | 'reordered' | 'seal' | 'truncated' | 'batch' | 'head' | 'day' | 'root';

/** Result of a verification of one stream. */
export interface Verdict {
  stream: Stream;
  /** Sealed rows that were compared. */
  checked: number;
  /** Rows of the last moments that are not sealed yet. */
  unsealed: number;
  /** Damage that was met and is known. */
  known: number;
  /** The first damage that is not known: what happened, to which row, at which place of the chain, sealed on which UTC day. */
  damage: {
    what: Damage;
    seq: number;
    rowId: string | null;
    at: number | null;
    day: number | null;
    /** Of an end that was cut off: the last place that is known to have been sealed, and when that was noted. */
    last?: { seq: number; at: number | null };
  } | null;
}

/** What a data folder knows of the chains: outside of the database, which somebody may have put back as a whole. */
export interface Outside {
  readonly anchors: readonly Anchor[];
  /** The file is not as this installation wrote it. */
  readonly forged: boolean;
}

/** Period to verify: UTC days since 1970, all unless said; the walk ends when the signal aborts. */
export interface VerifyRequest {
  readonly fromDay?: number | undefined;
  readonly toDay?: number | undefined;
  /** Whether somebody wrote a statement about a damage: it is counted, and the walk goes on behind it. */
  readonly known?: (damage: { what: Damage; seq: number }) => boolean;
  /** What is known outside of the database. */
  readonly outside?: Outside;
  readonly signal?: AbortSignal;
  /** Told after each piece how many rows were compared. */
  readonly progress?: (checked: number) => Promise<void>;
}
