import type { JSONColumnType } from 'kysely';
import type { Platform } from '#kit/common/client/platforms.ts';
import type { KeyAlgorithm, KeyPurpose, KeyState } from '../common/encryption.contract.ts';
import type { NavEntry } from '../common/nav.contract.ts';
import type { Party } from '../common/audience.ts';
import type { PhoneMode, PhoneProof, SubmissionState } from '../common/phone.contract.ts';

interface Stamps {
  id: string;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}
type Json<T extends object> = JSONColumnType<T, string, string>;
type JsonOrNull<T extends object> = JSONColumnType<T | null, string | null, string | null>;

/** A purpose of keys. */
export interface EncryptionSettingTable extends Stamps {
  purpose: KeyPurpose;
  rotate_days: number;
  algorithm: KeyAlgorithm;
}

/** A key; its value stands in `encryption_secret`. */
export interface EncryptionKeyTable extends Stamps {
  key_id: string;
  purpose: KeyPurpose;
  algorithm: KeyAlgorithm;
  state: KeyState;
  active_at: number | null;
  retiring_at: number | null;
  retired_at: number | null;
  destroyed_at: number | null;
}

/** The navigation of a platform. */
export interface NavSettingTable extends Stamps {
  platform: Platform;
  name: string;
  entries: Json<NavEntry[]>;
  published: JsonOrNull<NavEntry[]>;
}

/** Who is asked for a number; one row. */
export interface PhoneSettingTable extends Stamps {
  mode: PhoneMode;
  skips: number;
  audience: Json<Party[]>;
  regions: Json<string[]>;
  proof: PhoneProof;
  again_months: number;
  only_when_empty: boolean;
}

/** A number that somebody submitted. */
export interface PhoneSubmissionTable extends Stamps {
  employee_id: string;
  number: string;
  former: string | null;
  proof: PhoneProof;
  state: SubmissionState;
  code_mac: string | null;
  code_ends_at: number | null;
  tries: number;
  reason: string | null;
  submitted_at: number;
  decided_at: number | null;
  decided_by: string | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    encryption_setting: EncryptionSettingTable;
    encryption_key: EncryptionKeyTable;
    encryption_secret: { key_id: string; sealed: string };
    encryption_terminal: { terminal_id: string; seen_at: number };
    encryption_holder: { key_id: string; terminal_id: string; acked_at: number };
    nav_setting: NavSettingTable;
    nav_version: {
      platform: Platform;
      nav_version: number;
      entries: JsonOrNull<NavEntry[]>;
      published_at: number;
      published_by: string | null;
    };
    nav_icon: { id: string; type: string; data: string };
    phone_setting: PhoneSettingTable;
    phone_submission: PhoneSubmissionTable;
    phone_skip: { employee_id: string; count: number; at: number };
  }
}
