import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type {
  NoticeChannel,
  NoticeReason,
  NoticeState,
  WarningChangeWord,
  WarningDigest,
  WarningFacts,
  WarningSeverity,
  WarningState,
} from '#kit/common/warning/warning-facts.ts';

/** What was said and is not yet counted: rows are only added and taken away. */
export interface WarningEventTable {
  id: ColumnType<number, never, never>;
  at: number;
  holds: boolean;
  moment: boolean;
  kind: string;
  module: string;
  object_kind: string;
  object_id: string;
  object_name: string;
  dept_id: string | null;
  severity: WarningSeverity;
  facts: JSONColumnType<WarningFacts>;
}

/** One for each object and kind while something is wrong, and the history of those that are over. */
export interface WarningTable {
  id: string;
  version: Generated<number>;
  kind: string;
  module: string;
  object_kind: string;
  object_id: string;
  object_name: string;
  dept_id: string | null;
  rule_id: string | null;
  /** As its rule has it, or as it was raised. */
  severity: WarningSeverity;
  raised_severity: WarningSeverity;
  facts: JSONColumnType<WarningFacts>;
  state: WarningState;
  /** Whether it is still so, whatever the state. */
  holds: boolean;
  /** Since when it is not. */
  over_since: number | null;
  moment: boolean;
  count: number;
  first_at: number;
  last_at: number;
  opened_at: number | null;
  ack_by: string | null;
  ack_at: number | null;
  ack_until: number | null;
  assignee_id: string | null;
  resolved_at: number | null;
  resolved_by: string | null;
  resolution: 'cleared' | 'hand' | 'passed' | null;
  resolution_text: string | null;
  /** Resolved by hand though it holds: opens again then. */
  hushed_until: number | null;
  /** When people were told last, and of which severity. */
  told_at: number | null;
  told_severity: WarningSeverity | null;
  silenced_by: string | null;
  inhibited_by: string | null;
  /** When somebody may be due to be told next. */
  look_at: Generated<number>;
}

/** What became of a warning. */
export interface WarningChangeTable {
  id: string;
  warning_id: string;
  at: number;
  what: WarningChangeWord;
  uid: string | null;
  name: string;
  detail: JSONColumnType<Record<string, string | number | null>>;
  tx: ColumnType<number, never, never>;
  /** Given by the first who reads on from a place (src/kit/server/warning/warning-places.ts). */
  place: Generated<number | null>;
}

/** Records that a person was notified of an alert, or would have been. */
export interface WarningNoticeTable {
  id: string;
  warning_id: string;
  person_id: string | null;
  person_name: string;
  uid: string | null;
  channel: NoticeChannel;
  reason: NoticeReason;
  severity: WarningSeverity;
  state: NoticeState;
  suppressed_by: 'silence' | 'quiet' | 'inhibited' | 'dedupe' | null;
  at: number;
  not_before: number;
  message_id: string | null;
  mail_id: string | null;
  attempts: Generated<number>;
  next_at: number | null;
  answer: string | null;
  ended_at: number | null;
  read_at: number | null;
}

/** Period in which a condition held: the data on which a rule is tried. */
export interface WarningSpanTable {
  id: ColumnType<number, never, never>;
  kind: string;
  object_kind: string;
  object_id: string;
  object_name: string;
  dept_id: string | null;
  severity: WarningSeverity;
  since: number;
  until: number | null;
  hits: number;
}

/** Which objects an own rule is for; empty parts match everything. */
export interface WarningMatch {
  objectIds?: string[];
  /** In the object's name, without regard to case. */
  nameHas?: string;
  /** With all below it. */
  departmentId?: string | null;
}

/** How a kind is handled: one shipped rule a kind, and own ones for some objects. */
export interface WarningRuleTable {
  id: string;
  version: number;
  created_at: number;
  created_by: string;
  updated_at: number;
  updated_by: string;
  kind: string;
  shipped: boolean;
  /** Of an own rule. */
  name: string;
  enabled: boolean;
  /** Null: as raised. */
  severity: WarningSeverity | null;
  parameters: JSONColumnType<Record<string, number>>;
  for_minutes: number;
  clear_minutes: number;
  repeat_hours: number;
  digest: WarningDigest;
  match: JSONColumnType<WarningMatch>;
  notice_person_ids: string[];
  owner_id: string | null;
}

/** When what was said was counted last. */
export interface WarningRoundTable {
  one: boolean;
  at: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    warning_event: WarningEventTable;
    warning: WarningTable;
    warning_span: WarningSpanTable;
    warning_change: WarningChangeTable;
    warning_notice: WarningNoticeTable;
    warning_rule: WarningRuleTable;
    warning_round: WarningRoundTable;
  }
}
