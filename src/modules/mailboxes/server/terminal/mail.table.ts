/** A mail on its way: see the migration. */
export interface MailSendingTable {
  id: string;
  client_id: string;
  employee_id: string;
  account_id: string;
  language: 'zh_CN' | 'en_US' | 'ja_JP';
  platform: number;
  message_id: string;
  from_address: string;
  sender_address: string | null;
  recipients: readonly string[];
  subject: string;
  file_id: string | null;
  size: number;
  state: 'waiting' | 'sending' | 'saving' | 'sent' | 'failed' | 'cancelled';
  attempts: number;
  queued_at: number;
  due_at: number;
  next_at: number;
  claimed_until: number | null;
  draft_uid: number | null;
  failure: string | null;
  words: string;
  ended_at: number | null;
}
/** Where the subject of a mail on its way is sealed for. */
export const subjectPlace = (row: string) => ({ table: 'mail_sending', column: 'subject', row });
/** Where what was kept of a folder is sealed for. */
export const keptPlace = (accountId: string) => ({ table: 'mail_kept', column: 'content', row: accountId });
