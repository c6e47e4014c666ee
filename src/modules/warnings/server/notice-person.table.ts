import type { JSONColumnType } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import type { NoticeChannel, WarningSeverity } from '#kit/common/warning/warning-facts.ts';
import type { QuietHours, Subscription, webhookPresets } from '../common/notice-person.contract.ts';
import type { WeeklyWindow } from '../common/silence.contract.ts';

interface Stamps {
  id: string;
  version: number;
  created_at: number;
  created_by: string;
  updated_at: number;
  updated_by: string;
}

/** Recipient of alerts: a person or a channel. */
export interface NoticePersonTable extends Stamps {
  employee_id: string | null;
  name: string;
  email: string | null;
  verified_at: number | null;
  webhook_url: string | null;
  webhook_preset: (typeof webhookPresets)[number] | null;
  webhook_secret: string | null;
  channels: NoticeChannel[];
  subscriptions: JSONColumnType<Subscription[]>;
  language: Language | null;
  time_zone: string | null;
  quiet: JSONColumnType<QuietHours | null>;
  escalate_to: string | null;
  escalate_after_minutes: number | null;
  enabled: boolean;
  expires_at: number | null;
  licence: boolean;
}

/** A code that was sent to prove an address. */
export interface NoticeProofTable {
  person_id: string;
  email: string;
  hash: Buffer;
  until: number;
  tries: number;
}

/** The last test of a channel. */
export interface NoticeTestTable {
  person_id: string;
  channel: NoticeChannel;
  at: number;
  ok: boolean;
  answer: string;
}

/** What keeps notices back for a time. */
export interface SilenceTable extends Stamps {
  kind: string | null;
  module: string | null;
  object_id: string | null;
  severities: WarningSeverity[];
  from_at: number;
  until_at: number;
  weekly: JSONColumnType<WeeklyWindow | null>;
  reason: string;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    notice_person: NoticePersonTable;
    notice_proof: NoticeProofTable;
    notice_test: NoticeTestTable;
    silence: SilenceTable;
  }
}
