import type { Platform } from '#kit/common/client/platforms.ts';
import type { FileAction, MemberAction } from '../../common/limit-words.ts';
import type { Verdict } from './limit-book.ts';

/** From where somebody does something, and when (now unless said). */
interface Place {
  readonly platform: Platform;
  /** As the server saw it; null where it is not known. */
  readonly address: string | null;
  readonly at?: number | undefined;
}

/** What is asked for each action. */
export interface Questions {
  /** An action with a file: at the issue of its ticket, and again when a download begins. */
  file(uid: string, action: FileAction, place: Place): Promise<Verdict>;
  /** Sending a message or opening a chat. */
  message(uid: string, place: Place): Promise<Verdict>;
  /** Something that a person does with others: a verdict for each. `existing`: in a chat that was there before. */
  members(
    from: string,
    to: readonly string[],
    request: { action: MemberAction; existing?: boolean | undefined },
  ): Promise<Map<string, Verdict>>;
}
