import type { JSONColumnType } from 'kysely';
import type { SmsGatewayView } from '../../common/sms.contract.ts';

type Headers = SmsGatewayView['headers'];

/** The gateway; one row. */
export interface SmsGatewayTable {
  id: string;
  enabled: boolean;
  url: string;
  method: SmsGatewayView['method'];
  headers: JSONColumnType<Headers, string, string>;
  format: SmsGatewayView['format'];
  body: string;
  text: string;
  sign: string;
  template: string;
  signing: SmsGatewayView['signing'];
  success_path: string;
  success_value: string;
  per_minute: number;
  secret: string | null;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

/** A message to a phone. */
export interface SmsOutboxTable {
  id: string;
  number: string;
  code: string | null;
  state: 'queued' | 'sending' | 'sent' | 'failed';
  attempts: number;
  next_at: number;
  ends_at: number;
  answer: string | null;
  queued_at: number;
  ended_at: number | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    sms_gateway: SmsGatewayTable;
    sms_outbox: SmsOutboxTable;
  }
}
